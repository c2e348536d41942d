import Inference
import Rendering
import Studies

extension LearnedWords {
  /// How sure the updated file is which of the two best options of the test is better; `nil` where it says nothing of them.
  var testedPair: String? {
    guard let pair = report.test?.after else { return nil }
    guard abs(pair.share.value - 0.5) >= 0.005 else {
      return
        "After this update \(name(pair.better)) and \(name(pair.other)) are as likely to be the better one."
    }
    return "After this update \(name(pair.better)) is better than \(name(pair.other)) in "
      + "\(AnswerNumbers.chance(pair.share)) of draws: the chance to quote for the two."
  }

  /// What the test says alone, and why the file says something else.
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
    let counted = counted(found, answer, lead: lead)
    if let counted { sentences.append(counted.words) }
    let isOther = !test.isEven && test.ahead != LearntTest.name(report.name(answer.best))
    let isOtherChance = now.chance.map { isOther || abs($0 - test.chance) >= 0.02 } ?? false
    guard isOtherChance || counted?.isOther ?? false else { return sentences }
    let untested = report.options.map { LearntTest.name($0.name) }.contains { !test.options.contains($0) }
    let reasons =
      (test.day < found.readingAge ? ["what comes after day \(test.day)"] : [])
      + (untested ? ["the other options"] : []) + ["how well the model fits the app"]
    sentences.append(
      "What the file says is of day \(found.readingAge), and it depends also on what it assumed before the test. Not in "
        + "the test \(reasons.count == 1 ? "is" : "are") \(reasons.inProse).")
    return sentences
  }

  /// What the test counted of the two options that the answer compares, else of its two best, and their difference beside
  /// the file's; `nil` where it counted fewer.
  ///
  /// - Returns: the words, and whether the file says another difference.
  private func counted(
    _ found: CalibrationReport.Test, _ answer: CalibrationReport.Answer, lead: String?
  ) -> (words: String, isOther: Bool)? {
    func share(_ count: CalibrationReport.Test.Count) -> Double {
      Double(count.allowed) / Double(count.installs)
    }
    let counts = found.counts.filter { $0.installs > 0 }
    let compared = [answer.best, answer.other].compactMap { arm in counts.first { $0.arm == arm } }
    let isOfAnswer = compared.count == 2
    let pair =
      isOfAnswer
      ? compared : Array(counts.sorted { (share($1), $0.arm) < (share($0), $1.arm) }.prefix(2))
    guard pair.count == 2 else { return nil }
    let texts = pair.map { "\(name($0.arm)) at \(SupportedDigits.text(100 * share($0), decimals: 1))%" }
    func points(_ difference: Double) -> String {
      "\(SupportedDigits.text(100 * difference, decimals: 1, signed: true)) pp"
    }
    let difference = points(share(pair[0]) - share(pair[1]))
    let words = "It counted \(texts[0]) and \(texts[1]): \(difference)"
    if isOfAnswer { return ("\(words).", lead != difference) }
    let means = pair.compactMap { report.options[$0.arm].now.mean }
    guard report.objective.isShare, means.count == 2 else { return ("\(words).", false) }
    let now = points(means[0] - means[1])
    return ("\(words), where the file now says \(now).", now != difference)
  }
}
