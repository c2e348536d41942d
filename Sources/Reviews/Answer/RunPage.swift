import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// A run's answer as people read it: the first screen, and everything behind it.
public struct RunPage: Sendable {
  /// What it says.
  public let answer: RunAnswer
  /// The commands that it suggests.
  public let commands: RunCommands

  /// Words for an answer.
  public init(_ answer: RunAnswer, commands: RunCommands) {
    self.answer = answer
    self.commands = commands
  }

  var outline: RunOutline { answer.summary.outline }
  var question: String { outline.question ?? outline.experiment }

  /// Columns of a label of the first screen.
  private static let labels = "Decided by".count
  /// Cautions that the first screen has room for.
  static let mostCautions = 3

  func words(_ scenario: ScenarioAnswer) -> ScenarioWords {
    ScenarioWords(answer: answer, scenario: scenario)
  }

  /// The first screen.
  public var brief: ReviewDocument { document(most: Self.mostCautions) }

  /// The first screen with all cautions.
  var whole: ReviewDocument { document(most: .max) }

  private func document(most: Int) -> ReviewDocument {
    guard let first = answer.scenarios.first else { return ReviewDocument([[.heading("\(question)")]]) }
    let words = words(first)
    let several = answer.scenarios.count > 1
    let heading: [ReviewDocument.Block] =
      several ? [.title("Scenario \(Name(first.found.name))")] : []
    let goals: [ReviewDocument.Block] = words.bestBy.map { [.decision([fact("Best by", $0)])] } ?? []
    return ReviewDocument(
      [
        [.heading("\(question)")] + progress, heading + [.decision(facts(words, most: most))],
        words.options.map { [.table($0)] } ?? [],
        words.contrasts.map { .labelled("  ", $0, .plain) } + goals,
      ] + answer.scenarios.dropFirst().map(further) + [steps(details) + [.decision([fact("Run", run)])]])
  }

  private func fact(
    _ label: String, _ text: Phrase, _ role: Fact.Role = .plain
  ) -> Fact {
    Fact("\(label.padded(to: Self.labels))", text, role)
  }

  /// What to do, how sure it is, and what to take care of.
  ///
  /// - Parameter most: cautions that are said; the others are counted.
  func facts(_ words: ScenarioWords, most: Int) -> [Fact] {
    let (standing, cautions) = (words.standing, words.cautions)
    var facts = [whatIf.map { fact("What if", $0, .caution) }]
    facts.append(fact("Do", words.advice, .advice))
    if let meanwhile = words.meanwhile {
      facts.append(fact("Meanwhile", [meanwhile, standing].compactMap { $0 }.joined(separator: " ")))
    } else {
      facts.append(standing.map { fact("Confidence", $0) })
    }
    facts.append(words.deciding.map { fact("Decided by", $0) })
    facts += cautions.prefix(most).enumerated().map { place, caution in
      let isCut = place == most - 1 && cautions.count > most
      return fact(
        place == 0 ? "Take care" : "",
        isCut ? "\(caution) \(cautions.count - most) more: --verbose." : caution, .caution)
    }
    facts += words.out.enumerated().map { fact($0.offset == 0 ? "Blocker" : "", $0.element, .blocker) }
    return facts.compactMap { $0 }
  }

  /// A scenario beside the first: what to do and how sure it is, in a few lines.
  private func further(_ scenario: ScenarioAnswer) -> [ReviewDocument.Block] {
    let words = words(scenario)
    let levels = zip(scenario.order, words.levels(scenario.order)).map { "\(words.name($0)) \($1)" as Phrase }
    let options = (levels.count > 6 ? Array(levels.prefix(6)) + ["…"] : levels).joined(separator: ", ")
    let facts = [
      fact("Do", words.advice, .advice), words.standing.map { fact("Confidence", $0) },
      fact("Options", "\(options)."),
    ]
    return [
      .title("Scenario \(Name(scenario.found.name))"), .decision(facts.compactMap { $0 }),
    ]
  }

