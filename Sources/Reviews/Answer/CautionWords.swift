import ExperimentDesign
import Inference
import Rendering
import Studies

/// What to take care of, in words: a sentence or two for each caution.
extension ScenarioWords {
  /// The weightiest first.
  var cautions: [Phrase] { scenario.cautions.map(words) }

  private func words(_ caution: Caution) -> Phrase {
    switch caution {
    case .earlyReports(let reason, let shares): early(reason, shares)
    case .guardrailOpen(let option, let reading): open(option, reading)
    case .model(let model, let best, let option, let level): modelled(model, best, option, level)
    case .last(let metric, let option, let best):
      "\(Name(option)) is last by \(metric == .sessionsLostPerInstall ? "sessions lost" : metricName(metric)): \(both(metric, option, best))."
    case .shortWait(let option, let best, let rule):
      "The SDK's wait ends before the answers of \(Name(option)): \(both(.attributedPerInstall, option, best)) attributed. Wait longer (\(rule))."
    case .file(let text, _): "\(text)"
    case .check(let pitfall, let options, let seen) where options.count == outline.arms.count:
      "\(clause: seen) (\(pitfall))."
    case .check(let pitfall, let options, let seen):
      "\(names(options)): \(clause: seen) (\(pitfall))."
    case .close: "It is close: more trials may change this advice."
    }
  }

  private var isTest: Bool { if case .test = scenario.decided.advice { true } else { false } }

  private func early(_ reason: EarlyReport, _ found: [Caution.OptionShare]) -> Phrase {
    let reported: Phrase = "\(shares(found)) are reported before permission"
    return switch reason {
    case .noConsentLayer: "\(reported): no consent layer asks first there, as it does under other options."
    case .noWait: "\(reported). Fix: attribution: {gate: documented}."
    case .refusedConsent: "\(reported). Keep the SDK off after a refusal."
    }
  }

  /// `28% of the installs under a, 61% under b and some under 2 more`.
  private func shares(_ found: [Caution.OptionShare]) -> Phrase {
    let shown = found.count > 3 ? Array(found.prefix(2)) : found
    let texts = shown.enumerated().map { place, item -> Phrase in
      "\(Quantity.chance(item.share)) \(place == 0 ? "of the installs " : "")under \(Name(item.option))"
    }
    return (texts + (found.count > shown.count ? ["some of \(found.count - shown.count) more"] : [])).inProse
  }

  private func modelled(
    _ model: AlternativeModel, _ best: String, _ option: String, _ level: Double?
  ) -> Phrase {
    guard model.isOfCode, let level else { return "If \(model.condition), \(Name(best)) is best." }
    let value = Quantity(level, objective.unit).brief()
    return "If \(model.condition), \(Name(option)) gets \(value): \(remedy(model))."
  }

  /// What to write in the file where a team knows its code.
  private func remedy(_ model: AlternativeModel) -> Phrase {
    switch model {
    case .lostRequestNotRepeated: "state retry"
    case .alertAtAsk: "state when the other alert comes"
    case .defaultWait: "state attribution.wait_seconds"
    case _: "state it in the file"
    }
  }

  /// `11.26 vs 11.48`: an option's value of a metric and another's.
  private func both(_ metric: Metric, _ option: String, _ other: String) -> Phrase {
    let arms = [option, other].compactMap { name in outline.arms.firstIndex { $0.name == name } }
    return levels(metric, arms).joined(separator: " vs ")
  }

  // MARK: - What may not be chosen

  /// One line for each reason, with all the options that it keeps out.
  var out: [Phrase] {
    var lines: [(arms: [Int], reason: Phrase)] = []
    for blocker in found.blockers {
      let reason = words(blocker)
      if let same = lines.firstIndex(where: { $0.reason == reason }) {
        lines[same].arms += blocker.options
      } else {
        lines.append((blocker.options, reason))
      }
    }
    return lines.map { "\(names($0.arms.map { outline.arms[$0].name })): \($0.reason)" }
  }

  private func words(_ blocker: Blocker) -> Phrase {
    switch blocker.reason {
    case .forbidden(let rules):
      let names = blocker.options.map { outline.arms[$0].name }
      let fix = fix { $0.forbids && $0.arms.contains(where: names.contains) }
      return "App Review would reject it (\(rules.joined(separator: ", "))).\(fix)"
    case .error(let pitfall):
      let what = outline.platform?.findings.first { $0.rule == pitfall && $0.severity == .error }?.sentence
      let fix = fix { $0.rule == pitfall && $0.severity == .error }
      return "\(clause: what ?? "an error of the checks") (\(pitfall)).\(fix)"
    case .guardrail(let reading):
      return "\(limit(reading)) is kept in \(chance(reading.chanceHolds)) of draws.\(cost(blocker.lead))"
    case .brokenInTest(let broken):
      return
        "\(GuardrailWords.name(broken.column)) got worse by more than its margin in a test: it holds with a chance of \(AnalysisNumbers.probability(broken.chance)).\(cost(blocker.lead))"
    }
  }

  private func fix(_ isIt: (Finding) -> Bool) -> Phrase? {
    outline.platform?.findings.first(where: isIt).map { " Fix: \($0.fix)" }
  }

  private func open(_ option: String, _ reading: GuardrailReading) -> Phrase {
    let isMeasured = isTest && reading.metric.testColumn != nil
    let next: Phrase? = isMeasured ? " The test measures it." : nil
    let why: Phrase =
      reading.chanceHolds == nil
      ? "too few installs say" : "it does in \(chance(reading.chanceHolds)) of draws"
    return "Whether \(Name(option)) keeps \(limit(reading)) is open: \(why).\(next)"
  }

  /// `sessions lost per install, at most 0.1`.
  func limit(_ reading: GuardrailReading) -> Phrase {
    let metric = reading.metric
    return
      "\(metric.title) \(metric.isLoss ? "at most" : "at least") \(Quantity.given(reading.limit, metric.unit))"
  }

  /// What keeping a guardrail costs: by how much the option would lead without it; `nil` where it would not.
  private func cost(_ lead: Estimate?) -> Phrase? {
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    guard let lead, sign * lead.overTrials.mean > 0 else { return nil }
    let month = objective.singleMetric == .optInPerInstall ? money(lead.overTrials.mean) : nil
    return " Without the guardrail it would lead by \(size(lead))\(month)."
  }
}

extension Phrase.Parts {
  /// Somebody else's sentence within another one, without the stop at its end.
  mutating func appendInterpolation(clause text: String) {
    appendInterpolation(text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}

extension AlternativeModel {
  /// The model as a condition: "if *experience persuades nobody*".
  var condition: Phrase {
    switch self {
    case .selectionOnly: "those who stay are more willing from the start and experience persuades nobody"
    case .causeOnly:
      "experience persuades as much as is thought possible and nobody is more willing from the start"
    case .noFraming: "neither wording nor a pre-prompt has an effect"
    case .strongFraming: "wording has the largest effect that is thought possible"
    case .freeColdQuestion: "asking at launch costs nothing"
    case .costlyColdQuestion: "asking at launch costs as much as is thought possible"
    case .fallingWillingness: "experience makes people less willing"
    case .lostRequestNotRepeated: "another alert meets the request and your app does not ask again"
    case .alertAtAsk: "another alert is up when your app asks"
    case .defaultWait: "the SDK waits its default of 20 seconds"
    }
  }
}
