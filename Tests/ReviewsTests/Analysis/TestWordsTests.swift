import Rendering
import Studies
import TestAnalysis
import TestData
import Testing

@testable import Reviews

@Suite("What a real test says to do, in words")
struct TestWordsTests {
  @Test("options that are equal are called neither ahead nor behind", arguments: [2, 3])
  func level(options: Int) throws {
    let counts = (0..<options).map { "\("abc".dropFirst($0).prefix(1))=400/2000" }.joined(separator: ",")
    let table = try CountsTable(inline: counts, denominator: .installs)
    let result = try TestResult(AnalysedTest(.counts(table), options: AnalysisOptions()))
    let words = TestWords(result: result).facts(.brief).map(\.text.text).joined(separator: " ")
    #expect(words.contains("level") && !words.contains("ahead") && !words.contains("behind"))
  }
}