  /// What stands above the advice of a run that is not through.
  private var progress: [ReviewDocument.Block] {
    let (done, planned) = (answer.summary.trials, outline.trials)
    guard done < planned, !outline.isGoingOn else { return [] }
    return [
      .warning(
        "\(grouped: done) of \(planned, "trial") done. To continue, simulate the same file again.")
    ]
  }

  /// What was set from outside; `nil` where nothing was that changes the assumptions.
  private var whatIf: Phrase? {
    let settings = outline.assumedOtherwise.map {
      TerminalText.shortened(TerminalText.safe($0), width: 60)
    }
    guard !settings.isEmpty else { return nil }
    let more = settings.count > 3 ? " and \(settings.count - 3) more" : ""
    return "\(settings.prefix(3).joined(separator: ", "))\(more)"
  }

  /// The commands to go on with.
  var nextSteps: [ReviewDocument.Block] { steps([]) }

  private func steps(_ more: [String]) -> [ReviewDocument.Block] {
    let suggested = answer.steps.compactMap { commands.command($0, of: outline) } + more
    return suggested.isEmpty ? [] : [.commands("Next".padded(to: Self.labels), suggested)]
  }

  /// The command that prints why, and every number; none where nothing is kept.
  private var details: [String] {
    commands.store == nil ? [] : ["att-lab show \(outline.run) --verbose\(commands.storeOption)"]
  }

  /// What the run is.
  private var run: Phrase {
    let error = answer.scenarios.first.flatMap { words($0).largestError }.map { error -> Phrase in
      ", Monte Carlo error \(error)"
    }
    let name = outline.name.map { " (\($0))" } ?? ""
    return
      "\(outline.run)\(name): \(trialsText(of: answer.summary)) x \(outline.installs, "install"), seed \(outline.seed)\(error); inputs \(outline.inputsByEvidence)."
  }
}

extension RunOutline {
  /// The inputs of the population: what an option sets is what is compared, not what is assumed of the world.
  private var inputs: [RunDescription.Parameter] {
    description.parameters.filter { !$0.path.hasPrefix("arms.") }
  }

  /// The inputs that the file gives without data.
  var guessed: [String] { inputs.filter { evidence(of: $0) == "guess" }.map(\.path) }

  /// How many inputs of the population are measured by the team, guessed in its file, published, and assumed.
  var inputCounts: [(name: String, value: Int)] {
    let kinds = inputs.map(evidence)
    return [("yours", "yours"), ("guesses", "guess"), ("published", "published"), ("assumed", "assumed")]
      .map { name, kind in (name, kinds.count { $0 == kind }) }
  }

  /// `0 yours, 2 guessed, 8 published, 45 assumed`; yours are always said, of the others those that there are.
  var inputsByEvidence: String {
    inputCounts.filter { $0.value > 0 || $0.name == "yours" }
      .map { "\($0.value) \($0.name == "guesses" ? "guessed" : $0.name)" }.joined(separator: ", ")
  }
}

extension AnswerContext {
  /// What value per install is counted in: the file's currency, or `sessions` where it names none and one without the
  /// identifier is worth 1, the unit of the presets; `nil` where nothing says.
  var valueUnit: String? {
    let values = experiment.scenarios.flatMap(\.segments).compactMap(\.value)
    guard let currency = values.first?.currency, values.allSatisfy({ $0.currency == currency }) else {
      return nil
    }
    // The code of ISO 4217 for no currency.
    guard currency == "XXX" else { return currency }
    return values.allSatisfy { $0[.otherwise].constant == 1 } ? "sessions" : nil
  }
}

/// `400 trials`, `200 of 400 trials`.
func trialsText(of summary: RunSummary) -> Phrase {
  let (done, planned) = (summary.trials, summary.outline.trials)
  return done == planned ? "\(planned, "trial")" : "\(grouped: done) of \(planned, "trial")"
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
