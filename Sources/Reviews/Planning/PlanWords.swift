import ExperimentDesign
import Rendering
import Studies

/// What a plan says, in sentences.
struct PlanWords {
  let plan: TestPlan

  typealias Fact = ReviewDocument.Fact

  func name(_ option: String) -> String { TerminalText.inSentence(option) }
  var baseline: String { name(plan.options[0].option) }
  var compared: String { plan.options.dropFirst().map { name($0.option) }.inProse }
  /// `later vs launch`.
  private var contrast: String { "\(compared) vs \(baseline)" }
  private var installs: String { plan.perOption(plan.options.map(\.installs)) }
  var unit: String { TerminalText.safe(plan.worth?.unit ?? "") }
  func grouped(_ count: Int) -> String { PlanNumbers.grouped(count) }

  /// `later (26.1%) vs launch (22.4%), the baseline`.
  private var tested: String {
    let rated = plan.options.map { "\(name($0.option)) (\(PlanNumbers.percent($0.rate, decimals: 1)))" }
    return "\(Array(rated.dropFirst()).inProse) vs \(rated[0]), the baseline"
  }

  // MARK: - The first line

  /// Whether nothing says that the test is not worth it, or too small.
  var pays: Bool { plan.worth?.pays != false && plan.answer.isEnough }

  var headline: String {
    switch plan.mode {
    case .formula: formula
    case .run: verdict ?? "\(enough)Test \(tested), with \(installs)."
    }
  }

  private var enough: String {
    plan.question.asked != .isEnough
      ? "" : plan.answer.isEnough ? "The size is enough. " : "The size is not enough. "
  }

  /// That a test is not worth it, and why; `nil` where it is, or nobody says what it is for.
  private var verdict: String? {
    guard let worth = plan.worth else { return nil }
    let best = name(worth.bestGuess)
    switch worth.verdict {
    case nil, .pays: return nil
    case .sameRates:
      return
        "A test of \(contrast) does not pay: the options are the same to the model, with a rate of "
        + "\(PlanNumbers.percent(plan.options[0].rate, decimals: 1))."
    case .choiceStands:
      return "A test of \(contrast) does not pay: \(best) is best whatever the uncertain inputs are."
    case .costsMore: return "A test of \(contrast) does not pay: no size gains more than it costs."
    case .sizeCostsMore:
      return "A test of \(contrast) with \(installs) does not pay: this size costs more than it gains."
    case .gainsLittle:
      return
        "A test of \(contrast) does not pay: it gains less than 1% of a year's \(unit)."
    }
  }

  /// The answer of a plan from rates alone.
  private var formula: String {
    let power = plan.answer.wantedPower.map(PlanNumbers.percent) ?? PlanNumbers.power(plan.answer.power)
    let rates = plan.options.map(\.rate)
    let shown =
      plan.question.nonInferior.map {
        "show that \(rise(rates)) is not worse by \(PlanNumbers.points($0)) or more"
      }
      ?? "detect \(rise(rates))"
    switch plan.question.asked {
    case .size, .value: return "Test with \(installs): \(power) of such tests \(shown)."
    case .difference, .power: return "With \(installs), \(power) of tests \(shown)."
    case .isEnough:
      return
        "\(enough)With \(installs), \(plan.answer.isEnough ? PlanNumbers.power(plan.answer.power) : missed) of tests "
        + "\(shown); \(power) are asked for."
    }
  }

  /// The power found, with the digit that shows it to be below what was wanted.
  private var missed: String {
    let shown = PlanNumbers.power(plan.answer.power)
    guard let wanted = plan.answer.wantedPower, shown == PlanNumbers.power(wanted) else { return shown }
    return PlanNumbers.percent((plan.answer.power * 10_000).rounded(.down) / 10_000, decimals: 2)
  }

