import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

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
  private static let mostCautions = 3

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
    let contrasts = words.contrasts + (words.sweeps.count == 1 || most == .max ? words.sweeps : [])
    let goals: [ReviewDocument.Block] = words.bestBy.map { [.decision([fact("Best by", $0)])] } ?? []
    return ReviewDocument(
      [
        [.heading("\(question)")] + progress, heading + [.decision(facts(words, most: most))],
        words.options.map { [.table($0)] } ?? [],
        contrasts.map { .labelled("  ", "\($0)", .plain) } + goals,
      ] + answer.scenarios.dropFirst().map(further) + [nextSteps + [.decision([fact("Run", run)])]])
  }

  private func fact(
    _ label: String, _ text: String, _ role: ReviewDocument.Fact.Role = .plain
  ) -> ReviewDocument.Fact {
    .init(label: "\(label.padded(to: Self.labels))", text: "\(text)", role: role)
  }

  /// What to do, how sure it is, and what to take care of.
  ///
  /// - Parameter most: cautions that are said; the others are counted.
  func facts(_ words: ScenarioWords, most: Int) -> [ReviewDocument.Fact] {
    var facts: [ReviewDocument.Fact] = []
    if let whatIf { facts.append(fact("What if", whatIf, .caution)) }
    if let dependence { facts.append(fact("Scenarios", dependence, .caution)) }
    facts.append(fact("Do", words.advice, .advice))
    let standing = words.standing
    if let meanwhile = words.meanwhile {
      facts.append(fact("Meanwhile", [meanwhile, standing].compactMap { $0 }.joined(separator: " ")))
    } else if let standing {
      facts.append(fact("Confidence", standing))
    }
    if let deciding = words.deciding { facts.append(fact("Decided by", deciding)) }
    let cautions = words.cautions
    for (place, caution) in cautions.prefix(most).enumerated() {
      let rest =
        place == most - 1 && cautions.count > most ? " \(cautions.count - most) more: --verbose." : ""
      facts.append(fact(place == 0 ? "Take care" : "", caution + rest, .caution))
    }
    for (place, line) in words.out.enumerated() {
      facts.append(fact(place == 0 ? "Blocker" : "", line, .blocker))
    }
    return facts
  }

  /// A scenario beside the first: what to do and how sure it is, in a few lines.
  private func further(_ scenario: ScenarioAnswer) -> [ReviewDocument.Block] {
    let words = words(scenario)
    let levels = zip(
      scenario.order, words.numbers.levels(scenario.order.map { scenario.found.arms[$0].objective })
    )
    .map { "\(words.name($0)) \($1)" }
    return [
      .title("Scenario \(Name(scenario.found.name))"),
      .decision(
        [fact("Do", words.advice, .advice)] + (words.standing.map { [fact("Confidence", $0)] } ?? [])
          + [
            fact("Options", levels.prefix(6).joined(separator: ", ") + (levels.count > 6 ? ", …" : "") + ".")
          ]),
    ]
  }

  /// What stands above the advice of a run that is not through.
  private var progress: [ReviewDocument.Block] {
    let (done, planned) = (answer.summary.trials, outline.trials)
    guard done < planned, !outline.isGoingOn else { return [] }
    return [
      .warning(
        "\(SupportedDigits.grouped(done)) of \(SupportedDigits.grouped(planned)) trials done. To continue, simulate the same file again."
      )
    ]
  }

  /// What was set from outside; `nil` where nothing was that changes the assumptions.
  var whatIf: String? {
    let settings = outline.assumedOtherwise.map {
      TerminalText.shortened(TerminalText.safe($0), width: 60)
    }
    guard !settings.isEmpty else { return nil }
    let more = settings.count > 3 ? " and \(settings.count - 3) more" : ""
    return "\(settings.prefix(3).joined(separator: ", "))\(more)"
  }

  /// Which option is advised in which scenario; `nil` where one would do in all of them.
  private var dependence: String? {
    guard let choices = answer.dependence?.choices else { return nil }
    var options: [String?] = []
    for choice in choices where !options.contains(choice.option) { options.append(choice.option) }
    let parts = options.map { option in
      let scenarios = choices.filter { $0.option == option }.map { TerminalText.inSentence($0.scenario) }
      let shown =
        scenarios.count > 3 ? Array(scenarios.prefix(2)) + ["\(scenarios.count - 2) more"] : scenarios
      return "\(option.map(TerminalText.inSentence) ?? "no option") in \(shown.inProse)"
    }
    return "The advice depends on the scenario: \(parts.joined(separator: "; "))."
  }

  /// The commands to go on with.
  var nextSteps: [ReviewDocument.Block] {
    let suggested = answer.steps.compactMap { commands.command($0, of: outline) }
    return suggested.isEmpty ? [] : [.commands("Next".padded(to: Self.labels), suggested)]
  }

  /// What the run is, and where the rest is.
  private var run: String {
    let summary = answer.summary
    let trials = SupportedDigits.grouped(summary.trials)
    let planned = summary.trials == outline.trials ? "" : " of \(SupportedDigits.grouped(outline.trials))"
    let error =
      answer.scenarios.first.flatMap { words($0).largestError }.map { ", Monte Carlo error \($0)" } ?? ""
    let counts = summary.inputCounts
    let inputs = [
      (counts.yours, "yours"), (counts.guesses, "guessed"), (counts.published, "published"),
      (counts.assumed, "assumed"),
    ].filter { $0.0 > 0 || $0.1 == "yours" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let name = outline.name.map { " (\(TerminalText.safe($0)))" } ?? ""
    let more =
      commands.store == nil
      ? "" : " Why, and every number: att-lab show \(outline.run) --verbose\(commands.storeOption)"
    return
      "\(outline.run)\(name): \(trials)\(planned) \(outline.trials == 1 ? "trial" : "trials") x \(SupportedDigits.grouped(outline.installs)) installs, seed \(outline.seed)\(error); inputs \(inputs).\(more)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// The table for a product review of a run.
public func reviewTable(_ summary: RunSummary) throws -> CSVDocument {
  try CSVDocument(encoding: ReviewRow.all(RunAnswer(summary)))
}

extension RunPage {
  /// The answer as data.
  public func json() throws -> JSONValue { try JSONValue(encoding: RunFinding(self)) }

  /// The table for a product review: a row for each option under each scenario.
  public func csv() throws -> CSVDocument { try CSVDocument(encoding: ReviewRow.all(answer)) }
}
