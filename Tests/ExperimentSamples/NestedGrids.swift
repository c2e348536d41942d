public import ExperimentDesign

// Grids from nested lists and by plain numbers, which tests write shorter.

extension GridShape {
  /// The shape of lists by scenario, arm and segment.
  fileprivate init<Element>(_ lists: [[[Element]]]) {
    self.init(arms: lists.first?.count ?? 0, segments: lists.map { $0.first?.count ?? 0 })
  }
}

extension SegmentGrid {
  /// Values by scenario, arm and segment; every arm of a scenario has as many.
  public init(_ lists: [[[Element]]]) {
    self.init(GridShape(lists)) { lists[$0.rawValue][$1.rawValue][$2.rawValue] }
  }

  /// The value of a segment under an arm.
  @_disfavoredOverload
  public subscript(scenario: Int, arm: Int, segment: Int) -> Element {
    get { self[ScenarioIndex(scenario), ArmIndex(arm), SegmentIndex(segment)] }
    set { self[ScenarioIndex(scenario), ArmIndex(arm), SegmentIndex(segment)] = newValue }
  }

  /// The values of an arm's segments.
  @_disfavoredOverload
  public subscript(scenario: Int, arm: Int) -> ArraySlice<Element> {
    self[ScenarioIndex(scenario), ArmIndex(arm)]
  }

  /// The values by scenario, arm and segment.
  public var lists: [[[Element]]] {
    shape.scenarios.map { scenario in shape.arms.map { Array(self[scenario, $0]) } }
  }
}

extension ArmGrid {
  /// Values by scenario and arm, for scenarios with these numbers of segments.
  public init(_ lists: [[Element]], segments: [Int]) {
    self.init(GridShape(arms: lists.first?.count ?? 0, segments: segments)) {
      lists[$0.rawValue][$1.rawValue]
    }
  }

  /// The value of an arm.
  @_disfavoredOverload
  public subscript(scenario: Int, arm: Int) -> Element {
    get { self[ScenarioIndex(scenario), ArmIndex(arm)] }
    set { self[ScenarioIndex(scenario), ArmIndex(arm)] = newValue }
  }

  /// The values of a scenario's arms.
  @_disfavoredOverload
  public subscript(scenario: Int) -> [Element] { self[ScenarioIndex(scenario)] }

  /// The values by scenario and arm.
  public var lists: [[Element]] { shape.scenarios.map { self[$0] } }
}
