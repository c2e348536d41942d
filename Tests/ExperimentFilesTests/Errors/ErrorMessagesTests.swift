import ExperimentDesign
import ExperimentFiles
import Testing

/// One change to the small experiment and every problem it must give.
struct ErrorCase: CustomTestStringConvertible, Sendable {
  var old: String
  var new: String
  var problems: [String]

  init(_ old: String, _ new: String, _ problems: String...) {
    self.old = old
    self.new = new
    self.problems = problems
  }

  var testDescription: String { new }
}

@Suite struct ErrorMessagesTests {
  static let rate = "'rate' expects a number strictly between 0 and 1, or a distribution, found"
  static let population = "  allow: {rate: 0.3}\n"

  static let numbers: [ErrorCase] = [
    ErrorCase(
      "rate: 0.3", "rate: [0.2, 0.4]",
      "x.yaml:4:17: \(rate) a list of 2. A list is none of the three ways to write more than one number: a distribution for what is not known, as {range: [low, high]}; a spread key for how people differ, as {median: 6, sigma: 0.5} or 'spread'; {sweep: [1, 2, 3]} under 'arms' for what is compared"
    ),
    ErrorCase("rate: 0.3", "rate: 1.2", "x.yaml:4:17: \(rate) '1.2'"),
    ErrorCase("rate: 0.3", "rate: 0", "x.yaml:4:17: \(rate) '0'"),
    ErrorCase("rate: 0.3", "rate: .nan", "x.yaml:4:17: \(rate) '.nan'"),
    ErrorCase("rate: 0.3", "rate: .inf", "x.yaml:4:17: \(rate) '.inf'"),
    ErrorCase("rate: 0.3", "rate: 1e999", "x.yaml:4:17: \(rate) '1e999'"),
    ErrorCase("rate: 0.3", "rate: 0x1", "x.yaml:4:17: \(rate) '0x1'"),
    ErrorCase("rate: 0.3", "rate: lots", "x.yaml:4:17: \(rate) 'lots'"),
    ErrorCase(
      "rate: 0.3", "rate: 130%", "x.yaml:4:17: \(rate) '130%'"),
    ErrorCase("rate: 0.3", "rate: 30 %", "x.yaml:4:17: \(rate) '30 %'. Write 30%"),
    ErrorCase("rate: 0.3", "rate: 20-40%", "x.yaml:4:17: \(rate) '20-40%'. Write {range: [20%, 40%]}"),
    ErrorCase(
      "rate: 0.3", "rate: 20% to 40%", "x.yaml:4:17: \(rate) '20% to 40%'. Write {range: [20%, 40%]}"),
    ErrorCase(
      "rate: 0.3", "rate: 0.3, cold_odds_ratio: 70%",
      "x.yaml:4:39: 'cold_odds_ratio' expects a number above 0, at most 1000000000, or a distribution, found '70%'. An odds ratio is a factor: 1 is no effect, 1.1 is odds 10% higher. Write 0.7 for 70% of the odds, 1.7 for odds 70% higher"
    ),
    ErrorCase(
      "rate: 0.3", "rate: {beta: [20%, 8]}",
      "x.yaml:4:17: 'rate': expected a number as a of {beta: [a, b]}, found '20%'"),
    ErrorCase(
      "rate: 0.3", "rate: \"0,3\"", "x.yaml:4:17: \(rate) '0,3'. Write decimals with a point: 0.3"),
    ErrorCase(
      "rate: 0.3", "rate: \"40,000\"", "x.yaml:4:17: \(rate) '40,000'. Write it without commas: 40000"),
    ErrorCase(
      "rate: 0.3", "rate: {sweep: [0.2, 0.3]}",
      "x.yaml:4:17: \(rate) a sweep. A sweep compares options and stands only under 'arms'"),
    ErrorCase(
      "rate: 0.3", "rate: {unifrom: [0, 1]}",
      "x.yaml:4:17: \(rate) a mapping with unifrom. Distributions: {normal: [mean, sd]}, {lognormal: [median, sigma]}, {beta: [a, b]}, {uniform: [lo, hi]}, {triangular: [lo, mode, hi]}, {range: [low, high]}"
    ),
    ErrorCase(
      "rate: 0.3", "rate: {uniform: 3}",
      "x.yaml:4:17: 'rate': expected {uniform: [lo, hi]}, found '3' after 'uniform'"),
    ErrorCase(
      "rate: 0.3", "rate: {beta: [2, x]}",
      "x.yaml:4:17: 'rate': expected a number as b of {beta: [a, b]}, found 'x'"),
    ErrorCase(
      "rate: 0.3", "rate: {uniform: [0.4, 0.2]}",
      "x.yaml:4:17: 'rate': lo of {uniform: [lo, hi]} must be below hi, found '0.4' and '0.2'"),
    ErrorCase(
      "rate: 0.3", "rate: {normal: [0.3, 0]}",
      "x.yaml:4:17: 'rate': the sd of {normal: [mean, sd]} must be above 0"),
    ErrorCase(
      "rate: 0.3", "rate: {lognormal: [-1, 1]}",
      "x.yaml:4:17: 'rate': the median and sigma of {lognormal: [median, sigma]} must be above 0"),
    ErrorCase(
      "rate: 0.3", "rate: {beta: [0, 1]}", "x.yaml:4:17: 'rate': a and b of {beta: [a, b]} must be above 0"),
    ErrorCase(
      "rate: 0.3", "rate: {triangular: [0, 0.9, 0.5]}",
      "x.yaml:4:17: 'rate': {triangular: [lo, mode, hi]} needs lo ≤ mode ≤ hi and lo < hi"),
    ErrorCase(
      "rate: 0.3", "rate: {uniform: [2, 3]}",
      "x.yaml:4:17: \(rate) {uniform: [2, 3]}, which lies almost wholly outside. Draws outside are drawn again"
    ),
    ErrorCase(
      "rate: 0.3", "rate: {normal: [0.9, 0.1]}",
      "x.yaml:4:17: warning: 16% of {normal: [0.9, 0.1]} lies outside what 'rate' may be, a number strictly between 0 and 1; draws outside are drawn again, which moves its mean"
    ),
    ErrorCase(
      "rate: 2,", "rate: -2,",
      "x.yaml:3:20: 'rate' expects a number above 0, at most 1000, or a distribution, found '-2'"),
  ]

