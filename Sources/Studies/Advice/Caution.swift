public import ExperimentDesign
import Inference
import PromptFlow

/// What to take care of before the advice is followed.
public enum Caution: Equatable, Sendable {
  /// Options report installs before permission: their shares.
  case earlyReports(EarlyReport, [OptionShare])
  /// Whether an option keeps a limit of the team's own is not known well enough.
  case guardrailOpen(option: String, GuardrailReading)
  /// Another option is best where an alternative model is true; the option's own value there, where it is known.
  case model(AlternativeModel, best: String, option: String, level: Double?)
  /// The option is nearly always last for a goal.
  case last(Metric, option: String, best: String)
  /// The SDK does not wait for the answers of the option: what is attributed of its installs, and of the best option's.
  case shortWait(option: String, best: String, rule: String)
  /// Something doubtful in the file, in one or two sentences; and the options that it is about, none for the whole file.
  case file(String, options: [String])
  /// A warning of the checks about the option.
  case check(pitfall: String, options: [String], String)
  /// A number that decides is within two Monte Carlo errors of its threshold.
  case close

  /// An option and a share of its installs.
  public struct OptionShare: Codable, Equatable, Sendable {
    package var option: String
    /// From 0 to 1.
    public var share: Double
  }

  /// A short name, for tables.
  public var code: String { facts.code }

  /// A short name, and the options and the metric that it is about.
  fileprivate var facts: (code: String, options: [String], metric: Metric?) {
    switch self {
    case .earlyReports(_, let shares): ("early_reports", shares.map(\.option), nil)
    case .guardrailOpen(let option, let reading): ("guardrail_open", [option], reading.metric)
    case .model(let model, let best, let option, _): (model.rawValue, [option, best], nil)
    case .last(let goal, let option, let best): ("last_by_\(goal.rawValue)", [option, best], goal)
    case .shortWait(let option, let best, _): ("short_wait", [option, best], .attributedPerInstall)
    case .file(_, let options): ("file", options, nil)
    case .check(let pitfall, let options, _): (pitfall, options, nil)
    case .close: ("close", [], nil)
    }
  }
}

extension Caution: Encodable {
  private enum CodingKeys: String, CodingKey { case code, options, metric }

  /// What it is, and the options and the metric that it is about.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(facts.code, forKey: .code)
    try members.encode(facts.options, forKey: .options)
    try members.encodeIfPresent(facts.metric, forKey: .metric)
  }
}

/// Why an arm reports installs to the attribution SDK before their permission, where nothing holds the report for it.
///
/// It is no blocker: without a consent layer the report need not be unlawful, and the identifier is not readable yet.
/// But arms that differ in it do not differ in the moment alone. What starts before the answers of a consent layer is an
/// error of the platform checks (L22).
public enum EarlyReport: String, CaseIterable, Codable, Equatable, Sendable {
  /// Other arms show the same people a consent layer first.
  case noConsentLayer = "no_consent_layer"
  /// The SDK sends its report as soon as it starts (`gate: none`).
  case noWait = "no_wait"
  /// Consent comes before the alert, which those who refuse it never see; other arms show the alert first.
  case refusedConsent = "refused_consent"
}

extension Experiment {
  /// Why an arm does not hold its reports back for permission, somewhere in a scenario.
  func earlyReports(of arm: Int, scenario: Int) -> Set<EarlyReport> {
    let surroundings = arms[arm].surroundings[scenario]
    return Set(
      surroundings.enumerated().compactMap { segment, around in
        guard let attribution = around.attribution else { return nil }
        let layers = arms.compactMap { $0.surroundings[scenario][segment].consent }
        if let consent = around.consent {
          guard attribution.starts == .afterConsent else { return nil }
          let isLast = consent.order == .afterATT || !layers.contains { $0.order == .afterATT }
          return attribution.gate == .none ? .noWait : isLast ? nil : .refusedConsent
        }
        return !layers.isEmpty ? .noConsentLayer : attribution.gate == .none ? .noWait : nil
      })
  }
}

