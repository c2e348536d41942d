public import ExperimentDesign
import Inference

/// A finished test that numbers of a file have learnt from, as the evidence of these numbers names it.
public struct LearntTest: Hashable, Sendable {
  /// Names of its options, in the order of the file.
  public var options: [String]
  /// The day after the install by which its answers were counted.
  public var day: Int
  /// The option of which the largest share had allowed.
  public var ahead: String
  /// The chance that this share is above that of the next option, by the test alone; never certain, as no test is.
  public var chance: Double

  init(options: [String], day: Int, ahead: String, chance: Double) {
    (self.options, self.day, self.ahead, self.chance) = (options, day, ahead, min(chance, 0.9999))
  }

  /// Whether neither of the two best options is ahead: the chance is half, in whole percent.
  public var isEven: Bool { abs(chance - 0.5) < 0.005 }

  /// What was counted of several options; `nil` of fewer.
  public init?(_ data: CalibrationData, of experiment: Experiment) throws {
    let totals = data.totals.filter { $0.installs > 0 }
    let order = totals.indices.sorted {
      let shares = [$0, $1].map { Double(totals[$0].allowed) / Double(totals[$0].installs) }
      return (shares[1], $0) < (shares[0], $1)
    }
    guard order.count > 1 else { return nil }
    let counts = try order.prefix(2).map {
      try ObservedCount(totals[$0].allowed, of: totals[$0].installs)
    }
    let chance = try TwoArms(counts[0], against: counts[1]).chanceBetter()
    self.init(
      options: totals.map { Self.name(experiment.arms[$0.arm].name) }, day: data.lastDay,
      ahead: Self.name(experiment.arms[totals[order[0]].arm].name), chance: chance)
  }

  /// An option's name as evidence has it, whose sources are separated by semicolons.
  public static func name(_ option: String) -> String { option.replacing(";", with: ",") }

  /// What stands before it in the source of evidence.
  private static let mark = ", test of "
  /// What stands behind it there.
  static let end = ", counts "

  /// As the source of evidence has it, behind the name of the file.
  public var mark: String {
    "\(Self.mark)\(options.joined(separator: " vs ")) by day \(day), \(ahead) ahead \((chance * 1e4).rounded() / 1e4)"
  }

  /// The test that a part of the source of evidence names; `nil` for none.
  public init?(reading source: some StringProtocol) {
    let source = String(source)
    guard let start = source.firstRange(of: Self.mark) else { return nil }
    var text = source[start.upperBound...]
    if let end = text.ranges(of: Self.end).last { text = text[..<end.lowerBound] }
    // Names may hold the same words, but no number and comma behind them.
    for by in text.ranges(of: " by day ").reversed() {
      let rest = text[by.upperBound...]
      guard let comma = rest.firstRange(of: ", "), let day = Int(rest[..<comma.lowerBound]),
        let ahead = rest.ranges(of: " ahead ").last, comma.upperBound <= ahead.lowerBound,
        let chance = Double(rest[ahead.upperBound...]), (0...1).contains(chance)
      else { continue }
      self.init(
        options: text[..<by.lowerBound].split(separator: " vs ").map(String.init), day: day,
        ahead: String(rest[comma.upperBound..<ahead.lowerBound]), chance: chance)
      return
    }
    return nil
  }
}

extension RunOutline {
  /// The finished tests that the run's numbers have learnt from, each once.
  public var learntTests: [LearntTest] {
    var found: [LearntTest] = []
    for source in Set(description.parameters.compactMap(\.evidence.source)).sorted() {
      for part in source.split(separator: ";") {
        if let test = LearntTest(reading: part), !found.contains(test) { found.append(test) }
      }
    }
    return found
  }

  /// One that was of all these options; the one of the latest day.
  public func learntTest(of arms: [Int]) -> LearntTest? {
    let names = arms.map { LearntTest.name(description.arms[$0].name) }
    return learntTests.filter { test in names.allSatisfy(test.options.contains) }.max { $0.day < $1.day }
  }
}
