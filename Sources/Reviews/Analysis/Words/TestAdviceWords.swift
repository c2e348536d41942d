import Inference
import Rendering
import Studies
import TestAnalysis

/// What a test says to do, as the lines of a decision.
struct TestAdviceWords {
  var result: TestResult

  private var test: AnalysedTest { result.test }
  private var advice: TestAdvice { result.advice }

  /// Cautions shown where there is no room for all.
  private static let mostCautions = 3

  func facts(_ detail: Detail) -> [ReviewDocument.Fact] {
    var facts: [ReviewDocument.Fact] = []
    if let reason = advice.withheld {
      facts.append(.init(label: "Do", text: "No advice: \(reason.words)\(later(reason))", role: .blocker))
    } else if let decided = advice.decided {
      facts.append(.init(label: "Do", text: "\(sentence(decided.advice))", role: .advice))
      if isOfUnknownAge {
        facts.append(
          .init(
            label: "If",
            text: "every install was old enough when it was counted: say by which day with --day.",
            role: .caution))
      }
      if let confidence = decided.confidence {
        facts.append(.init(label: "Chance", text: "\(chance(confidence, decided.advice))"))
      }
      if case .test(_, _, _, let meanwhile) = decided.advice {
        facts.append(
          .init(label: "Meanwhile", text: "\(name(meanwhile)), which gives up least on average."))
      }
    }
    facts += test.nonInferiority.indices.compactMap(nonInferiority).map {
      .init(label: "Not worse", text: "\($0)")
    }
    let cautions = result.cautions.filter { !isSaid($0) }
    let shown = detail == .full ? cautions : Array(cautions.prefix(Self.mostCautions))
    facts += shown.enumerated().map {
      .init(
        label: $0.offset == 0 ? "Take care" : "",
        text: "\(TestCautionWords(result: result).sentence($0.element))",
        role: .caution)
    }
    if shown.count < cautions.count {
      facts.append(.init(label: "", text: "\(cautions.count - shown.count) more: --verbose"))
    }
    return facts
  }

  /// How many answers come after the day of the rates, and how to read them; empty where that is not the reason.
  private func later(_ reason: NoVerdictReason) -> String {
    guard reason == .nobodyAnswered, let later = test.laterAnswers(of: Array(test.arms.indices)) else {
      return ""
    }
    return
      " \(SupportedDigits.grouped(later.count)) \(later.count == 1 ? "answer comes" : "answers come") later: read it "
      + "by --day \(later.days.upperBound)."
  }

  private var isOfUnknownAge: Bool {
    result.cautions.contains { if case .notice(.agesUnknown) = $0 { true } else { false } }
  }

  /// Whether the lines above say it.
  private func isSaid(_ caution: TestCaution) -> Bool {
    switch caution {
    case .notice(.agesUnknown): true
    case .notice(.stillRising(let arm, _, _)):
      if case .laterDay? = advice.goOn { advice.facts?.rising.first == test.arms[arm] } else { false }
    case .notice(.singleArm): advice.withheld == .oneOption
    case .notice(.brokenMeasurement): advice.withheld == .brokenMeasurement
    case .broken, .open, .notice: false
    }
  }

  private func sentence(_ advice: Advice) -> String {
    switch advice {
    case .choose(let option, let ground): choice(option, ground)
    case .test(let option, let against, _, _): goingOn(option, against)
    case .blocked: "No option may be chosen."
    case .sameToTheModel(let options): "Any of \(options.map(name).inProse): the test makes no difference."
    case .moreTrials: "Collect more installs."
    }
  }

  private func choice(_ option: String, _ ground: Advice.Ground) -> String {
    let isKept = option == test.arms[test.baseline]
    let start = "\(isKept ? "Keep" : "Choose") \(name(option))"
    let others = advice.facts?.options.map(\.name).filter { $0 != option } ?? []
    switch ground {
    case .onlyOption: return "\(start): no other option may be chosen."
    case .littleToLose, .simplest:
      let margin = AnalysisNumbers.exactPoints(advice.facts?.margin ?? 0)
      let loss = advice.facts?.options.first { $0.name == option }?.loss?.value
      let alike = advice.facts?.littleToLose.map(\.name).filter { $0 != option } ?? []
      let simpler =
        alike.isEmpty
        ? "" : " \(alike.map(name).inProse) would do too: take what is simplest to build."
      return
        "\(start): if it is wrong, it gives up \(AnalysisNumbers.loss(loss)) pp on average, within the margin "
        + "of \(margin).\(simpler)"
    case .clear, .goal, .tested, .testWouldNotPay:
      guard others.count > 1 else {
        return others.first.map { "\(start): \(lead(option, $0))." } ?? "\(start)."
      }
      let next = others[0]
      return "\(start), the best of \(others.count + 1): "
        + "\(lead(option, isKept ? next : test.arms[test.baseline], subject: "it"))."
    }
  }

  /// `launch is worse by 9.8 pp (95% interval -16.1 to -3.6)`, of the one of two options that is not the baseline.
  ///
  /// - Parameter subject: what stands for the option where the sentence has named it.
  private func lead(_ option: String, _ other: String, subject: String? = nil) -> String {
    let baseline = test.arms[test.baseline]
    let compared = option == baseline ? other : option
    guard [option, other].contains(baseline), let judged = judgement(compared) else {
      return "\(subject ?? name(option)) is ahead of \(name(other))"
    }
    let size = AnalysisNumbers.points(judged.difference.map(abs), judged.interval, signed: false)
    let interval =
      judged.interval.map {
        " (\(AnalysisNumbers.level(test.options.statistics.level)) interval "
          + "\(AnalysisNumbers.interval($0, signed: true)))"
      } ?? ""
    let isAhead = (judged.difference ?? 0) > 0
    let verb =
      switch judged.verdict {
      case .better, .worse: isAhead ? "is better than" : "is worse than"
      case .equivalent, .unknown, nil: isAhead ? "is ahead of" : "is behind"
      }
    let start = compared == option ? subject ?? name(compared) : name(compared)
    return "\(start) \(verb) \(name(baseline)) by \(size) pp\(interval)"
  }

