import Inference
import Rendering
import Studies
import TestAnalysis

/// What a finished test that updates a file says alone: as data, and in its words.
public struct CalibratedTest: Codable, Sendable {
  /// The day after the install by which its answers were counted.
  let day: Int
  /// What it says to do, as its analysis has it.
  let advice: Advice
  /// The chance that this option is the best; `nil` where it is the only one.
  let chance: Double?
  /// What must not get worse, of every option but the baseline.
  let guardrails: [TestGuardrail]
  /// The same in sentences.
  let sentences: [String]
  let counts: [Count]

  /// The installs of one option that are old enough.
  struct Count: Codable, Sendable {
    let arm: String
    let installs: Int
    let allowed: Int
  }

  /// - Parameter day: the day by which its answers were counted.
  /// - Returns: `nil` where the test says nothing.
  init?(_ test: TestResult, day: Int) {
    guard let decided = test.advice.decided, let panel = test.test.mainPanel else { return nil }
    self.day = day
    (advice, chance) = (decided.advice, decided.confidence?.chanceBest.value)
    guardrails = test.advice.guardrails
    sentences = TestWords(result: test).summary.map(\.text)
    counts = zip(test.test.arms, panel.counts).map { Count(arm: $0, installs: $1.n, allowed: $1.x) }
  }

  /// As the lines of a decision.
  ///
  /// - Parameter advice: what to do by the file; `nil` where something keeps it from being written.
  func facts(_ advice: CalibratedAdvice?, options: [String]) -> [Fact] {
    let counted = counts.filter { $0.installs > 0 }
    let shares: [Phrase] = counted.map {
      "\(Name($0.arm)) \(Quantity.fixed(Double($0.allowed) / Double($0.installs), .share, 1))"
    }
    let rates: Phrase = "By day \(day): \(shares.joined(separator: ", "))."
    let said = sentences.map { Phrase(verbatim: $0) }
    var facts = [Fact("Test alone", (said.prefix(1) + [rates]).joined(separator: " "))]
    facts += said.dropFirst().map { Fact("", $0) }
    guard let advice, advice.advice.key != self.advice.key || advice.advice.option != self.advice.option
    else { return facts }
    let tested = Set(counted.map(\.arm))
    let all = options.allSatisfy(tested.contains)
    facts.append(
      Fact(
        "Why other",
        "The file's answer is of day \(advice.day)\(all ? "" : ", of all options,") and rests on what it assumed "
          + "before the test too."
      ))
    return facts
  }
}
