import Rendering
import Studies
import TestAnalysis
import TestData
import Testing
import TextFormats

@testable import Reviews

@Suite("What a real test says to do, in words")
struct TestWordsTests {
  @Test("options that are equal are called neither ahead nor behind", arguments: [2, 3])
  func level(options: Int) throws {
    let counts = (0..<options).map { "\("abc".dropFirst($0).prefix(1))=400/2000" }.joined(separator: ",")
    let table = try TestTable(inline: counts, denominator: .installs)
    let result = try TestResult(AnalysedTest(table, options: AnalysisOptions()))
    let words = TestWords(result: result).facts(.brief).map(\.text.text).joined(separator: " ")
    #expect(words.contains("level") && !words.contains("ahead") && !words.contains("behind"))
  }

  @Test("the table: an option per denominator, then one per guardrail, judged as the advice judges it")
  func rows() throws {
    let text = "arm,installs,allowed,retained_d7\na,20000,4000,2000\nb,20000,4600,2000\n"
    let table = try TestTable(reading: bytes(Array(text.utf8)), file: "t.csv")
    let result = try TestResult(AnalysedTest(table, options: AnalysisOptions()))
    let csv = try result.csv()
    let verdict = try #require(csv.header.firstIndex(of: "verdict"))
    let state = result.advice.guardrails[0].state.rawValue
    #expect(csv.rows.map { $0[verdict] } == [.null, .text("better"), .null, .text(state)])
  }

  @Test("a test that updates a file keeps what it says alone; one option is no test")
  func alone() throws {
    func learnt(_ text: String) throws -> CalibratedTest? {
      let table = try TestTable(reading: bytes(Array(text.utf8)), file: "t.csv")
      return try CalibratedTest(TestResult(AnalysedTest(table, options: AnalysisOptions())), day: 7)
    }
    let found = try #require(
      try learnt("arm,installs,allowed,retained_d7\na,5000,1300,900\nb,5000,1400,700\n"))
    #expect(found.advice == .choose("a", because: .onlyOption) && found.guardrails.map(\.state) == [.fails])
    #expect(found.counts.map(\.installs) == [5000, 5000] && !found.sentences.isEmpty)
    #expect(try learnt("arm,installs,allowed\na,5000,1300\n") == nil)
  }
}
