import ExperimentDesign
import Inference
import Studies

/// What to do, as data.
struct AdviceFinding: Encodable {
  /// `blocked`, `same_to_the_model`, `more_trials`, `choose` or `test`.
  let kind: String
  let option: String?
  /// Why it is chosen without a test.
  let because: String?
  /// The goal that chose it.
  let goal: String?
  /// The option that it is tested against.
  let against: String?
  let test: TestSize?
  let meanwhile: String?
  /// Options that the model does not tell apart.
  let same: [String]
  let trialsNeeded: Int?
  /// Whether a number that decides is within two Monte Carlo errors of its threshold.
  let isClose: Bool

  init(_ decided: Decided) {
    var (because, goal, against, meanwhile): (String?, String?, String?, String?)
    var (test, same, trials): (TestSize?, [String], Int?) = (nil, [], nil)
    switch decided.advice {
    case .blocked: break
    case .sameToTheModel(let options): same = options
    case .moreTrials(let needed): trials = needed
    case .choose(_, let ground):
      because = ground.key
      if case .goal(let metric) = ground { goal = metric.rawValue }
    case .test(_, let rival, let size, let until): (against, test, meanwhile) = (rival, size, until)
    }
    (kind, option) = (decided.advice.key, decided.advice.option)
    (self.because, self.goal, self.against, self.test) = (because, goal, against, test)
    (self.meanwhile, self.same, trialsNeeded, isClose) = (meanwhile, same, trials, decided.isClose)
  }
}

extension Advice.Ground {
  /// The reason in a word.
  var key: String {
    switch self {
    case .onlyOption: "only_option"
    case .clear: "clear"
    case .goal: "goal"
    case .littleToLose: "little_to_lose"
    case .simplest: "simplest"
    case .tested: "tested"
    case .testWouldNotPay: "test_would_not_pay"
    }
  }
}

/// How sure it is, as data.
struct ConfidenceFinding: Encodable {
  let level: Confidence.Level
  let chanceBest: Double
  let chanceBestMcse: Double
  /// The most that the draws can show.
  let chanceShown: Double
  /// Inputs given as one number, without which the advice would be another.
  let onlyIf: [ExactInput]

  init(_ confidence: Confidence) {
    level = confidence.level
    chanceBest = confidence.chance.value
    chanceBestMcse = confidence.chance.mcse
    chanceShown = confidence.shownChance
    onlyIf = confidence.conditions
  }
}

/// What to take care of, as data.
struct CautionFinding: Encodable {
  let code: String
  let text: String
  let options: [String]
  let metric: String?

  init(_ caution: Caution, _ words: String) {
    code = caution.code
    text = words
    var metric: Metric?
    switch caution {
    case .ranksBlocked(let option), .silentWords(let option): options = [option]
    case .guardrailOpen(let option, let reading): (options, metric) = ([option], reading.guardrail.metric)
    case .earlyReports(_, let shares), .lostRequests(let shares, _): options = shares.map(\.option)
    case .model(_, let best, let option, _): options = [option, best]
    case .last(let goal, let option, let best): (options, metric) = ([option, best], goal)
    case .shortWait(let option, let best, _): (options, metric) = ([option, best], .attributedPerInstall)
    case .narrowObjective(let option, let goal): (options, metric) = ([option], goal)
    case .check(_, let found, _): options = found
    case .file, .close: options = []
    }
    self.metric = metric?.rawValue
  }
}

/// What keeps options out, as data.
struct BlockerFinding: Encodable {
  let reason: String
  let arms: [String]
  let rules: [String]
  let pitfall: String?
  let metric: String?
  let limit: Double?
  let values: [Double]
  let share: Double?

  init(_ blocker: Blocker, of outline: RunOutline) {
    var (rules, values): ([String], [Double]) = ([], [])
    var (pitfall, metric, limit, share): (String?, String?, Double?, Double?)
    switch blocker.reason {
    case .forbidden(let broken): (reason, rules) = ("forbidden", broken)
    case .error(let tag): (reason, pitfall) = ("error", tag)
    case .guardrail(let reading, _):
      (reason, metric, limit) = ("guardrail", reading.guardrail.metric.rawValue, reading.guardrail.limit)
      (values, share) = (reading.mean.map { [$0] } ?? [], reading.chance?.value)
    case .tracksBeforeConsent(let reported): (reason, share) = ("tracks_before_consent", reported)
    }
    arms = blocker.arms.map { outline.arms[$0].name }
    (self.rules, self.pitfall, self.metric, self.limit) = (rules, pitfall, metric, limit)
    (self.values, self.share) = (values, share)
  }
}
