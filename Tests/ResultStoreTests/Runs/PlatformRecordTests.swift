import ExperimentDesign
import Foundation
import ResultStore
import Testing

@Suite("The platform checks of a run")
struct PlatformRecordTests {
  let scratch: Scratch
  let store: ResultStore
  let run: String

  private let record = PlatformRecord.sample

  init() throws {
    scratch = try Scratch()
    store = try ResultStore(path: scratch.path())
    run = try store.begin(.sample()).id
  }

  @Test("It comes back as it was; never looked at is not the same as nothing found")
  func roundTrip() throws {
    #expect(try store.run(run).platform == nil)
    let nothing = PlatformRecord(findings: [], visibilities: [])
    try store.keep(nothing, of: run)
    #expect(try store.run(run).platform == nothing)
    try store.keep(record, of: run)
    try store.keep(record, of: run)
    #expect(try store.run(run).platform == record)
    try store.keep(nothing, of: run)
    #expect(try store.run(run).platform == nothing)
  }

  @Test("The texts that ask for a run last take the place of those before, and it stays whole")
  func texts() throws {
    var texts = RunTexts(fileText: "# another", populationText: "of its own", overrides: ["a=1"])
    texts.source = "ours/mine.yaml"
    try store.keep(texts, of: run)
    #expect(try store.run(run).inputs.texts == texts)
    #expect(throws: ResultStoreError.self) { try store.keep(texts, of: "0000000000") }
  }

  @Test("It stays as the run grows")
  func growth() throws {
    try store.keep(record, of: run)
    let grown = try store.grow(run, to: .sample(trials: 9, contentKey: "grown"))
    #expect(grown.platform == record)
  }

  @Test("Merged stores carry it; what is kept here already stays")
  func merging() throws {
    try store.append(RunInputs.sample().sampleResults([0, 1]), to: run)
    try store.keep(record, of: run)
    let out = try ResultStore(path: scratch.path("out.sqlite"))
    try out.begin(.sample())
    try out.take(trialsOf: run, from: store, into: run)
    #expect(try out.run(run).platform == record)
    try store.keep(PlatformRecord(findings: [], visibilities: []), of: run)
    try out.take(trialsOf: run, from: store, into: run)
    #expect(try out.run(run).platform == record)
  }

  @Test(
    "The worst is reported first: what forbids an arm, errors, warnings, notes, and last what is accepted")
  func ranking() {
    var findings = record.findings.map { DescribedFinding($0, seen: "", why: "", fix: "") }
    findings.append(findings[1])
    findings[3].waived = "known"
    findings.append(findings[1])
    findings[4].severity = .error
    findings.reverse()
    let ranked = PlatformDescription(findings: findings, visibilities: []).ranked
    #expect(ranked.map(\.forbids) == [true, false, false, false, false])
    #expect(ranked.dropFirst().map(\.severity) == [.error, .warning, .note, .note])
    #expect(ranked.last?.waived == "known")
  }
}