  private func judgement(_ option: String) -> Judgement? {
    guard let panel = test.mainPanel,
      let index = panel.statistics.comparisons.firstIndex(where: { test.arms[$0.arm] == option })
    else { return nil }
    return panel.judgements[index]
  }

  private func goingOn(_ option: String, _ against: String) -> String {
    switch advice.goOn {
    case .laterDay(let day)?:
      let still = advice.facts?.rising.first ?? against
      let rise = rise(still).map {
        ", by \(AnalysisNumbers.points($0, nil, signed: false)) pp in the last third of its days"
      }
      return
        "Read it by a later day\(day.map { " (--day \($0))" } ?? "") before you choose: \(name(still)) still rises"
        + "\(rise ?? ""). So far \(lead(option, against))."
    case .installs(let installs, let isPlanned)?:
      let people = test.mainPanel.map { panel in panel.counts.reduce(0) { $0 + $1.n } } ?? 0
      let until =
        isPlanned
        ? "the planned \(AnalysisNumbers.installs(installs))"
        : "about \(AnalysisNumbers.installs(Int(AnalysisNumbers.twoDigitsUp(Double(installs)))))"
      return
        "Go on until \(until) \(age); \(SupportedDigits.grouped(people)) \(people == 1 ? "is" : "are"). "
        + "So far \(lead(option, against))."
    case nil: return "Go on: nothing is settled yet. So far \(lead(option, against))."
    }
  }

  /// `are 7 days old`, of installs that are read.
  private var age: String {
    switch test.material {
    case .counts: "are counted"
    case .events(_, let day, _): "are \(AnalysisNumbers.days(day)) old"
    }
  }

  private func rise(_ option: String) -> Double? {
    test.cautions.lazy.compactMap {
      if case .stillRising(let arm, let rise, _) = $0, test.arms[arm] == option { rise } else { nil }
    }.first
  }

  private func chance(_ confidence: Confidence, _ decided: Advice) -> String {
    var text = "\(AnalysisNumbers.probability(confidence.chance.value)) to be best"
    switch advice.facts?.stopping {
    case .shown?: text += ", and shown by what holds at every look"
    case .goOn?, .ended?: text += " if it were read once: \(confidence.level.rawValue)"
    case nil: text += ": \(confidence.level.rawValue)"
    }
    let loss = advice.facts?.options.first { $0.name == decided.option }?.loss?.value
    guard let loss else { return text + "." }
    if case .choose(_, .littleToLose) = decided { return text + "." }
    return text + "; if it is wrong, it gives up \(AnalysisNumbers.loss(loss)) pp on average."
  }

  /// What is shown of an option not being worse by the margin that was asked for.
  private func nonInferiority(_ index: Int) -> String? {
    guard let panel = test.mainPanel, let found = test.nonInferiority[index] else { return nil }
    let option = name(test.arms[panel.statistics.comparisons[index].arm])
    let margin = AnalysisNumbers.exactPoints(found.margin)
    let worst = found.interval.map {
      ": at worst \(AnalysisNumbers.ends($0, deciding: [-found.margin]).lower) pp"
    }
    return
      "\(option) by \(margin) or more: \(found.isShown ? "shown" : "not shown")\(worst ?? ": no interval yet")"
      + (found.test.map { ", one-sided p = \(AnalysisNumbers.p($0.p))." } ?? ".")
  }

  private func name(_ option: String) -> String { TerminalText.inSentence(option) }
}

/// A caution in a sentence or two.
struct TestCautionWords {
  var result: TestResult

  func sentence(_ caution: TestCaution) -> String {
    switch caution {
    case .notice(let notice): AnalysisNotices(result.test).sentence(notice)
    case .broken(let found):
      "\(TerminalText.inSentence(found.option)) is out: \(facts(found))."
    case .open(let found):
      "\(GuardrailWords.name(found.column)) of \(TerminalText.inSentence(found.option)) is open: "
        + (found.chance.map { "it holds with a chance of \(AnalysisNumbers.probability($0))" }
          ?? reason(found))
        + (found.installsNeeded.map {
          "; that takes about \(AnalysisNumbers.installs(Int(AnalysisNumbers.twoDigitsUp(Double($0))))) of each option"
        } ?? "") + "."
    }
  }

  private func comparison(_ found: TestGuardrail) -> (Guardrail, Guardrail.Comparison)? {
    guard let guardrail = result.test.guardrails.first(where: { $0.column == found.column }),
      let comparison = guardrail.comparisons.first(where: { result.test.arms[$0.arm] == found.option })
    else { return nil }
    return (guardrail, comparison)
  }

  private func facts(_ found: TestGuardrail) -> String {
    guard let (guardrail, comparison) = comparison(found) else { return "" }
    let words = GuardrailWords(guardrail: guardrail)
    let chance = found.chance.map { ", holds with a chance of \(AnalysisNumbers.probability($0))" } ?? ""
    return
      "\(GuardrailWords.name(found.column)) \(words.difference(comparison))\(words.unit), margin \(words.margin)\(chance)"
  }

  private func reason(_ found: TestGuardrail) -> String {
    comparison(found)?.1.reason?.words ?? "the interval holds the margin"
  }
}
