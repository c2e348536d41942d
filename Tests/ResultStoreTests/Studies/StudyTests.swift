import Foundation
import ScratchFolders
import Testing

@testable import ResultStore

@Suite("Plans, searches and calibrations in a store")
struct StudyTests {
  let scratch = Scratch()
  let store: ResultStore

  init() throws { store = try ResultStore(path: scratch.path()) }

  private func inputs(
    _ asked: String = "{}", run: RunRecord.ID? = nil, document: String? = nil, arguments: [String] = ["plan"]
  ) -> StudyInputs {
    StudyInputs(
      kind: .plan, experiment: nil, run: run, arguments: arguments,
      engine: "test 1",
      contentKey: ContentKey.of(study: .plan, engine: "test 1", asked: asked),
      document: document ?? #"{"schema":"att-lab/plan/1","asked":\#(asked)}"#)
  }

  private func study(_ reference: String) throws -> StudyRecord {
    guard case .study(let record) = try store.item(reference) else {
      return try #require(nil as StudyRecord?, "it is a run")
    }
    return record
  }

  @Test("One is found by its id, the start of it and its name, as it was kept")
  func found() throws {
    let kept = try store.keep(inputs(arguments: ["plan", "--baseline", "20%"]))
    #expect(kept.inputs == inputs(arguments: ["plan", "--baseline", "20%"]))
    #expect(try study(kept.id) == kept && study(String(kept.id.prefix(6))) == kept)
    try store.rename(kept.id, to: "size")
    try store.annotate(kept.id, with: "For the board.")
    let named = try study("size")
    #expect(named.name == "size" && named.note == "For the board." && named.inputs == kept.inputs)
    #expect(try store.studies() == [named])
    let again = try ResultStore(path: scratch.path(), access: .reading)
    #expect(try again.studies() == [named])
    try store.remove(kept.id)
    #expect(try store.studies().isEmpty)
  }

  @Test("The same question has one row, with the newest answer; its id, name and time stay")
  func once() throws {
    let first = try store.keep(inputs(), at: Date(timeIntervalSince1970: 1_700_000_000))
    try store.rename(first.id, to: "mine")
    let other = try store.keep(inputs(#"{"a":1}"#))
    let newer = #"{"schema":"att-lab/plan/1","power":0.8}"#
    let again = try store.keep(inputs(document: newer, arguments: ["plan", "--power", "80%"]))
    #expect(again.id == first.id && again.name == "mine" && again.createdAt == first.createdAt)
    #expect(again.inputs.document == newer && again.inputs.arguments == ["plan", "--power", "80%"])
    #expect(try store.studies().map(\.id) == [other.id, first.id] && other.id != first.id)
  }

  @Test("A document that is none, or names no schema, is refused", arguments: ["", "[]", "{}"])
  func unfit(document: String) throws {
    #expect(throws: ResultStoreError.self) { try store.keep(inputs(document: document)) }
  }

  @Test("One of a run goes with it, and names and ids are unique over runs and studies")
  func withRuns() throws {
    let run = try store.begin(.sample(), name: "news").id
    let plan = try store.keep(inputs(run: run))
    #expect(plan.inputs.run == run && plan.id != run)
    #expect(try store.studyCount(of: run) == 1)
    #expect(throws: ResultStoreError.nameTaken(name: "news", by: run, path: scratch.path())) {
      try store.rename(plan.id, to: "news")
    }
    try store.rename(plan.id, to: "size")
    #expect(throws: ResultStoreError.nameTaken(name: "size", by: plan.id, path: scratch.path())) {
      try store.begin(.sample(contentKey: "other"), name: "size")
    }
    #expect(throws: ResultStoreError.notARun(reference: "size", kind: "plan", path: scratch.path())) {
      try store.run("size")
    }
    #expect(try store.item("last").id == run)
    try store.remove(run)
    #expect(try store.studies().isEmpty)
  }

  @Test("Where nothing but a plan is of an experiment, its name says which one")
  func ofExperiment() throws {
    var asked = inputs()
    asked.experiment = "news"
    let plan = try store.keep(asked)
    let alone = ResultStoreError.studyAlone(
      experiment: "news", kind: "plan", id: plan.id, path: scratch.path())
    #expect(throws: alone) { try store.item("news") }
  }

  @Test("A start that runs and studies share is ambiguous")
  func ambiguous() throws {
    var ids: [String] = []
    // Of seventeen ids two begin with the same digit.
    for number in 0..<8 {
      ids.append(try store.begin(.sample(contentKey: "run \(number)")).id)
      ids.append(try store.keep(inputs("\(number)")).id)
    }
    ids.append(try store.keep(inputs("9")).id)
    let start = try #require(
      ids.map { String($0.prefix(1)) }.first { s in ids.count { $0.hasPrefix(s) } > 1 })
    #expect {
      try store.item(start)
    } throws: { error in
      guard case .ambiguousRun(start, let candidates, _)? = error as? ResultStoreError else { return false }
      return candidates == Array(ids.filter { $0.hasPrefix(start) }.sorted().prefix(5))
    }
  }

  @Test(
    "What was changed by hand differs from its checksum, or breaks a rule of the schema",
    arguments: [
      "UPDATE study SET document = replace(document, '0.2', '0.3')", "UPDATE study SET kind = 'search'",
      "UPDATE study SET arguments = '[]'", "UPDATE study SET name = 'x'", "UPDATE study SET engine = '2'",
      "UPDATE study SET created_at = 'now'", "UPDATE study SET content_key = 'x'",
      "UPDATE study SET run = NULL",
      "UPDATE study SET experiment = 'x'", "UPDATE study SET checksum = checksum + 1",
    ])
  func damaged(sql: String) throws {
    let run = try store.begin(.sample()).id
    _ = try store.keep(inputs(#"{"rate":0.2}"#, run: run))
    try executePlainly([sql], in: scratch.path())
    let store = try ResultStore(path: scratch.path(), access: .reading)
    #expect {
      try store.studies()
    } throws: { error in
      guard case .damaged(_, let reason)? = error as? ResultStoreError else { return false }
      return reason.hasSuffix("differs from its checksum")
    }
  }
}