  static let people: [ErrorCase] = [
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}", "settle_seconds: 1",
      "x.yaml:3:3: the population lacks visits: give 'retention' with d1, d7, d30, sessions_per_active_day, or 'sessions' with rate, leave"
    ),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}",
      "retention: {d1: .2, d7: .1, d30: .1, sessions_per_active_day: 2}\n  sessions: {rate: 1, leave: 0.2}",
      "x.yaml:4:3: expected one of 'retention' and 'sessions', found both. Remove one"),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}", "retention: {d1: .2, d7: .3, d30: .1, sessions_per_active_day: 2}",
      "x.yaml:3:27: expected retention that falls, d1 ≥ d7 ≥ d30, found 0.2, 0.3, 0.1. These are shares of all installs"
    ),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}",
      "retention: {d1: {uniform: [.2, .3]}, d7: .1, d30: .1, sessions_per_active_day: 2}",
      "x.yaml:3:19: 'd1' expects a number strictly between 0 and 1, found a mapping with uniform. It cannot be a distribution: the visit pattern is fitted to it once"
    ),
    ErrorCase(
      "rate: 2, leave: 0.2", "rate: 2",
      "x.yaml:3:13: 'sessions' lacks 'leave': a number from 0 to 1, or a distribution, or a beta distribution of leaving between people: a mapping with a, b. Probability of leaving for good after a session. Add for example 'leave: 0.1'"
    ),
    ErrorCase(
      "allow: {rate: 0.3}", "allow: {spread: 1}",
      "x.yaml:4:10: 'allow' lacks 'rate': a number strictly between 0 and 1, or a distribution. The share who allow if asked right after onboarding, before any value. Add for example 'rate: {range: [25%, 40%]}'"
    ),
    ErrorCase(
      "allow: {rate: 0.3}", "alow: {rate: 0.3}",
      "x.yaml:3:3: the population lacks 'allow.rate': a number strictly between 0 and 1, or a distribution",
      "x.yaml:4:3: unknown key 'alow' in a population. Did you mean 'allow'? Allowed: segments, device, os, retention, sessions, activity_spread, willingness, onboarding, activation_seconds, settle_seconds, browse_seconds, linger_seconds, events, alerts, attribution, consent, allow, continue, answer, annoyance, settings, value, joint, evidence."
    ),
    ErrorCase(
      population, population + "  os: {modern: 0.5, ios_14_5: 0.4}\n",
      "x.yaml:5:7: expected the shares of 'os' to sum to 1, found 0.9. 0.1 is left. Add 0.1 to one of them, or name another system"
    ),
    ErrorCase(
      population, population + "  os: {modern: {beta: [1, 1]}}\n",
      "x.yaml:5:7: expected the shares of 'os' to sum to 1, found 0.0",
      "x.yaml:5:16: 'modern' expects a number from 0 to 1, found a mapping with beta. It cannot be a distribution: shares must sum to 1"
    ),
    ErrorCase(
      population, population + "  segments: {a: {share: 0.5}, b: {share: 0.4}}\n",
      "x.yaml:5:3: expected the shares of the segments to sum to 1, found 0.9. 0.1 is left. Add a segment for the others, others: {share: 0.1}"
    ),
    ErrorCase(
      population, population + "  segments: {a: {share: 1}, b: {}}\n",
      "x.yaml:5:29: 'b' lacks 'share': a number from 0 to 1"),
    ErrorCase(
      population, population + "  device: {restricted: 0.5, requests_off: 0.6}\n",
      "x.yaml:5:11: expected restricted and requests_off, which exclude each other, to sum to at most 1, found 1.1"
    ),
    ErrorCase(
      population, population + "  willingness: {with_activity: 0.3, with_staying: 0.99}\n",
      "x.yaml:5:16: expected the squares of with_activity and with_staying to sum to at most 1, found at least 1.0701",
      "x.yaml:5:32: 'with_activity' needs people who differ in activity. Give 'activity_spread' above 0",
      "x.yaml:5:51: 'with_staying' needs people who differ in staying, found a 'leave' that is the same for all. Give 'retention', or leave: {a, b}"
    ),
    ErrorCase(
      population, population + "  consent: {seconds: 4, order: before}\n",
      "x.yaml:5:12: 'consent' lacks 'accept': a number from 0 to 1, or a distribution. Probability of accepting ad purposes. Add for example 'accept: {range: [40%, 60%]}'",
      "x.yaml:5:22: 'seconds' expects a time that differs between people: a mapping with median, sigma, found '4'. Write {median: 4, sigma: 0.5}",
      "x.yaml:5:32: 'order' cannot be 'before'. Did you mean 'before_att'? Allowed: after_att, before_att."),
    ErrorCase(
      population, population + "  answer: {seconds: {lognormal: [4, 1]}}\n",
      "x.yaml:5:21: 'seconds' expects {median, sigma}, how people differ, found a distribution. Put 'lognormal' after median or sigma for what is not known of them"
    ),
    ErrorCase(
      population, population + "  settle_seconds: null\n",
      "x.yaml:5:19: 'settle_seconds' expects a number from 0 to 1000000, or a distribution, found nothing. null removes only an optional section, or a named alert or event"
    ),
    ErrorCase(
      population, population + "  alerts: {push: {at: onboarding, share: 0.5}}\n",
      "x.yaml:5:23: warning: the alert 'push' never comes: no onboarding is modelled"
    ),
    ErrorCase(
      population, population + "  evidence: {devise.restricted: {grade: published, source: x}}\n",
      "x.yaml:5:14: warning: evidence for 'devise.restricted', which names no number of this file. Did you mean 'device.restricted'?"
    ),
    ErrorCase(
      population, population + "  evidence: {allow.rate: {grade: published, date: 2021-06}}\n",
      "x.yaml:5:34: the grade 'published' of 'allow.rate' expects a 'source', found none. Say who says so, or grade it assumed"
    ),
    ErrorCase(
      population, population + "  evidence: {allow.rate: {grade: measured, source: \" \"}}\n",
      "x.yaml:5:34: the grade 'measured' of 'allow.rate' expects a 'source', found none. Say who says so, or grade it assumed"
    ),
    ErrorCase(population, population + "  evidence: {allow.rate: {grade: assumed}}\n"),
    ErrorCase(
      population, population + "  segments: {}\n",
      "x.yaml:5:13: 'segments' expects a mapping from the name of a segment to its keys, found an empty mapping. Name at least one, or leave the key out"
    ),
    ErrorCase(
      population, population + "  evidence: {allow.rate: {source: x}}\n",
      "x.yaml:5:26: 'allow.rate' lacks 'grade': one of measured, published, assumed. Where the number is from. Add for example 'grade: measured'"
    ),
    ErrorCase(
      population,
      population
        + "  joint: [{paths: [allow.rate, allow.value], scale: [logit], mean: [0], covariance: [[1]]}]\n",
      "x.yaml:5:11: a joint of 2 paths expects 2 scales, 2 means and 2 rows of 2 covariances, found 1, 1 and rows of 1"
    ),
    ErrorCase(
      population,
      population + "  joint: [{paths: [allow.value], scale: [log], mean: [0], covariance: [[1]]}]\n",
      "x.yaml:5:42: 'allow.value' is a number from -1000 to 1000, which the scale log does not give. logit is for shares, log for numbers above 0, identity for any"
    ),
    ErrorCase(
      population,
      population
        + "  joint: [{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [0, 0], covariance: [[1, 2], [2, 1]]}]\n",
      "x.yaml:5:99: the covariance is not positive definite. No numbers vary together in this way"),
    ErrorCase(
      population,
      population + "  joint: [{paths: [events.artcle.value], scale: [log], mean: [0], covariance: [[1]]}]\n",
      "x.yaml:5:11: the joint sets 'events.artcle.value', but there is no such thing as an event 'artcle'. Did you mean 'article'? Given: article."
    ),
  ]

  static let arms: [ErrorCase] = [
    ErrorCase(
      "{after: article, count: 3}", "{after: artcle, count: 3}",
      "x.yaml:11:24: no event is called 'artcle', so the option can never ask. Did you mean 'article'? Given: article."
    ),
    ErrorCase("{after: article, count: 3}", "{after: article}"),
    ErrorCase(
      "{after: article, count: 3}", "{count: 3}",
      "x.yaml:11:16: 'ask' lacks 'after', the event that is counted: write {after: EVENT, count: N}"),
    ErrorCase(
      "{after: article, count: 3}", "{after: article, count: 0}",
      "x.yaml:11:40: 'count' expects a whole number from 1 to 1000000, found '0'"),
    ErrorCase(
      "{after: article, count: 3}", "{after: article, count: {uniform: [1, 3]}}",
      "x.yaml:11:40: 'count' expects a whole number from 1 to 1000000, found a mapping with uniform. A distribution cannot stand where a whole number does"
    ),
    ErrorCase(
      "{after: article, count: 3}", "{session: 2, count: 3}",
      "x.yaml:11:16: 'ask' expects launch, onboarding, {after: EVENT, count: N} or {session: K}, found a mapping with session, count. These are two moments: write {after: EVENT, count: 3} or {session: 2}"
    ),
    ErrorCase(
      "{after: article, count: 3}", "onboarding",
      "x.yaml:11:16: the option 'third' can never ask: no onboarding is modelled. Choose another trigger, or model it"
    ),
    ErrorCase(
      "{after: article, count: 3}", "after_onboarding",
      "x.yaml:11:16: 'ask' cannot be 'after_onboarding'. Did you mean 'onboarding'? Allowed: launch, onboarding, {after: EVENT, count: N}, {session: N}."
    ),
    ErrorCase(
      "launch: {ask: launch,", "launch: {when: launch,",
      "x.yaml:10:12: unknown key 'when' in an option. Did you mean 'ask'? Allowed: ask, usage_string, pre_prompt, delay_seconds, hook, retry, asks_from, settings_link, trusts_callback, weight, alerts, attribution, consent, segments."
    ),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, delay_seconds: 2s,",
      "x.yaml:10:40: 'delay_seconds' expects a number from 0 to 1000000, or a distribution, found '2s'. Write the number alone: 2"
    ),
    ErrorCase(
      "{after: article, count: 3}", "lunch",
      "x.yaml:11:16: 'ask' cannot be 'lunch'. Did you mean 'launch'? Allowed: launch, onboarding, {after: EVENT, count: N}, {session: N}."
    ),
    ErrorCase(
      "launch: {ask: launch, usage_string: plain}", "launch: {usage_string: plain}",
      "x.yaml:10:11: 'launch' lacks 'ask': one of launch, onboarding, or a trigger: a mapping with after, count, session. When the app first wants to ask. Add for example 'ask: launch'"
    ),
    ErrorCase(
      "launch: {ask: launch, usage_string: plain}", "launch: {ask: launch}",
      "x.yaml:10:11: 'launch' lacks 'usage_string': the name of a usage string. The text of the alert, by its name under usage_strings (R24). Add for example 'usage_string: plain'"
    ),
    ErrorCase(
      "launch: {ask: launch, usage_string: plain}", "launch: {ask: launch, usage_string: plan}",
      "x.yaml:10:39: no usage string is called 'plan'. Did you mean 'plain'? Given: plain."),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, pre_prompt: kind,",
      "x.yaml:10:37: no pre-prompt is called 'kind'. Given: none. Add it with pre_prompts: {kind: {body: …}}."
    ),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, retry: nevr,",
      "x.yaml:10:32: 'retry' cannot be 'nevr'. Did you mean 'never'? Allowed: each_activation, next_session, never."
    ),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, weight: 0,",
      "x.yaml:10:33: 'weight' expects a number above 0, at most 1000000000000, found '0'"),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, trusts_callback: maybe,",
      "x.yaml:10:42: 'trusts_callback' expects true or false, found 'maybe'"),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, delay_seconds: {sweep: []},",
      "x.yaml:10:48: 'sweep' expects a list of at least one value, found a list of 0"),
    ErrorCase(
      "launch: {ask: launch,", "launch: {ask: launch, attribution: {wait_seconds: 3},",
      "x.yaml:10:38: 'attribution' lacks 'gate': one of none, documented, timer, foreground. How the SDK delays its install event. Add for example 'gate: documented'"
    ),
    ErrorCase(
      "  third:", "  launch/weight=1: {ask: launch, usage_string: plain}\n  third:"),
    ErrorCase(
      "text: \"Shows ads about what you read, for example local concerts.\"", "odds_ratio: 1.2",
      "x.yaml:8:10: 'plain' lacks 'text': text. As in NSUserTrackingUsageDescription. Add for example 'text: We use this to show you ads for things you like.'"
    ),
    ErrorCase(
      "\"Shows ads about what you read, for example local concerts.\"", "\"\"",
      "x.yaml:8:17: warning: the usage string 'plain' is empty, and review may take it for a missing one (R25)"
    ),
  ]

  static let design: [ErrorCase] = [
    ErrorCase(
      "experiment: small", "baseline: lunch",
      "x.yaml:1:11: no option is called 'lunch'. Did you mean 'launch'? Options: launch, third."),
    ErrorCase(
      "experiment: small", "trials: 0\ninstalls: many",
      "x.yaml:1:9: 'trials' expects a whole number from 1 to 4294967295, found '0'",
      "x.yaml:2:11: 'installs' expects a whole number from 1 to 4294967295, found 'many'"),
    ErrorCase(
      "experiment: small", "scenarios: {}",
      "x.yaml:1:12: 'scenarios' expects a mapping from the name of a scenario to its keys, found an empty mapping. Name at least one, or leave the key out"
    ),
    ErrorCase(
      "experiment: small", "trials: 1e15",
      "x.yaml:1:9: 'trials' expects a whole number from 1 to 4294967295, found '1e15'"),
    ErrorCase("experiment: small", "seed: 1e15"),
    ErrorCase(
      "experiment: small", "seed: 1e17",
      "x.yaml:1:7: 'seed' expects a whole number from 0 to 18446744073709551615, found '1e17'. Write it out in digits"
    ),
    ErrorCase(
      "experiment: small", "seed: 1e-2",
      "x.yaml:1:7: 'seed' expects a whole number from 0 to 18446744073709551615, found '1e-2'"),
    ErrorCase(
      "experiment: small", "trials: 10.5",
      "x.yaml:1:9: 'trials' expects a whole number from 1 to 4294967295, found '10.5'"),
    ErrorCase(
      "experiment: small", "trials: 1e8\ninstalls: 1e8",
      "x.yaml:1:9: expected trials × installs of at most 1000000000000, found 100000000 × 100000000"),
    ErrorCase(
      "experiment: small", "seed: -1",
      "x.yaml:1:7: 'seed' expects a whole number from 0 to 18446744073709551615, found '-1'"),
    ErrorCase(
      "experiment: small", "design: pared",
      "x.yaml:1:9: 'design' cannot be 'pared'. Did you mean 'paired'? Allowed: paired, split."),
    ErrorCase(
      "experiment: small", "horizon_days: 0",
      "x.yaml:1:15: 'horizon_days' expects a number above 0, at most 3650, found '0'"),
    ErrorCase(
      "experiment: small", "objective: value_per_install",
      "x.yaml:1:12: 'value_per_install' is not modelled in this file. It needs 'value'"),
    ErrorCase(
      "experiment: small", "objective: {opt_in_per_install: 0}",
      "x.yaml:1:12: expected a weight other than 0 in 'objective', found none"),
    ErrorCase(
      "experiment: small", "objective: {opt_in_per_install: 1e-158}",
      "x.yaml:1:13: expected a weight of 0, or of at least 1e-30, found 1e-158, which is too small to rank by; write a larger unit"
    ),
    ErrorCase(
      "experiment: small", "adjust: {value: {per_session: {identified: 1e-160, otherwise: 0}}}",
      "x.yaml:1:44: expected 0 or at least 1e-30 in 'identified', found 1e-160, which is too small to count; write a smaller unit of currency, such as cents"
    ),
    ErrorCase(
      "experiment: small", "scenarios: {gone: {events: null}}",
      "x.yaml:11:16: the option 'third' can never ask: no event 'article' is modelled. Choose another trigger, or model it"
    ),
    ErrorCase(
      "experiment: small", "scenarios: {base: {}, gone: {events: null}}",
      "x.yaml:11:16: warning: the option 'third' can never ask in segment 'all' of scenario 'gone': no event 'article' is modelled"
    ),
    ErrorCase(
      "experiment: small", "horizon_days: 3000\nadjust: {sessions: {rate: 500}}",
      "x.yaml:2:27: expected at most 100000 sessions per install, found 500.0 a day for 3000.0 days"),
    ErrorCase(
      "experiment: small",
      "horizon_days: 3000\nadjust: {sessions: {rate: {shape: 1, rate: 0.05}, leave: 0.000001}}",
      "x.yaml:2:27: expected at most 500000 sessions per install, found rates at which more than one install in 10^12 has more in 3000.0 days. Lower the rate or its spread, or shorten 'horizon_days'"
    ),
    ErrorCase(
      "experiment: small",
      "horizon_days: 3000\nadjust: {sessions: {rate: {lognormal: [100, 2]}, leave: 0.000001}}",
      "x.yaml:2:27: expected at most 500000 sessions per install, found rates at which more than one install in 10^12 has more in 3000.0 days. Lower the rate or its spread, or shorten 'horizon_days'"
    ),
  ]

  @Test(
    "A message says what was expected, what was found and where",
    arguments: numbers + people + arms + design)
  func message(error: ErrorCase) {
    #expect(problems(smallExperiment.replacing(error.old, with: error.new)) == error.problems)
  }

  @Test("All problems of a file are reported together, in the order of its lines")
  func all() {
    let found = problems(
      """
      experiment: many
      trials: 0
      population:
        sessions: {rate: -2, leave: 2}
        allow: {rate: 0}
        evnts: {article: {per_session: 2}}
      usage_strings: {s: {text: "x", odds_ratio: x}}
      arms:
        a: {ask: lunch, usage_string: t, delay: 1}
      """)
    #expect(
      found.map { $0.split(separator: ": ")[0] } == [
        "x.yaml:2:9", "x.yaml:4:20", "x.yaml:4:31", "x.yaml:5:17", "x.yaml:6:3", "x.yaml:7:44", "x.yaml:9:12",
        "x.yaml:9:33", "x.yaml:9:36",
      ])
  }
}
