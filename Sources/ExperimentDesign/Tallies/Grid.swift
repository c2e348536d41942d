/// How many scenarios, arms and segments an experiment has.
public struct GridShape: Hashable, Sendable {
  /// How many arms; the same in every scenario.
  public let armCount: Int
  /// The number of segments before each scenario; the last entry counts all segments.
  private let starts: [Int]

  /// A shape by its arms and the segments of each scenario.
  public init(arms: Int, segments: [Int]) {
    armCount = arms
    var starts = [0]
    for count in segments { starts.append(starts[starts.count - 1] + count) }
    self.starts = starts
  }

  /// The shape of an experiment.
  public init(of experiment: Experiment) {
    self.init(arms: experiment.arms.count, segments: experiment.scenarios.map(\.segments.count))
  }

  /// All scenarios.
  public var scenarios: Range<ScenarioIndex> { 0..<ScenarioIndex(starts.count - 1) }

  /// All arms.
  public var arms: Range<ArmIndex> { 0..<ArmIndex(armCount) }

  /// The segments of a scenario.
  public func segments(of scenario: ScenarioIndex) -> Range<SegmentIndex> {
    0..<SegmentIndex(starts[scenario.rawValue + 1] - starts[scenario.rawValue])
  }

  /// The number of pairs of a scenario and an arm.
  var armCells: Int { scenarios.count * armCount }

  /// The number of triples of a scenario, an arm and a segment.
  var segmentCells: Int { starts[starts.count - 1] * armCount }

  func position(_ scenario: ScenarioIndex, _ arm: ArmIndex) -> Int {
    precondition(arms.contains(arm), "there is no option \(arm.rawValue)")
    return scenario.rawValue * armCount + arm.rawValue
  }

  /// The stored positions of an arm's segments: by scenario, then by arm, then by segment.
  func positions(_ scenario: ScenarioIndex, _ arm: ArmIndex) -> Range<Int> {
    precondition(arms.contains(arm), "there is no option \(arm.rawValue)")
    let segments = segments(of: scenario).count
    let first = starts[scenario.rawValue] * armCount + arm.rawValue * segments
    return first..<first + segments
  }
}

/// A value for every scenario and arm, in that order.
public struct ArmGrid<Element> {
  /// Scenarios, arms and segments.
  public let shape: GridShape
  private var elements: [Element]

  /// A grid of values made one by one, in their order.
  public init<Failure>(
    _ shape: GridShape, _ element: (ScenarioIndex, ArmIndex) throws(Failure) -> Element
  ) throws(Failure) {
    self.shape = shape
    elements = []
    elements.reserveCapacity(shape.armCells)
    for scenario in shape.scenarios {
      for arm in shape.arms { elements.append(try element(scenario, arm)) }
    }
  }

  /// The value of an arm.
  public subscript(scenario: ScenarioIndex, arm: ArmIndex) -> Element {
    get { elements[shape.position(scenario, arm)] }
    _modify { yield &elements[shape.position(scenario, arm)] }
  }

  /// The values of a scenario's arms.
  public subscript(scenario: ScenarioIndex) -> [Element] {
    shape.arms.map { elements[shape.position(scenario, $0)] }
  }

  /// All values: by scenario, then by arm.
  public var all: [Element] { elements }
}

/// A value for every scenario, arm and segment, in that order.
public struct SegmentGrid<Element> {
  /// Scenarios, arms and segments.
  public let shape: GridShape
  private var elements: [Element]

  /// A grid of values made one by one, in their order.
  public init<Failure>(
    _ shape: GridShape, _ element: (ScenarioIndex, ArmIndex, SegmentIndex) throws(Failure) -> Element
  ) throws(Failure) {
    self.shape = shape
    elements = []
    elements.reserveCapacity(shape.segmentCells)
    for scenario in shape.scenarios {
      for arm in shape.arms {
        for segment in shape.segments(of: scenario) { elements.append(try element(scenario, arm, segment)) }
      }
    }
  }

  /// The value of a segment under an arm.
  public subscript(scenario: ScenarioIndex, arm: ArmIndex, segment: SegmentIndex) -> Element {
    get { elements[position(scenario, arm, segment)] }
    _modify { yield &elements[position(scenario, arm, segment)] }
  }

  /// The values of an arm's segments.
  public subscript(scenario: ScenarioIndex, arm: ArmIndex) -> ArraySlice<Element> {
    elements[shape.positions(scenario, arm)]
  }

  /// All values: by scenario, then by arm, then by segment.
  public var all: [Element] { elements }

  private func position(_ scenario: ScenarioIndex, _ arm: ArmIndex, _ segment: SegmentIndex) -> Int {
    let positions = shape.positions(scenario, arm)
    precondition((0..<positions.count).contains(segment.rawValue), "there is no segment \(segment.rawValue)")
    return positions.lowerBound + segment.rawValue
  }
}

extension ArmGrid: Equatable where Element: Equatable {}
extension ArmGrid: Hashable where Element: Hashable {}
extension ArmGrid: Sendable where Element: Sendable {}
extension SegmentGrid: Equatable where Element: Equatable {}
extension SegmentGrid: Hashable where Element: Hashable {}
extension SegmentGrid: Sendable where Element: Sendable {}
