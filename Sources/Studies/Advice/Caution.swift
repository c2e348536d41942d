public import ExperimentDesign
import Inference

/// What to take care of before the advice is followed.
public enum Caution: Equatable, Sendable {
  /// Options report installs before permission: their shares.
  case earlyReports(EarlyReport.Reason, [OptionShare])
  /// Whether an option keeps a limit of the team's own is not known well enough.
  case guardrailOpen(option: String, GuardrailReading)
  /// Another option is best where an alternative model is true; the option's own value there, where it is known.
  case model(AlternativeModel, best: String, option: String, level: Double?)
  /// The option is nearly always last for a goal.
  case last(Metric, option: String, best: String)
  /// The SDK does not wait for the answers of the option: what is attributed of its installs, and of the best option's.
  case shortWait(option: String, best: String, rule: String)
  /// Requests that show no alert, and what that costs in opt-in at most; `nil` where nobody knows.
  case lostRequests([OptionShare], cost: Double?)
  /// Something doubtful in the file, in one or two sentences; the options that it is about, none for the whole file; and
  /// the goal whose value tells whether it matters, `nil` where it matters in any case.
  case file(String, options: [String] = [], goal: Metric? = nil)
  /// The objective leaves out what a goal counts: by that the option has another value.
  case narrowObjective(option: String, goal: Metric)
  /// A warning of the checks about the option.
  case check(pitfall: String, options: [String], String)
  /// A number that decides is within two Monte Carlo errors of its threshold.
  case close

  /// An option and a share of its installs or requests.
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
    case .lostRequests(let shares, _): ("lost_requests", shares.map(\.option), nil)
    case .file(_, let options, let goal): ("file", options, goal)
    case .narrowObjective(let option, let goal): ("narrow_objective", [option], goal)
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

extension RunSummary {
  /// What to take care of in a scenario, the weightiest first.
  func cautions(
    in scenario: ScenarioSummary, _ decided: Decided, by deciding: DecidingInput?
  ) -> [Caution] {
    let blocked = scenario.blocked
    let early = EarlyReport.Reason.allCases.compactMap { reason -> Caution? in
      let found = scenario.earlyReports.filter { $0.reason == reason && !blocked.contains($0.option) }
      return found.isEmpty
        ? nil : .earlyReports(reason, found.map { .init(option: name($0.option), share: $0.share) })
    }
    guard let choice = decided.advice.option.flatMap(position) else { return early + doubts(nil, nil) }
    var rival: Int?
    if case .test(_, let against, _, _) = decided.advice { rival = position(against) }
    var found = early
    for arm in [choice, rival].compactMap({ $0 }) where !scenario.guardrails.isEmpty {
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
      let best = goal.ranking.first,
      let short = [choice, rival].compactMap({ $0 }).first(where: { arm in
        waiting.contains(name(arm)) && best != arm
          && goal.loss(of: arm, in: scenario) ?? 0 >= GoalSummary.smallestLoss
      })
    {
      found.removeAll {
        if case .last(.attributedPerInstall, name(short), _) = $0 { true } else { false }
      }
      found.append(.shortWait(option: name(short), best: name(best), rule: "L18"))
    }
    if let lost = lostRequests([choice, rival].compactMap { $0 }, scenario) { found.append(lost) }
    found += doubts(choice, rival)
    if let check = check(choice, scenario), !(check.rule == "L18" && waiting.contains(name(choice))) {
      let isSaid = check.rule == "L12" && found.contains { $0.code == "lost_requests" }
      if !isSaid {
        found.append(.check(pitfall: check.rule, options: check.arms, check.seen))
      }
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
    return (0...3).flatMap { place in all.filter { rank($0.facts.options) == place } }.map { caution in
      guard let goal = caution.facts.metric, let choice else { return caution }
      return .narrowObjective(option: name(choice), goal: goal)
    }
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

/// What the requests that show no alert cost in the end, when the app has asked again.
extension RunSummary {
  /// The share of requests from which a loss is worth another moment.
  private static let materialLoss = 0.1

  private func lostRequests(_ arms: [Int], _ scenario: ScenarioSummary) -> Caution? {
    let lost = arms.compactMap { arm -> (arm: Int, share: Double)? in
      guard let share = scenario.mean(.lostRequestsPerRequest, arm), share >= Self.materialLoss else {
        return nil
      }
      return (arm, share)
    }
    let costs = lost.map { optInLost($0.arm, scenario) }
    let most = costs.compactMap { $0 }.max()
    // What asking again makes up for is no reason to take care.
    guard !lost.isEmpty, costs.contains(nil) || most ?? 0 >= Metric.optInPerInstall.defaultMargin(level: 0)
    else { return nil }
    return .lostRequests(lost.map { .init(option: name($0.arm), share: $0.share) }, cost: most)
  }

  /// Opt-in per install that is lost at most because nothing came of a request: of the installs that reach the moment and
  /// see no alert all the same, the share who would allow.
  ///
  /// `nil` where that was not counted, and with a pre-prompt or consent asked first, which people decline too.
  private func optInLost(_ arm: Int, _ scenario: ScenarioSummary) -> Double? {
    guard outline.arms[arm].prePrompt == nil, !(outline.context?.asksConsentFirst(arm) ?? false),
      let reached = scenario.arms[arm].reachedOfAskable,
      let shown = scenario.mean(.promptedPerInstall, arm), let allow = scenario.mean(.optInPerPrompted, arm)
    else { return nil }
    return max(0, reached - shown) * allow
  }
}
