import Rendering
import Studies

extension LearnedWords {
  /// What the test says alone, and why the lead and the chance above are others.
  ///
  /// - Parameter lead: the lead as it is said above; `nil` where none is.
  func testAlone(_ now: CalibrationReport.Level, lead: String?) -> [String] {
    guard let found = report.test, let answer = report.answer else { return [] }
    let test = found.test
    let which = test.options.count == 2 ? "the options" : "its two best options"
    var sentences = [
      test.isEven
        ? "The test alone shows no difference between \(which) by day \(test.day)."
        : "By the test alone, \(TerminalText.inSentence(test.ahead)) is better by day \(test.day), with a chance of "
          + "\(AnswerNumbers.chance(test.chance))."
    ]
    let counted = counted(found, answer)
    if let counted { sentences.append(counted.words) }
    let isOther = !test.isEven && test.ahead != LearntTest.name(report.name(answer.best))
    let isOtherChance = now.chance.map { isOther || abs($0 - test.chance) >= 0.02 } ?? false
    let isOtherLead = counted.map { lead != $0.lead } ?? false
    guard isOtherChance || isOtherLead else { return sentences }
    let untested = report.options.map { LearntTest.name($0.name) }.contains { !test.options.contains($0) }
    let reasons =
      (test.day < found.readingAge ? ["what comes after day \(test.day)"] : [])
      + (untested ? ["the other options"] : []) + ["how well the model fits the app"]
    let subject =
      !isOtherChance ? "The lead above is" : isOtherLead ? "Lead and chance above are" : "The chance above is"
    sentences.append(
      "\(subject) of day \(found.readingAge), and \(isOtherChance && isOtherLead ? "depend" : "depends") also on what the "
        + "file assumed before the test. Not in the test \(reasons.count == 1 ? "is" : "are") \(reasons.inProse)."
    )
    return sentences
  }

  /// What the test counted of the two options that the answer compares, and their difference; `nil` where it did not count
  /// both.
  private func counted(
    _ found: CalibrationReport.Test, _ answer: CalibrationReport.Answer
  ) -> (words: String, lead: String)? {
    let pair = [answer.best, answer.other].compactMap { arm in
      found.counts.first { $0.arm == arm && $0.installs > 0 }
    }
    guard pair.count == 2 else { return nil }
    let shares = pair.map { Double($0.allowed) / Double($0.installs) }
    let texts = zip(pair, shares).map { "\(name($0.arm)) at \(SupportedDigits.text(100 * $1, decimals: 1))%" }
    let lead = "\(SupportedDigits.text(100 * (shares[0] - shares[1]), decimals: 1, signed: true)) pp"
    return ("It counted \(texts[0]) and \(texts[1]): \(lead).", lead)
  }
}
