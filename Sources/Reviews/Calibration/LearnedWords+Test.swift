import Rendering
import Studies

extension LearnedWords {
  /// What the test says alone, and why the chance above is another one.
  func testAlone(_ now: CalibrationReport.Level) -> [String] {
    guard let found = report.test, let answer = report.answer else { return [] }
    let test = found.test
    let which = test.options.count == 2 ? "the options" : "its two best options"
    var sentences = [
      test.isEven
        ? "The test alone shows no difference between \(which) by day \(test.day)."
        : "By the test alone, \(TerminalText.inSentence(test.ahead)) is better by day \(test.day), with a chance of "
          + "\(AnswerNumbers.chance(test.chance))."
    ]
    let isOther = !test.isEven && test.ahead != LearntTest.name(report.name(answer.best))
    guard let chance = now.chance, isOther || abs(chance - test.chance) >= 0.02 else { return sentences }
    let untested = report.options.map { LearntTest.name($0.name) }.contains { !test.options.contains($0) }
    let reasons =
      (test.day < found.readingAge ? ["what comes after day \(test.day)"] : [])
      + (untested ? ["the other options"] : []) + ["how well the model fits the app"]
    sentences.append(
      "The chance above is of day \(found.readingAge), and it also depends on what the file assumes. Not in the test "
        + "\(reasons.count == 1 ? "is" : "are") \(reasons.inProse).")
    return sentences
  }
}
