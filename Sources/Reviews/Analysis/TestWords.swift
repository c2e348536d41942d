import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// What a test says to do, as the lines of a decision.
struct TestWords {
  var result: TestResult

  private var test: AnalysedTest { result.test }
  private var advice: TestAdvice { result.advice }
  private var options: [DecisionFacts.Option] { advice.facts?.options ?? [] }

  func facts(_ detail: Detail) -> [Fact] {
    let cautions = result.cautions.filter { !isSaid($0) }.map(sentence)
    return decision + test.nonInferiority.indices.compactMap(nonInferiority) + cautions.cautions(detail)
  }

  /// What to do and how sure that is, and a sentence for each guardrail that is broken or open.
  var summary: [Phrase] {
    guard let decided = advice.decided else { return [] }
    let sure: Phrase? = decided.confidence.map { " Chance \(chance($0, decided.advice))" }
    return ["\(sentence(decided.advice))\(sure)"]
      + result.cautions.filter { if case .notice = $0 { false } else { true } }.map(sentence)
  }

  private var decision: [Fact] {
    if let reason = advice.withheld {
      return [Fact("Do", "No advice: \(reason.words)", .blocker)]
    }
    guard let decided = advice.decided else { return [] }
    var facts = [Fact("Do", sentence(decided.advice), .advice)]
    if result.cautions.contains(where: { if case .notice(.agesUnknown) = $0 { true } else { false } }) {
      facts.append(
        Fact("If", "every install was old enough when it was counted: say by which day with --day.", .caution)
      )
    }
    if let confidence = decided.confidence {
      facts.append(Fact("Chance", chance(confidence, decided.advice)))
    }
    if case .test(_, _, _, let meanwhile) = decided.advice {
      facts.append(Fact("Meanwhile", "\(Name(meanwhile)), which gives up least on average."))
    }
    return facts
  }

  /// Whether the lines above say it.
  private func isSaid(_ caution: TestCaution) -> Bool {
    switch caution {
    case .notice(.agesUnknown): true
    case .notice(.stillRising(let arm, _, _)):
      if case .laterDay? = advice.goOn { advice.facts?.rising.first == test.arms[arm] } else { false }
    case .notice(.singleArm): advice.withheld == .oneOption
    case .notice(.brokenMeasurement): advice.withheld == .brokenMeasurement
    case .guardrail, .notice: false
    }
  }

  // MARK: - What to do

  private func sentence(_ advice: Advice) -> Phrase {
    switch advice {
    case .choose(let option, let ground): choice(option, ground)
    case .test(let option, let against, _, _): goingOn(option, against)
    case .blocked: "No option may be chosen."
    case .sameToTheModel(let options):
      "Any of \(options.map { Phrase(Name($0)) }.inProse): the test makes no difference."
    case .moreTrials, .moreInstalls: "Collect more installs."
    }
  }

  private func choice(_ option: String, _ ground: Advice.Ground) -> Phrase {
    let isKept = option == test.arms[test.baseline]
    let start: Phrase = "\(isKept ? "Keep" : "Choose") \(Name(option))"
    let others = options.map(\.name).filter { $0 != option }
    switch ground {
    case .onlyOption: return "\(start): no other option may be chosen."
    case .littleToLose, .simplest:
      let alike = advice.facts?.littleToLose.map(\.name).filter { $0 != option } ?? []
      let simpler: Phrase? =
        alike.isEmpty
        ? nil : " \(alike.map { Phrase(Name($0)) }.inProse) would do too: take what is simplest to build."
      return
        "\(start): on average it gives up \(loss(option) ?? "–") pp, within the margin of "
        + "\(Quantity.given(advice.facts?.margin ?? 0, .points)).\(simpler)"
    case .clear, .goal, .tested, .testWouldNotPay:
      guard others.count > 1 else {
        return others.first.map { "\(start): \(lead(option, $0))." } ?? "\(start)."
      }
      let next = isKept ? others[0] : test.arms[test.baseline]
      return "\(start), the best of \(others.count + 1): \(lead(option, next, subject: "it"))."
    }
  }

  /// What choosing an option gives up on average, where it is best and where it is not, in points; `nil` where nothing says.
  private func loss(_ option: String?) -> Phrase? {
    options.first { $0.name == option }?.loss.map { AnalysisNumbers.loss($0.value) }
  }

  /// `launch is worse by 9.8 pp (95% interval -16.1 to -3.6)`, of the one of two options that is not the baseline.
  ///
  /// - Parameter subject: what stands for the option where the sentence has named it.
  private func lead(_ option: String, _ other: String, subject: Phrase? = nil) -> Phrase {
    let baseline = test.arms[test.baseline]
    let compared = option == baseline ? other : option
    guard [option, other].contains(baseline), let arm = test.arms.firstIndex(of: compared),
      let judged = test.mainPanel?.judgement(of: arm)
    else { return "\(subject ?? Phrase(Name(option))) is ahead of \(Name(other))" }
    let size = AnalysisNumbers.shares.difference(judged.difference.map(abs), judged.interval, [])
    let at: Phrase? = judged.earlierLook.map { ", at \(String(describing: $0))" }
    let interval: Phrase? = judged.interval.map {
      " (\(Quantity.given(test.options.statistics.level.value, .share)) interval \(AnalysisNumbers.shares.differences($0))\(at))"
    }
    let start = compared == option ? subject ?? Phrase(Name(compared)) : Phrase(Name(compared))
    // What reads as 0 is neither ahead nor behind.
    if size == AnalysisNumbers.shares.difference(0, judged.interval, []) {
      return "\(start) is level with \(Name(baseline))\(interval)"
    }
    let isAhead = (judged.difference ?? 0) > 0
    let verb =
      switch judged.verdict {
      case .better, .worse: isAhead ? "is better than" : "is worse than"
      case .equivalent, .unknown, nil: isAhead ? "is ahead of" : "is behind"
      }
    return "\(start) \(verb) \(Name(baseline)) by \(size) pp\(interval)"
  }

