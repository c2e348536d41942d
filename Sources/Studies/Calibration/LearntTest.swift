import ExperimentDesign
import Inference
package import TestAnalysis

/// A finished test that numbers of a file have learnt from, as the evidence of these numbers names it.
public struct LearntTest: Hashable, Sendable {
  /// Names of its options, in the order of its data.
  public var options: [String]
  /// The day after the install by which its answers were counted.
  public var day: Int
  /// The guardrails that its options broke.
  public var broken: [Broken] = []

  /// An option that did not keep what must not get worse.
  public struct Broken: Codable, Hashable, Sendable {
    package var option: String
    package var column: GuardrailColumn
    /// The chance that it keeps it all the same; never none, as no test is certain.
    package var chance: Double
  }

  init(options: [String], day: Int, broken: [Broken] = []) {
    (self.options, self.day, self.broken) = (options, day, broken)
  }

  /// A test as it is analysed; `nil` where that says nothing of several options.
  ///
  /// - Parameter day: by which its answers were counted.
  public init?(_ result: TestResult, day: Int) {
    guard result.advice.decided != nil, let panel = result.test.mainPanel else { return nil }
    self.init(
      options: panel.counts.indices.filter { panel.counts[$0].n > 0 }.map { Self.name(result.test.arms[$0]) },
      day: day,
      broken: result.advice.guardrails.filter { $0.state == .fails }.map {
        Broken(option: Self.name($0.option), column: $0.column, chance: max(1e-4, $0.chance ?? 0))
      })
  }

  /// An option's name as evidence has it, whose sources are separated by semicolons.
  public static func name(_ option: String) -> String { option.replacing(";", with: ",") }

  /// What stands before it in the source of evidence.
  private static let mark = ", test of "
  /// What stands behind it there.
  static let end = ", counts "

  /// What stands before each guardrail that was broken.
  private static let out = ", out: "

  /// As the source of evidence has it, behind the name of the file.
  public var mark: String {
    "\(Self.mark)\(options.joined(separator: " vs ")) by day \(day)"
      + broken.map { "\(Self.out)\($0.option) by \($0.column.rawValue) \(($0.chance * 1e4).rounded() / 1e4)" }
      .joined()
  }

  /// The test that a part of the source of evidence names; `nil` for none.
  public init?(reading source: some StringProtocol) {
    let source = String(source)
    guard let start = source.firstRange(of: Self.mark) else { return nil }
    var text = source[start.upperBound...]
    if let end = text.ranges(of: Self.end).last { text = text[..<end.lowerBound] }
    let parts = text.split(separator: Self.out)
    // Names may hold the same words, but no number behind them.
    guard let test = parts.first, let by = test.ranges(of: " by day ").last,
      let day = Int(test[by.upperBound...])
    else { return nil }
    self.init(
      options: test[..<by.lowerBound].split(separator: " vs ").map(String.init), day: day,
      broken: parts.dropFirst().compactMap { part in
        guard let by = part.ranges(of: " by ").last else { return nil }
        let words = part[by.upperBound...].split(separator: " ")
        guard words.count == 2, let column = GuardrailColumn(rawValue: String(words[0])),
          let chance = Double(words[1])
        else { return nil }
        return Broken(option: String(part[..<by.lowerBound]), column: column, chance: chance)
      })
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