extension RunSummary {
  /// What to take care of in a scenario, the weightiest first.
  func cautions(
    in scenario: ScenarioSummary, _ decided: Decided, by deciding: DecidingInput?
  ) -> [Caution] {
    let blocked = scenario.blocked
    let place = outline.scenarios.firstIndex { $0.name == scenario.name } ?? 0
    let early = EarlyReport.allCases.compactMap { reason -> Caution? in
      let found = scenario.arms.indices.compactMap { arm -> Caution.OptionShare? in
        guard !blocked.contains(arm),
          outline.context?.experiment.earlyReports(of: arm, scenario: place).contains(reason) ?? false,
          let share = scenario.mean(.trackedBeforePermissionPerInstall, arm), share > 0
        else { return nil }
        return Caution.OptionShare(option: name(arm), share: share)
      }
      return found.isEmpty ? nil : .earlyReports(reason, found)
    }
    guard let choice = decided.advice.option.flatMap(position) else { return early + doubts(nil, nil) }
    let rival = if case .test(_, let against, _, _) = decided.advice { position(against) } else { Int?.none }
    let named = [choice, rival].compactMap { $0 }
    var found = early
    for arm in named where !scenario.guardrails.isEmpty {
      found += scenario.guardrails[arm].filter { $0.state == .open }.map {
        .guardrailOpen(option: name(arm), $0)
      }
    }
    // What a team can look up in its own code comes before what nobody knows of people.
    for isOfCode in [true, false] {
      for against in scenario.modelsAgainst where against.best != choice {
        guard let model = against.tried.model, model.isOfCode == isOfCode, !isSaid(model, by: deciding) else {
          continue
        }
        found.append(
          .model(model, best: name(against.best), option: name(choice), level: against.means[choice]))
      }
    }
    found += scenario.goals.filter { $0.isNearlyAlwaysLast(choice, in: scenario) }.map {
      .last($0.metric, option: name(choice), best: name($0.ranking[0]))
    }
    let waiting = shortWait(in: scenario)?.arms ?? []
    if let goal = scenario.goals.first(where: { $0.metric == .attributedPerInstall }),
      let short = named.first(where: {
        waiting.contains(name($0)) && goal.isBehind($0, in: scenario)
      })
    {
      found.removeAll {
        if case .last(.attributedPerInstall, name(short), _) = $0 { true } else { false }
      }
      found.append(.shortWait(option: name(short), best: name(goal.ranking[0]), rule: "L18"))
    }
    found += doubts(choice, rival)
    if let check = check(choice, scenario), !(check.rule == "L18" && waiting.contains(name(choice))) {
      found.append(.check(pitfall: check.rule, options: check.arms, check.seen))
    }
    if decided.isClose { found.append(.close) }
    return found
  }

  /// Whether the break-even value of the input that decides most says what an alternative model would.
  private func isSaid(_ model: AlternativeModel, by input: DecidingInput?) -> Bool {
    guard let input, input.option != nil else { return false }
    return switch model {
    case .freeColdQuestion, .costlyColdQuestion: input.path == "allow.cold_odds_ratio"
    case .noFraming, .strongFraming:
      input.path.hasPrefix("usage_strings.") || input.path.hasPrefix("pre_prompts.")
    case _: false
    }
  }

  /// What is doubtful in the file: of the whole file and of the options that the advice names first.
  private func doubts(_ choice: Int?, _ rival: Int?) -> [Caution] {
    let near = [choice, rival].map { $0.map(name) }
    func rank(_ options: [String]) -> Int {
      guard !options.isEmpty else { return 0 }
      return 1 + (near.firstIndex { $0.map(options.contains) ?? false } ?? near.count)
    }
    let all = outline.context?.cautions ?? []
    return (0...3).flatMap { place in all.filter { rank($0.facts.options) == place } }
  }

  /// The weightiest warning of the checks about an option, where it is not about every option.
  private func check(_ choice: Int, _ scenario: ScenarioSummary) -> Finding? {
    let ranked = ranking(of: scenario).map(name)
    return outline.platform?.ranked.first { finding in
      finding.accepted == nil && !finding.forbids && finding.severity == .warning
        && finding.arms.contains(name(choice)) && !ranked.allSatisfy(finding.arms.contains)
    }
  }
}