  /// `22% vs 20% (+2 pp)`.
  private func rise(_ rates: [Double]) -> String {
    let (arm, difference) = (rates[1], rates[1] - rates[0])
    let baseline = PlanNumbers.percent(rates[0])
    guard plan.question.asked == .difference else {
      let points = PlanNumbers.points(difference)
      return "\(PlanNumbers.percent(arm)) vs \(baseline)"
        + (difference == 0 ? "" : " (\(difference > 0 ? "+" : "")\(points))")
    }
    let decimals = PlanNumbers.decimals(of: difference)
    let lift = SupportedDigits.text(100 * difference, decimals: decimals, signed: true)
    return "\(PlanNumbers.percent(arm, decimals: decimals)) vs \(baseline) (\(lift) pp)"
  }

  // MARK: - Size and time

  /// Which scenario the plan is of, and how to ask for another; `nil` where there is one.
  var scenario: Fact? {
    guard let own = plan.scenario, let next = plan.otherScenarios.first else { return nil }
    return Fact(
      label: "Scenario",
      text: "\(TerminalText.safe(own)). For another add --scenario \(TerminalText.shellWord(next)).")
  }

  var size: Fact? {
    let total = "\(grouped(plan.answer.planned)) in total"
    var text = verdict == nil ? total : "\(tested): \(installs), \(total)"
    switch plan.question.asked {
    case .value: text += verdict == nil ? ", which gain most for the choice" : ""
    case .size where plan.mode == .run:
      text += ", which have a power of \(PlanNumbers.percent(plan.question.power)) for \(difference)"
    case .isEnough, .power, .difference, .size: break
    }
    if !plan.answer.isEnough, let needed { text += ". Enough are \(needed)" }
    if let best = betterSize { text += ". \(best)" }
    return Fact(label: verdict == nil ? "Size" : "If you test", text: "\(text).")
  }

  /// That another size gains clearly more for the choice; `nil` where none does.
  private var betterSize: String? {
    guard plan.question.asked != .value, let worth = plan.worth, worth.future != nil,
      let best = worth.bestSize
    else { return nil }
    let ratio = Double(best.planned) / Double(plan.answer.planned)
    guard ratio < 0.75 || ratio > 1.25 else { return nil }
    return "About \(plan.each(best.planned)) gain most for the choice"
  }

  /// Installs that have the power: `3,174 installs per option`.
  var needed: String? {
    let needed = plan.options.compactMap(\.installsNeeded)
    return needed.count == plan.options.count ? plan.perOption(needed) : nil
  }

  var time: Fact? {
    guard let calendar = plan.calendar else { return nil }
    let weeks = calendar.wholeWeeks == 1 ? "1 week" : "\(grouped(calendar.wholeWeeks)) weeks"
    var text = "\(weeks) at \(pace(calendar)) a week."
    if calendar.waitingDays > 0 {
      text +=
        " Read it on day \(grouped(calendar.readOn)), when the last is \(age(calendar.waitingDays)) old."
    }
    let share = Double(plan.answer.planned) / (calendar.perDay * 7 * Double(calendar.wholeWeeks))
    if share < 0.75 {
      text +=
        " It is enough if \(PlanNumbers.percent((100 * share).rounded(.up) / 100, decimals: 0)) of these installs take part."
    }
    return Fact(label: "Time", text: "\(text)")
  }

  func age(_ days: Int) -> String { days == 1 ? "1 day" : "\(grouped(days)) days" }

  /// `12,000 installs`; of a pace by the month or the day about as many, to three digits.
  private func pace(_ calendar: TestPlan.Calendar) -> String {
    let installs = calendar.perDay * 7
    guard abs(installs - installs.rounded()) > 1e-6 else {
      return installs.rounded() == 1 ? "1 install" : "\(grouped(Int(installs.rounded()))) installs"
    }
    return "about \(grouped(nearest(installs, digits: 3))) installs"
  }

  private func nearest(_ value: Double, digits: Int) -> Int {
    var step = 1.0
    for _ in 0..<digits { step *= 10 }
    var unit = 1.0
    while value / unit >= step { unit *= 10 }
    return Int((value / unit).rounded() * unit)
  }
}
