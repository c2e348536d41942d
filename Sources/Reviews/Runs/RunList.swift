public import ExperimentDesign
public import Rendering
public import Studies

/// What a store has, newest first: its runs, and its plans, searches and calibrations.
public struct RunList: Encodable {
  /// One run: what was run, when, and what to do.
  public struct Run: Encodable, Sendable {
    var run: String
    var name: String?
    var note: String?
    var experiment: String
    var question: String?
    /// What was set in place of what the file says: `path=value`, apart by `; `.
    var whatIf: String?
    var arms: Int
    var objective: String
    /// What the answer says to do, each scenario's once; `nil` while the run is unfinished.
    var advice: String?
    var seed: UInt64
    var trials: Int
    var storedTrials: Int
    var installs: Int
    var engine: String
    /// ISO 8601, UTC.
    var createdAt: String
    /// Time spent simulating.
    var seconds: Double

    /// - Parameters:
    ///   - run: its id.
    ///   - settings: what was set from outside, as `path=value`.
    ///   - advice: in words; `nil` while there is none.
    ///   - createdAt: ISO 8601, UTC.
    ///   - seconds: spent simulating.
    public init(
      _ run: String, name: String?, note: String?, description: RunDescription, settings: [String],
      advice: String?, storedTrials: Int, createdAt: String, seconds: Double
    ) {
      self.run = run
      self.name = name
      self.note = note
      experiment = description.experiment
      question = description.question
      let whatIf = RunOutline.whatIf(of: settings)
      self.whatIf = whatIf.isEmpty ? nil : whatIf.joined(separator: "; ")
      arms = description.arms.count
      objective = description.objective.name
      self.advice = advice
      seed = description.seed
      trials = description.trials
      self.storedTrials = storedTrials
      installs = description.installs
      engine = description.engine
      self.createdAt = createdAt
      self.seconds = seconds
    }
  }

  /// One plan, search or calibration.
  public struct Study: Encodable, Sendable {
    var study: String
    var name: String?
    var note: String?
    /// `plan`, `search` or `calibration`.
    var kind: String
    /// What came out, in a few words; `nil` where this version cannot read it.
    var result: String?
    var experiment: String?
    /// The run that it is of.
    var run: String?
    /// The words of the command that made it, without the program's.
    var arguments: String
    /// ISO 8601, UTC.
    var createdAt: String

    /// The parts, the arguments in one line.
    public init(
      _ study: String, name: String?, note: String?, kind: String, result: String?, experiment: String?,
      run: String?, arguments: [String], createdAt: String
    ) {
      self.study = study
      self.name = name
      self.note = note
      self.kind = kind
      self.result = result
      self.experiment = experiment
      self.run = run
      self.arguments = arguments.map(TerminalText.shellWord).joined(separator: " ")
      self.createdAt = createdAt
    }
  }

  let schema = "att-lab/runs/1"
  /// The store, as it was named.
  var store: String
  /// Newest first.
  public var runs: [Run]
  /// Newest first.
  public var studies: [Study]

  /// The parts, unchanged.
  public init(runs: [Run], studies: [Study] = [], store: String) {
    self.store = store
    self.runs = runs
    self.studies = studies
  }

  /// As a person reads it, a line for each.
  public func document() -> ReviewDocument {
    let missing =
      "No runs yet in '\(store)'. 'att-lab simulate FILE' makes one; 'att-lab init' writes a file to start from."
    return ReviewDocument([
      [runs.isEmpty ? .text("\(missing)") : .table(runTable)],
      studies.isEmpty ? [] : [.table(studyTable)],
    ])
  }

  private var runTable: TextTable {
    table(
      "run", runs.map(\.run), names: runs.map(\.name),
      [
        prose(
          "experiment, what-if",
          runs.map { [$0.experiment, $0.whatIf, $0.note.map { "note: \($0)" }] }),
        column("begun (UTC)", runs.map { minute($0.createdAt) }),
        prose("advice", runs.map { [$0.outcome] }),
      ])
  }

  private var studyTable: TextTable {
    table(
      "id", studies.map(\.study), names: studies.map(\.name),
      [
        prose(
          "result",
          studies.map { study in
            [
              "\(study.kind): \(study.result ?? "cannot be read; show it to see why")",
              study.note.map { "note: \($0)" },
            ]
          }),
        column("made of", studies.map(\.subject)),
        column("made (UTC)", studies.map { minute($0.createdAt) }),
      ])
  }

  private func table(
    _ heading: String, _ ids: [String], names: [String?], _ columns: [TextTable.Column]
  ) -> TextTable {
    let hasNames = names.contains { $0 != nil }
    return TextTable(
      first: column(heading, ids),
      columns: (hasNames ? [column("name", names.map { $0 ?? "" })] : []) + columns)
  }

  private func column(_ heading: String, _ cells: [String]) -> TextTable.Column {
    .init(heading: [heading], cells: cells, isNumeric: false, widest: 24)
  }

  private func prose(_ heading: String, _ cells: [[String?]]) -> TextTable.Column {
    .init(
      heading: [heading], cells: cells.map { $0.compactMap { $0 }.joined(separator: "; ") }, isNumeric: false,
      isProse: true)
  }

  /// `2026-11-21 08:30`.
  private func minute(_ time: String) -> String { String(time.prefix(16)).replacing("T", with: " ") }
}

extension RunList.Run {
  /// The advice, or why there is none yet.
  fileprivate var outcome: String {
    storedTrials < trials
      ? "unfinished: \(SupportedDigits.grouped(storedTrials)) of \(SupportedDigits.grouped(trials)) trials"
      : advice ?? "not stored; simulate the file again"
  }
}

extension RunList.Study {
  /// The run, else the experiment, else that a plan is of rates.
  fileprivate var subject: String {
    run.map { "run \($0)" } ?? experiment ?? (kind == "plan" ? "rates" : "")
  }
}

extension RunList {
  /// What a run's scenarios advise in a few words, each once; `nil` for none.
  public static func words(_ advice: [Advice]) -> String? {
    var texts: [Phrase] = []
    for words in advice.map(words) where !texts.contains(words) { texts.append(words) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ").text
  }

  private static func words(_ advice: Advice) -> Phrase {
    switch advice {
    case .choose(let option, _): "choose \(Name(option))"
    case .test(let option, let rival, _, _): "test \(Name(option)) vs \(Name(rival))"
    case .sameToTheModel(let options):
      "no difference: \(options.map { Phrase(Name($0)) }.joined(separator: ", "))"
    case .moreTrials: "more trials"
    case .blocked: "blocked"
    }
  }
}