  private func goingOn(_ option: String, _ against: String) -> Phrase {
    let soFar: Phrase = "So far \(lead(option, against))."
    switch advice.goOn {
    case .laterDay(let day)?:
      let still = advice.facts?.rising.first ?? against
      let by: Phrase? = day.map { " (--day \($0))" }
      let rise: Phrase? = rise(still).map {
        ", by \(AnalysisNumbers.shares.difference($0, nil, [])) pp in the last third of its days"
      }
      return "Read it by a later day\(by) before you choose: \(Name(still)) still rises\(rise). \(soFar)"
    case .installs(let installs, let isPlanned)?:
      let people = test.mainPanel.map { panel in panel.counts.reduce(0) { $0 + $1.n } } ?? 0
      let until: Phrase =
        isPlanned ? "the planned \(installs, "install")" : "about \(twoDigitsUp(Double(installs)), "install")"
      return "Go on until \(until) \(age); \(people, "is", "are"). \(soFar)"
    case nil: return "Go on: nothing is settled yet. \(soFar)"
    }
  }

  /// `are 7 days old`, of installs that are read.
  private var age: Phrase {
    if test.asOf != nil, let day = test.day { "are \(day, "day") old" } else { "are counted" }
  }

  private func rise(_ option: String) -> Double? {
    test.cautions.lazy.compactMap {
      if case .stillRising(let arm, let rise, _) = $0, test.arms[arm] == option { rise } else { nil }
    }.first
  }

  private func chance(_ confidence: Confidence, _ decided: Advice) -> Phrase {
    var text: Phrase = "\(AnalysisNumbers.probability(confidence.chanceBest.value)) to be best"
    switch advice.facts?.stopping {
    case .shown?: text += ", and shown by what holds at every look"
    case .goOn?, .ended?: text += " if it were read once: \(confidence.level.rawValue)"
    case nil: text += ": \(confidence.level.rawValue)"
    }
    guard let loss = loss(decided.option) else { return text + "." }
    if case .choose(_, .littleToLose) = decided { return text + "." }
    return text + "; on average it gives up \(loss) pp."
  }

  /// What is shown of an option not being worse by the margin that was asked for.
  private func nonInferiority(_ index: Int) -> Fact? {
    guard let panel = test.mainPanel, let found = test.nonInferiority[index] else { return nil }
    let option = test.arms[panel.statistics.comparisons[index].option]
    let worst: Phrase? = panel.judgements[index].interval.map {
      ": at worst \(AnalysisNumbers(deciding: [-found.margin]).lower(of: $0)) pp"
    }
    let p: Phrase? = found.adjusted.map { ", one-sided \(NoticeWords.chance($0))" }
    return Fact(
      "Not worse",
      "\(Name(option)) by \(Quantity.given(found.margin, .points)) or more: "
        + "\(found.isShown ? "shown" : "not shown")\(worst ?? ": no interval yet")\(p)."
    )
  }

  // MARK: - Cautions

  func sentence(_ caution: TestCaution) -> Phrase {
    switch caution {
    case .notice(let notice): return NoticeWords(analysis: test).sentence(notice)
    case .guardrail(let found) where found.state == .fails:
      guard let (guardrail, comparison) = comparison(found) else { return "\(Name(found.option)) is out." }
      let words = GuardrailWords(guardrail: guardrail)
      let chance: Phrase? = found.chance.map { ", holds with a chance of \(AnalysisNumbers.probability($0))" }
      return
        "\(Name(found.option)) is out: \(GuardrailWords.name(found.column)) "
        + "\(words.numbers.difference(comparison.difference, comparison.interval))\(words.unit), margin \(words.margin)\(chance)."
    case .guardrail(let found):
      let state: Phrase =
        found.chance.map { "it holds with a chance of \(AnalysisNumbers.probability($0))" }
        ?? comparison(found)?.1.reason?.words ?? "the margin lies inside the interval"
      let takes: Phrase? = found.installsNeeded.map {
        "; that takes about \(twoDigitsUp(Double($0)), "install") of each option"
      }
      return "\(GuardrailWords.name(found.column)) of \(Name(found.option)) is open: \(state)\(takes)."
    }
  }

  private func comparison(_ found: TestGuardrail) -> (Guardrail, Guardrail.Comparison)? {
    guard let guardrail = test.guardrails.first(where: { $0.column == found.column }),
      let comparison = guardrail.comparisons.first(where: { test.arms[$0.option] == found.option })
    else { return nil }
    return (guardrail, comparison)
  }
}
