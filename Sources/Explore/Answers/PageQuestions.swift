import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Simulation
import TextFormats

/// What a page can ask, and the answers.
///
/// A text comes with every question, so that nothing is remembered of a page but what is computed for it.
final class PageQuestions: Sendable {
  /// What a page asks, by the last part of the address.
  enum Question: String {
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

  /// What a page sends; which of it there has to be depends on the question.
  struct Asked: Decodable {
    /// Tells the page from others.
    var page: String?
    var text: String?
    var edits: [TextEdit]?
    var trial: UInt32?
    var install: UInt32?
    var scenario: String?
    var seeks: Sought?
    var name: String?

    /// Whom to look for, from an install on.
    enum Sought: String, Decodable {
      /// Somebody for whom the options end differently, to begin with.
      case difference
      /// The next one for whom it ends otherwise than for this one.
      case otherOutcome = "other_outcome"
    }

    /// - Throws: `DecodingError` where it is missing.
    func needed<Value>(_ value: Value?, _ name: String) throws -> Value {
      guard let value else {
        throw DecodingError.valueNotFound(Value.self, .init(codingPath: [], debugDescription: name))
      }
      return value
    }
  }

  private let exploration: Exploration
  /// Where all of it is worked out.
  private let threads = AnswerThreads()

  init(_ exploration: Exploration) { self.exploration = exploration }

  func reply(to question: Question, _ asked: Asked) async throws -> JSONValue {
    try await withTaskExecutorPreference(threads) {
      switch question {
      case .start: try start()
      case .edit: try edit(asked)
      case .trace: try trace(asked)
      case .runs: try runs()
      case .keep: try await keep(asked)
      case .answer: .null  // It comes as events.
      }
    }
  }

  // MARK: - The text

  /// Reads a text that somebody typed: it names no file but the population's that the exploration offers.
  ///
  /// - Throws: `FileProblems` with everything that is wrong.
  private func read(_ text: String) throws -> (file: ExperimentFile, plan: SimulationPlan) {
    let offered = exploration.population ?? ("", "")
    let file = try loadExperiment(
      text: Array(text.utf8), path: exploration.path, population: (offered.name, offered.text),
      extended: exploration.file)
    return (file, SimulationPlan(file, overrides: []))
  }

  /// The text as the page begins with it, with a seed in it: an answer that is to be found again has one.
  private func start() throws -> JSONValue {
    var text = exploration.text
    if try read(text).file.experiment.seed == nil {
      let seed = SimulationPlan.drawSeed()
      text = try edited(
        text, [TextEdit(.set, "seed", value: "\(seed)")], path: exploration.path, file: exploration.file)
    }
    return [
      "text": .text(text), "path": .text(exploration.path), "source": .text(exploration.source),
      "store": .text(exploration.store),
      "inputs": PageJSON.inputs(of: try read(text).plan),
    ]
  }

  private func edit(_ asked: Asked) throws -> JSONValue {
    let text = try edited(
      asked.needed(asked.text, "text"), asked.needed(asked.edits, "edits"), path: exploration.path,
      file: exploration.file)
    return ["text": .text(text)]
  }

  // MARK: - The answer

  /// Works the answer to a text out, and hands on what is known of it as trials arrive.
  ///
  /// It ends soon after its task is cancelled.
  func watch(_ text: String, _ send: @Sendable (JSONValue) -> Void) async throws {
    try await withTaskExecutorPreference(threads) {
      let (file, asked) = try read(text)
      var context = exploration.context
      try RunEstimate(
        of: asked.experiment, trials: asked.experiment.trials, threads: context.threads, seed: asked.seed
      ).requirePossible()
      let plan = try await asked.sized(threads: context.threads)
      send(PageJSON.experiment(plan, file))
      context.shouldStop = { [stop = context.shouldStop] in stop() || Task.isCancelled }
      try await plan.watch(context: context) { look in
        send(try PageJSON.look(look, plan, in: exploration))
      }
    }
  }

  /// Installs that are looked at for another outcome.
  private static let mostLookedAt = 2_000

  /// What one person sees under every option, in a scenario of the text; of none, or one that it does not have, the first.
  private func trace(_ asked: Asked) throws -> JSONValue {
    let plan = try read(asked.needed(asked.text, "text")).plan
    let experiment = plan.experiment
    let scenarios = experiment.scenarios.map(\.name)
    let scenario = scenarios.firstIndex { $0 == asked.scenario } ?? 0
    // The page counts on; here it goes round.
    let tracer = LifeTracer(
      Simulator(experiment: experiment, seed: plan.seed), trial: Int(asked.trial ?? 0) % experiment.trials,
      scenario: scenario)
    func strips(_ further: Int) -> TraceStrips {
      let install = (Int(asked.install ?? 0) + further) % experiment.installs
      return TraceStrips(experiment: experiment, trace: tracer.trace(install: install))
    }
    let first = strips(0)
    let found = (0...min(Self.mostLookedAt, experiment.installs - 1)).lazy.map(strips).first { other in
      switch asked.seeks {
      case nil: true
      case .difference: Set(other.outcome).count > 1
      case .otherOutcome: other.outcome != first.outcome
      }
    }
    return (found ?? first).json.adding([
      ("found", .flag(found != nil)), ("scenario", .text(scenarios[scenario])),
      ("scenarios", .texts(scenarios)),
    ])
  }

  // MARK: - The store

  private func runs() throws -> JSONValue {
    let store: ResultStore
    do {
      store = try ResultStore(path: exploration.store, access: .reading)
    } catch {
      guard case .missing = error else { throw error }
      return ["runs": []]
    }
    let runs = try store.runs(limit: 50).map { run -> JSONValue in
      [
        "run": .text(run.id), "name": .optional(run.name), "experiment": .text(run.inputs.experiment),
        "trials": .count(run.inputs.trials),
      ]
    }
    return ["runs": .list(runs)]
  }

  private func keep(_ asked: Asked) async throws -> JSONValue {
    let plan = try await SimulationPlan(
      try read(asked.needed(asked.text, "text")).file, overrides: [], path: exploration.path
    ).sized(threads: exploration.context.threads)
    let runner = Runner(store: try ResultStore(path: exploration.store), context: exploration.context)
    let run = try await runner.run(plan, name: asked.name.flatMap { $0.isEmpty ? nil : $0 }).record
    return ["run": .text(run.id), "name": .optional(run.name)]
  }

  /// A document of the run with this id.
  func document(_ document: Exploration.Document, of id: String) async throws -> String {
    try await withTaskExecutorPreference(threads) {
      let store = try ResultStore(path: exploration.store, access: .reading)
      return try await exploration.document(document, store.run(id), store)
    }
  }
}
