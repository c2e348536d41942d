import Inference
import Rendering
import Testing
import TextFormats

@testable import Reviews

@Suite("What searches and calibrations say")
struct StudyWordsTests {
  private func text(_ review: StudyReview) -> String {
    review.text(.plain).replacing(/\s+/, with: " ")
  }

  @Test("what a log counts of days stands beside the fit, with its standard error")
  func counted() throws {
    let text = text(try StudyReadingTests.calibration(isUpdate: false))
    for words in [
      "Visits of 1,000 people are fitted. Counts of the log stand beside the fit, ± their standard error.",
      "Retention on day 1: 25.0% by the fit, 25.0% ± 1.4 counted of 1,000 people.",
      "Retention on day 7: 15.0% by the fit, 10.0% ± 0.9 counted of 1,000 people.",
    ] { #expect(text.contains(words), "\(words): \(text)") }
  }

  @Test("a log without a row for each session has the fit alone")
  func uncounted() throws {
    let text = text(try StudyReadingTests.calibration(isUpdate: false, back: []))
    #expect(
      text.contains("Visits of 1,000 people: retention on days 1, 7 and 30 is 25%, 15% and 8%."), "\(text)")
    #expect(!text.contains("misses the visits"))
  }

  @Test("a fit further than three standard errors from what the log counts is warned of")
  func missed() throws {
    let review = try StudyReadingTests.calibration(isUpdate: false)
    let words =
      "The fit misses the visits. On day 7 the log counts 10.0%, and the fit says 15.0%: more than 3 standard errors of "
      + "the count apart."
    #expect(text(review).contains(words), "\(text(review))")
    #expect(review.json.text.contains(words))
    // 3 standard errors of 12.2% are 3.1 points.
    let near = text(try StudyReadingTests.calibration(isUpdate: false, back: [(1, 250), (7, 122)]))
    #expect(!near.contains("misses the visits"), "\(near)")
  }

  @Test("numbers that meet every count are not praised where the visits are missed")
  func saturated() throws {
    let praise = "The numbers meet every count"
    func found(_ back: [(day: Int, people: Int)]) throws -> String {
      text(try StudyReadingTests.calibration(isUpdate: false, back: back, usual: (0, 0.2)))
    }
    #expect(try found([(7, 150)]).contains(praise))
    #expect(try !found([(7, 100)]).contains(praise))
  }

  @Test("a calibration that was kept without counts of days is read")
  func earlier() throws {
    let review = try StudyReadingTests.calibration(isUpdate: false)
    guard case .object(var document) = try JSONValue(reading: review.facts.text(.canonical)),
      let sessions = document.firstIndex(where: { $0.key == "sessions" }),
      case .object(let members) = document[sessions].value
    else { throw JSONProblem(place: "", reason: "no sessions") }
    document[sessions].value = .object(members.filter { $0.key != "counted" })
    let read = try CalibrationReport(reading: JSONMember(.object(document)))
    let without = try StudyReadingTests.calibration(isUpdate: false, back: [])
    #expect(StudyReview.calibration(read).text(.plain) == without.text(.plain))
  }

  @Test("a test of equal counts alone shows no difference")
  func evenTest() throws {
    let text = text(try StudyReadingTests.calibration(isUpdate: true, chance: 0.5))
    #expect(
      text.contains("The test alone shows no difference between the options by day 7."), "\(text)")
    #expect(!text.contains("50%") && !text.contains("By the test alone"), "\(text)")
  }

  @Test("what a test counted stands beside what the file says now, with why the two differ")
  func observed() throws {
    func found(_ allowed: Int) throws -> String {
      text(
        try StudyReadingTests.calibration(
          isUpdate: true, chance: 0.9, counts: [(0, 1_000, allowed), (1, 1_000, 180)]))
    }
    let other = try found(196)
    for words in [
      "launch leads later by +4.0 pp", "It counted launch at 19.6% and later at 18.0%: +1.6 pp.",
      "What the file says is of day 30, and it depends also on what it assumed before the test.",
    ] { #expect(other.contains(words), "\(words): \(other)") }
    let same = try found(220)
    #expect(same.contains(": +4.0 pp.") && !same.contains("is of day 30"), "\(same)")
  }

  @Test("what a first pass left is said before what it kept, and limits after that")
  func firstPass() {
    let text = text(StudyReadingTests.search())
    for words in [
      "6 strategies: 1 is forbidden by Apple's rules, 1 does the same as another. 4 are left. A first pass "
        + "kept the 4 with the best means, by halves. Of these, 1 fails a limit, 1 is not shown to meet the limits. "
        + "3 are left to choose from.",
      "What is promised is about the 3 that are left.",
    ] { #expect(text.contains(words), "\(words): \(text)") }
  }
}
