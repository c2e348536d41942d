import Foundation
import GRDB
import Testing

@Suite("A list of runs says of the best option what the answer says")
struct RunListTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    return lab
  }

  private func winner(_ lab: Lab, of run: String = "last") throws -> String {
    let list = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")
    let header = list[0].split(separator: ",", omittingEmptySubsequences: false)
    let column = try #require(header.firstIndex(of: "winner"))
    // The names hold no comma here, and what is before them has none either.
    return String(list[1].split(separator: ",", omittingEmptySubsequences: false)[column])
  }

  @Test("an open answer names no winner, whatever its means are", arguments: ["6", "60", "400"])
  func open(trials: String) throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--trials", trials).status == 0)
    let json = try lab("runs", "show", "--format", "json").output
    let headline = String(try #require(json.firstMatch(of: /"kind": "([a-z_]+)"/)?.1))
    let shown = try winner(lab)
    switch headline {
    case "choose", "only_option": #expect(["launch", "later"].contains(shown))
    case "best_guess", "leaning": #expect(shown.hasSuffix(" (best guess)"))
    case "too_few_trials": #expect(shown.hasSuffix(" (too few trials)"))
    case _: #expect(shown.hasPrefix("\"tie: "))
    }
    let list = try lab("runs", "list").output
    #expect(list.contains(shown.replacing("\"", with: "")))
  }

  @Test("arms that Apple's rules forbid do not win the list, though they were asked to win the answer")
  func forbidden() throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--include-noncompliant", "--trials", "60").status == 0)
    let shown = try winner(lab)
    #expect(!shown.isEmpty && !shown.contains("closable"))
  }

  @Test("a run that an earlier version finished is not given a winner until its file is simulated again")
  func earlier() throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--trials", "60").status == 0)
    let before = try winner(lab)
    let queue = try DatabaseQueue(path: lab.path("att-lab.sqlite"))
    try queue.write { db in
      try db.execute(sql: "DELETE FROM ranking; DELETE FROM checksum; UPDATE trial SET checksum = NULL")
    }
    try queue.close()
    try #require(!before.isEmpty)
    #expect(try winner(lab).isEmpty)
    #expect(try lab("runs", "list").output.contains("not stored"))
    #expect(try lab("simulate", "sample.yaml", "--trials", "60").status == 0)
    #expect(try winner(lab) == before)
  }
}
