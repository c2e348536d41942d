import ExperimentDesign
import Inference

/// Data that would tell what counts leave open.
public struct NeededData: Codable, Hashable, Sendable {
  /// A kind of data.
  public enum Kind: String, Codable, Sendable {
    /// Counts of one more option.
    case option
    case askedTwice = "asked_twice"
    case visits
    case onboarding
    case events
    case prompted
    case denied
    case timing
    case prePrompts = "pre_prompts"
  }

  package var kind: Kind
  /// The option to count; `nil` of another kind.
  public var option: String?
  /// How many installs of it; `nil` of another kind.
  public var installs: Int?
}

extension NeededData.Kind {
  /// The data that would tell a number; `nil` where none of an app's own counts would.
  init?(path: String) {
    let keys = path.split(separator: ".").map(String.init)
    // Within a segment or a scenario the same numbers have longer paths.
    let own = ["segments", "scenarios"].contains(keys.first ?? "") ? Array(keys.dropFirst(2)) : keys
    switch (own.first ?? "", own.dropFirst().first ?? "") {
    case ("allow", "spread"): self = .askedTwice
    case ("allow", _), ("willingness", _): self = .timing
    case ("sessions", _), ("activity_spread", _): self = .visits
    case ("onboarding", _): self = .onboarding
    case ("events", _), ("browse_seconds", _), ("linger_seconds", _): self = .events
    case ("device", _): self = .prompted
    case ("answer", _): self = .denied
    case ("continue", _), ("pre_prompts", _): self = .prePrompts
    case _: return nil
    }
  }
}

extension Calibration {
  /// How much better a number has to be known for counts of an option to be named.
  private static let worthwhile = 0.2

  /// Data that would tell numbers that are left as assumed, with these numbers; those of one more option first.
  func remedies(_ numbers: [Int]) -> [(data: NeededData, numbers: [Int])] {
    var found: [(data: NeededData, numbers: [Int])] = []
    for number in numbers {
      let best = lessons.max { $0.tells[number] < $1.tells[number] }
      let data: NeededData?
      if let best, best.tells[number] >= max(Self.worthwhile, 2 * fit.tells[number]) {
        data = self.data(of: best)
      } else {
        data = kind(number)
      }
      guard let data else { continue }
      if let index = found.firstIndex(where: { $0.data == data }) {
        found[index].numbers.append(number)
      } else {
        found.append((data, [number]))
      }
    }
    return found.filter { $0.data.kind == .option } + found.filter { $0.data.kind != .option }
  }

  /// Data that would tell two numbers apart that are known only together.
  func parting(_ numbers: [Int]) -> NeededData? {
    func open(_ tells: [Double]) -> Double { numbers.map { 1 - tells[$0] }.max() ?? 1 }
    if let best = lessons.min(by: { open($0.tells) < open($1.tells) }),
      open(best.tells) < 0.8 * open(fit.tells)
    {
      return data(of: best)
    }
    return numbers.lazy.compactMap(kind).first
  }

  private func data(of lesson: Lesson) -> NeededData {
    NeededData(kind: .option, option: lesson.found.arm, installs: lesson.found.installs)
  }

  /// The data that would tell a number; `nil` where no data of an app would, or where they have been counted already.
  private func kind(_ number: Int) -> NeededData? {
    guard let kind = NeededData.Kind(path: numbers[number].path), !countedKinds.contains(kind) else {
      return nil
    }
    return NeededData(kind: kind)
  }

  /// Kinds of data that were counted.
  private var countedKinds: Set<NeededData.Kind> {
    var kinds: Set<NeededData.Kind> = []
    for sorting in data.counted.map(\.sorting) {
      switch sorting {
      case .installs(_, let knowsDenied, let knowsPrompted):
        if knowsPrompted { kinds.insert(.prompted) }
        if knowsDenied { kinds.insert(.denied) }
      case .undecided: kinds.formUnion([.prompted, .denied])
      case .prePrompts: kinds.insert(.prePrompts)
      }
    }
    return kinds
  }
}
