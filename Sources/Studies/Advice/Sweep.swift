public import ExperimentDesign
public import Inference
public import TextFormats

/// The values that one key of an arm is swept over, all else of the arm being the same.
///
/// An arm that sweeps two keys has a sweep of each key for every value of the other.
public struct Sweep: Codable, Equatable, Sendable {
  /// One value and the arm that has it.
  public struct Point: Codable, Equatable, Sendable {
    @OptionNames package var arm: Int
    /// The value as the file writes it.
    public var value: String
  }
  /// The arm's name in the file.
  public var name: String
  /// The swept key, from the arm down: `ask.count`.
  public var path: String
  /// What the arm's other sweeps are held at.
  public var held: [SweptValue]
  /// In the order of the file; at least two.
  public var points: [Point]

  /// The values as numbers, in their order; `nil` where one of them is none.
  private var numbers: [Double]? {
    let numbers = points.compactMap { point in
      point.value.hasSuffix("%")
        ? Double(point.value.dropLast()).map { $0 / 100 } : Double(point.value)
    }
    return numbers.count == points.count ? numbers : nil
  }

  /// The arms next to one by their values; `nil` where the values are no numbers.
  func neighbours(of arm: Int) -> [Int]? {
    guard let numbers else { return nil }
    let ordered = zip(numbers, points).sorted { $0.0 < $1.0 }.map(\.1.arm)
    guard let position = ordered.firstIndex(of: arm) else { return [] }
    return [position - 1, position + 1].filter(ordered.indices.contains).map { ordered[$0] }
  }

  /// Every sweep of an experiment, in the order of its arms.
  ///
  /// A key with two values that are pre-prompts or usage strings is left out: a ``Contrast`` says all that its sweep
  /// would.
  static func all(of experiment: Experiment) -> [Sweep] {
    var found: [Sweep] = []
    for (position, arm) in experiment.arms.enumerated() {
      for swept in arm.swept {
        let held = arm.swept.filter { $0.path != swept.path }
        let point = Point(arm: position, value: swept.value)
        let known = found.firstIndex {
          $0.name == arm.nameBeforeSweeps && $0.path == swept.path && $0.held == held
        }
        if let known {
          found[known].points.append(point)
        } else {
          found.append(Sweep(name: arm.nameBeforeSweeps, path: swept.path, held: held, points: [point]))
        }
      }
    }
    return found.filter { sweep in
      let isContrast = ["pre_prompt", "usage_string"].contains(sweep.path) && sweep.points.count == 2
      return sweep.points.count > 1 && !isContrast
    }
  }
}

extension Arm {
  /// The arm's name in the file: each sweep adds its key and its value behind.
  fileprivate var nameBeforeSweeps: String {
    let added = swept.map { "/\($0.path.split(separator: ".").last ?? "")=\($0.value)" }.joined()
    return name.hasSuffix(added) ? String(name.dropLast(added.count)) : name
  }
}

/// What a run found along a sweep.
public struct SweepSummary: Codable, Equatable, Sendable {
  /// The swept key and its values.
  public var sweep: Sweep
  /// Position of the best arm of the sweep among those that may win.
  @OptionNames public var best: Int
  /// The best arm's objective less that of each of its neighbours: the next smaller and the next larger value, or the
  /// next best one where values are no numbers.
  public var leads: [Lead]

  /// The lead over one neighbour.
  public struct Lead: Codable, Equatable, Sendable {
    @OptionNames package var arm: Int
    /// The best arm's objective less the neighbour's.
    public var difference: Estimate
  }
}
