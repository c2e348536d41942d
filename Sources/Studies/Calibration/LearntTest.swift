import ExperimentDesign
import Inference
import TestAnalysis
package import TestData

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
}

extension LearntTest {
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

  /// As the source of evidence has it, behind the name of the file.
  public var mark: String {
    ", test of \(options.joined(separator: " vs ")) by day \(day)"
      + broken.map { ", out: \($0.option) by \($0.column.rawValue) \(($0.chance * 1e4).rounded() / 1e4)" }
      .joined()
  }

  /// The test that a part of the source of evidence names; `nil` for none.
  public init?(reading source: some StringProtocol) {
    // Hardly any source names one, and to look for the words costs far less than for the form.
    guard source.contains(", test of ") else { return nil }
    // Names may hold the same words, but no number behind them.
    let form = /, test of (.+) by day ([0-9]+)((?:, out: .+ by [a-z0-9_]+ [0-9.e-]+)*)(?:, counts .*)?$/
    guard let found = String(source).firstMatch(of: form)?.output, let day = Int(found.2) else { return nil }
    self.init(
      options: found.1.split(separator: " vs ").map(String.init), day: day,
      broken: found.3.split(separator: ", out: ").compactMap { part in
        guard let found = part.wholeMatch(of: /(.+) by ([a-z0-9_]+) ([0-9.e-]+)/)?.output,
          let column = GuardrailColumn(rawValue: String(found.2)), let chance = Double(found.3)
        else { return nil }
        return Broken(option: String(found.1), column: column, chance: chance)
      })
  }
}

extension RunOutline {
  /// The finished tests that the run's numbers have learnt from, each once.
  public var learntTests: [LearntTest] {
    Set(description.parameters.compactMap(\.evidence.source)).sorted()
      .flatMap { $0.split(separator: ";").compactMap { LearntTest(reading: $0) } }
      .reduce(into: []) { found, test in if !found.contains(test) { found.append(test) } }
  }

  /// One that was of all these options; the one of the latest day.
  public func learntTest(of arms: [Int]) -> LearntTest? {
    let names = arms.map { LearntTest.name(description.arms[$0].name) }
    return learntTests.filter { test in names.allSatisfy(test.options.contains) }.max { $0.day < $1.day }
  }
}
