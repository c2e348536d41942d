import ExperimentDesign
import PromptFlow
package import Rendering
import RuleBook
import Simulation

/// One install's life under every option, as it is shown: in columns of time, and as JSON and a table.
package struct TraceReview: Presentable {
  /// The experiment it is of.
  var experiment: Experiment
  /// The seed it was played with.
  var seed: UInt64
  /// The life.
  var trace: InstallTrace
  /// How it was found; `nil` where it was named.
  var search: Search?

  /// What pairing is, said wherever a trace is shown.
  static let caution =
    "Every option simulates the same install with the same random numbers. This reduces the variance of "
    + "differences; it does not predict what one person would do."

  package var name: String { "\(experiment.name): install \(trace.install) of trial \(trace.trial)" }

  /// As a person reads it.
  package func document(_ detail: Detail) -> ReviewDocument {
    ReviewDocument([
      head, [.table(outcomes)], TraceColumns(self).blocks, legend, [.note("\(Self.caution)")],
    ])
  }

  /// What is said of a life's events.
  func words(of life: ArmTrace) -> TraceEventWords {
    TraceEventWords(experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
  }

  private var scenario: Scenario { experiment.scenarios[trace.scenario] }

  private var head: [ReviewDocument.Block] {
    let scope = experiment.scenarios.count > 1 ? ", scenario \(scenario.name)" : ""
    let person = trace.person
    let segment = scenario.segments.count > 1 ? "segment \(scenario.segments[person.segment].name), " : ""
    let willingness = SupportedDigits.text(person.willingness, decimals: 2, signed: true)
    let who: Phrase =
      "\(segment)\(device), \(person.version.name). Events per session ×\(TraceNumbers.significant(person.activity)); "
      + "willingness \(willingness) (0 is average); leaves for good after a session with probability "
      + "\(TraceNumbers.share(person.leavingProbability))."
    let answer: Phrase =
      "one uniform decides every alert, \(TraceNumbers.share(person.answerUniform)): allows where the probability of "
      + "allowing, P(allow), is above it."
    var facts: [(word: String, text: Phrase)] = []
    if let search { facts.append((word: "Found", text: found(search))) }
    facts += [
      (word: "Who", text: who), (word: "Answer", text: answer), (word: "Life", text: life),
      (word: "Times", text: "as this install drew them; att-lab check has medians."),
    ]
    return [
      .heading(
        "\(experiment.name)\(scope): install \(trace.install) of trial \(trace.trial), seed \(seed)"),
      .definitions(facts),
    ]
  }

  private var device: String {
    let device = trace.person.device
    if device.restriction != .none { return "a restricted device" }
    return device.allowsRequests ? "an ordinary device" : "a device switched off for all apps"
  }

  private var life: Phrase {
    let days = trace.undisturbedDays
    let shown = days.prefix(12).map { $0 == 0 ? "0" : TraceNumbers.significant($0) }.joined(separator: ", ")
    return "\(days.count, "session") without any prompt, on \(days.count == 1 ? "day" : "days") "
      + "\(shown)\(days.count > 12 ? ", …" : "")."
  }

  private func found(_ search: Search) -> Phrase {
    if let option = search.promptedUnder {
      return "the first who is shown the alert under \(option). --install names another."
    }
    let examples = search.examples.map(\.rawValue).joined(separator: " and ")
    return "looking for \(examples) from install \(search.from) on, of \(grouped: search.lookedAt) looked at."
  }

  /// What came of it, an arm per row.
  private var outcomes: TextTable {
    let arms = trace.arms
    var columns = [
      arms.column(["asked"], isNumeric: false, asked), arms.column(["answer"], isNumeric: false, answered),
      arms.column(["at the horizon"], isNumeric: false) { "\(TraceWords.standing($0.standing))" },
      arms.column(["sessions"], isNumeric: false) {
        "\($0.sessions.count) of \(trace.undisturbedDays.count)"
      },
    ]
    if arms.contains(where: { $0.isReported != nil }) {
      columns.append(arms.column(["install event"], isNumeric: false, reported))
    }
    return TextTable(first: arms.names("option") { experiment.arms[$0.arm].name }, columns: columns)
  }

  private func asked(_ life: ArmTrace) -> Phrase {
    for session in life.sessions {
      for moment in session.moments {
        if case .alertShown = moment.event { return "alert in session \(session.number)" }
      }
    }
    if !life.rulings.isEmpty { return "no alert" }
    return life.isReached ? "not asked" : "moment never came"
  }

  private func answered(_ life: ArmTrace) -> Phrase {
    var probability = 0.0
    for event in life.events {
      if case .alertShown(let chance, _, _) = event { probability = chance.probability }
      if case .answered(let answer) = event {
        return "\(answer == .allow ? "allowed" : "denied"), P(allow) \(TraceNumbers.share(probability))"
      }
    }
    return life.isPrompted ? "none" : ""
  }

  private func reported(_ life: ArmTrace) -> Phrase {
    guard let isReported = life.isReported else { return "" }
    guard isReported else { return "never sent" }
    return life.isInstallIdentified == true ? "with identifier" : "without identifier"
  }

  /// Every rule that is cited, with its title.
  private var legend: [ReviewDocument.Block] {
    let cited = citedRules
    guard let first = cited.first else { return [] }
    let rules = cited.map { "\($0.tag) \($0.title)" }.joined(separator: "; ")
    return [.paragraph("Rules: \(rules). More: att-lab explain \(first.tag)", .plain, indent: "  ")]
  }

  /// The rules that decided anything in it, in the order of their numbers.
  var citedRules: [Rule] {
    let tags = trace.arms.flatMap(\.events).flatMap(\.rules)
    return Rule.all.filter { tags.contains($0.tag) }
  }
}
