import Foundation
import Testing

@Suite("What a search costs beside other procedures")
struct SearchCostTests {
  /// Constants of Kim & Nelson 2001 for c = 1.
  @Test(
    "the constants of Kim and Nelson's procedure are theirs",
    arguments: [
      (2, 10, 0.334050, 6.012905), (5, 10, 0.634967, 11.429411), (10, 10, 0.859083, 15.463502),
      (10, 20, 0.302934, 11.511485), (50, 50, 0.143834, 14.095735),
    ])
  func kimNelson(options: Int, firstStage: Int, eta: Double, hSquared: Double) {
    let procedure = KimNelson(firstStage: firstStage, options: options, guarantee: 0.95)
    #expect(abs(procedure.eta - eta) < 1e-6 && abs(procedure.hSquared - hSquared) < 1e-5)
  }

  @Test(
    "Rinott's constants are those of the tables",
    arguments: [(2, 20, 2.4525), (10, 20, 3.8752), (10, 50, 3.6867)])
  func rinott(options: Int, firstStage: Int, constant: Double) throws {
    let found = try FullGrid(firstStage: firstStage, options: options, guarantee: 0.95).constant()
    #expect(abs(found - constant) < 1e-3)
  }

  @Test("a search costs less than a full grid and an even one, and more than Kim and Nelson's")
  func order() throws {
    let row = try SearchCost.row(10, .steps, problems: 20)
    #expect(row.search < row.even && 2 * row.search < row.grid && row.search > row.kimNelson)
    #expect(row.good.search >= 0.95)
  }

  @Test("the page on record has the figures that the program gives")
  func page() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Sources/Studies/Studies.docc/SearchCost.md")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try SearchCost.page().write(to: file, atomically: true, encoding: .utf8)
    }
    let page = try String(contentsOf: file, encoding: .utf8)
    let row = try SearchCost.row(10, .spread, problems: SearchCost.problems)
    #expect(page.contains(row.line), "\(row.line)")
  }
}
