import ExperimentDesign
import ExperimentFiles
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

/// What a page can ask, and the answers.
///
/// A text comes with every question, so that nothing is remembered of a page but what is computed for it.
struct PageQuestions: Sendable {
  /// What a page asks, by the last part of the address.
  enum Question: String, CaseIterable {
    /// What the page begins with.
    case start
    /// The answer to a text, as events.
    case answer
    /// A text with a change in it.
    case edit
    /// What one person sees.
    case trace
    /// The runs of the store.
    case runs
    /// A text as a run of the store.
    case keep
  }

  /// A request for something that the page does not offer.
  struct NotOffered: Error, CustomStringConvertible {
    var description: String
  }

  let exploration: Exploration
  let reader: PageReader
  /// Where all of it is worked out.
  private let threads: AnswerThreads

  init(_ exploration: Exploration) {
    self.exploration = exploration
    reader = PageReader(exploration)
    // So that a page's answer begins while those of a few others are worked out.
    threads = AnswerThreads(most: 4 * exploration.context.threads)
  }

  func reply(to question: Question, _ asked: JSONMember) async throws -> JSONValue {
    try await withTaskExecutorPreference(threads) { try await answer(to: question, asked) }
  }

  private func answer(to question: Question, _ asked: JSONMember) async throws -> JSONValue {
    switch question {
    case .start: return try await start()
    case .edit:
      let text = try asked.member("text").text()
      let edits = try asked.member("edits").items()
      guard edits.count <= Self.mostEdits else {
        throw NotOffered(description: "expected at most \(Self.mostEdits) edits, found \(edits.count)")
      }
      return .object([("text", .text(try edited(text, edits.map(edit), path: exploration.path)))])
    case .trace: return try await trace(asked)
    case .runs: return try runs()
    case .keep: return try await keep(asked)
    case .answer: throw NotOffered(description: "answers come as events")
    }
  }

  // MARK: - The text

  /// The text as the page begins with it, with a seed in it: an answer that is to be found again has one.
  private func start() async throws -> JSONValue {
    var text = exploration.text
    let file = try await reader.file(text)
    if file.experiment.seed == nil {
      let seed = SimulationPlan.drawSeed()
      text = try edited(text, [.set(path: "seed", value: "\(seed)")], path: exploration.path)
    }
    let plan = SimulationPlan(try await reader.file(text), overrides: [])
    return .object([
      ("text", .text(text)), ("path", .text(exploration.path)), ("store", .text(exploration.store)),
      ("inputs", PageInputs.json(of: plan)),
    ])
  }

  /// Edits of one request at most; a page joins the moves of a slider into one.
  private static let mostEdits = 100

  private func edit(_ asked: JSONMember) throws -> TextEdit {
    let path = try asked.member("path").text()
    switch try asked.member("edit").text() {
    case "set": return .set(path: path, value: try asked.member("value").text())
    case "remove": return .remove(path: path)
    case "copy": return .copy(path: path, name: try asked.member("name").text())
    case "rename": return .rename(path: path, name: try asked.member("name").text())
    case "restore": return .restore(path: path, from: exploration.text)
    case let other:
      throw NotOffered(
        description: "expected set, remove, copy, rename or restore, found '\(other.prefix(20))'")
    }
  }

  // MARK: - The answer

  /// Works the answer to a text out, and hands on what is known of it as trials arrive.
  func watch(
    _ text: String, while isWanted: @escaping @Sendable () -> Bool,
    _ send: @Sendable (JSONValue) -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await work(text, while: isWanted, send) }
  }

  private func work(
    _ text: String, while isWanted: @escaping @Sendable () -> Bool,
    _ send: @Sendable (JSONValue) -> Void
  ) async throws {
    let file = try await reader.file(text)
    let plan = SimulationPlan(file, overrides: [])
    try RunEstimate(of: plan.experiment, threads: exploration.context.threads, cores: WorkContext.cores)
      .requirePossible()
    let platform = PlatformDescription(ofRun: file, path: exploration.path)
    send(PageExperiment.json(of: plan, file))
    var context = exploration.context
    let stop = context.shouldStop
    context.shouldStop = { stop() || !isWanted() }
    try await LiveRun(plan, platform: platform, context: context).run { look in
      send(PageLook.json(of: look, plan, file, in: exploration))
    }
  }

  // MARK: - One person

  private func trace(_ asked: JSONMember) async throws -> JSONValue {
    let file = try await reader.file(try asked.member("text").text())
    let plan = SimulationPlan(file, overrides: [])
    let (trial, install) = (
      Int(try asked.member("trial").number(in: 0...1e9)), Int(try asked.member("install").number(in: 0...1e9))
    )
    let seeks = try asked.optional("seeks")?.text()
    let sought = seeks.flatMap { PagePerson.Sought(rawValue: $0) }
    if let seeks, sought == nil {
      throw NotOffered(description: "expected difference or other_outcome, found '\(seeks.prefix(20))'")
    }
    return try PagePerson(plan, scenario: try asked.optional("scenario")?.text()).json(
      trial: trial, install: install, seeks: sought)
  }

  // MARK: - The store

  private func runs() throws -> JSONValue {
    let store: ResultStore
    do {
      store = try ResultStore(path: exploration.store, access: .reading)
    } catch {
      guard case .missing = error else { throw error }
      return .object([("runs", .list([]))])
    }
    let listing = try RunListing(of: store, limit: 50)
    return .object([
      (
        "runs",
        .list(
          listing.entries.map { entry in
            .object([
              ("run", .text(entry.head.id)), ("name", .optional(entry.head.name)),
              ("experiment", .text(entry.head.experiment)), ("trials", .count(entry.head.trials)),
            ])
          })
      )
    ])
  }

  private func keep(_ asked: JSONMember) async throws -> JSONValue {
    let file = try await reader.file(try asked.member("text").text())
    var plan = SimulationPlan(file, overrides: [])
    plan.platform = PlatformDescription(file, path: exploration.path).record
    let name = try asked.optional("name")?.text()
    let store = try ResultStore(path: exploration.store)
    let run = try await Runner(store: store, context: exploration.context)
      .run(plan, name: name.flatMap { $0.isEmpty ? nil : $0 })
    return .object([("run", .text(run.record.id)), ("name", .optional(run.record.name))])
  }

  // MARK: - Documents

  /// Something of a stored run that stands on a page, or in a file, of its own.
  enum Document: String {
    case report
    /// The table of the run's answer.
    case table
  }

  /// A document of the run with this id.
  func document(_ document: Document, of id: String) async throws -> String {
    try await withTaskExecutorPreference(threads) {
      let store = try ResultStore(path: exploration.store, access: .reading)
      let record = try store.run(id)
      switch document {
      case .report: return try await exploration.report(record, store)
      case .table: return try exploration.table(record, store)
      }
    }
  }
}
