import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a plan says, in sentences.
struct PlanWords {
  let plan: TestPlan

  var baseline: Name { Name(plan.options[0].option) }
  var compared: Phrase { plan.options.dropFirst().map { Phrase(Name($0.option)) }.inProse }
  /// `later vs launch`.
  private var contrast: Phrase { "\(compared) vs \(baseline)" }
  private var installs: Phrase { plan.perOption(plan.options.map(\.installs)) }
  var unit: String { plan.worth?.unit ?? "" }

  /// `later (26.1%) vs launch (22.4%), the baseline`.
  private var tested: Phrase {
    let rated: [Phrase] = plan.options.map {
      "\(Name($0.option)) (\(Quantity.fixed($0.rate, .share, 1)))"
    }
    return "\(Array(rated.dropFirst()).inProse) vs \(rated[0]), the baseline"
  }

  // MARK: - The first line

  /// Whether nothing says that the test is not worth it, or too small.
  var pays: Bool { plan.worth?.pays != false && plan.answer.isEnough }

  var headline: Phrase {
    plan.isOfRun ? verdict ?? "\(enough)Test \(tested), with \(installs)." : formula
  }

  private var enough: String {
    plan.asked != .isEnough
      ? "" : plan.answer.isEnough ? "The size is enough. " : "The size is not enough. "
  }

  /// That a test is not worth it, and why; `nil` where it is, or nobody says what it is for.
  private var verdict: Phrase? {
    guard let worth = plan.worth else { return nil }
    let test: Phrase = "A test of \(contrast)"
    switch worth.verdict {
    case nil, .pays: return nil
    case .sameRates:
      return
        "\(test) does not pay: the options are the same to the model, with a rate of "
        + "\(Quantity.fixed(plan.options[0].rate, .share, 1))."
    case .choiceStands:
      return "\(test) does not pay: \(Name(worth.bestGuess)) is best whatever the uncertain inputs are."
    case .costsMore: return "\(test) does not pay: no size gains more than it costs."
    case .sizeCostsMore:
      return "\(test) with \(installs) does not pay: this size costs more than it gains."
    case .gainsLittle: return "\(test) does not pay: it gains less than 1% of a year's \(unit)."
    }
  }

  /// The answer of a plan from rates alone.
  private var formula: Phrase {
    let power =
      plan.wantedPower.map { Quantity.given($0, .share) } ?? Quantity.power(plan.answer.power)
    let rise = rise(plan.options.map(\.rate))
    let each: Phrase? = plan.answer.powerOfAll.map { " for each option, \(Quantity.power($0)) for all" }
    let shown: Phrase =
      plan.question.nonInferior.map {
        "show that \(rise) is not worse by \(Quantity.given($0, .points)) or more\(each)"
      }
      ?? "detect \(rise)\(each)"
    switch plan.asked {
    case .size, .value: return "Test with \(installs): \(power) of such tests \(shown)."
    case .difference, .power: return "With \(installs), \(power) of tests \(shown)."
    case .isEnough:
      let found = plan.answer.isEnough ? Quantity.power(plan.answer.power) : missed
      return "\(enough)With \(installs), \(found) of tests \(shown); \(power) are asked for."
    }
  }

  /// The power found, with the digit that shows it to be below what was wanted.
  private var missed: Phrase {
    let shown = Quantity.power(plan.answer.power)
    guard let wanted = plan.wantedPower, shown == Quantity.power(wanted) else { return shown }
    return Quantity.fixed((plan.answer.power * 10_000).rounded(.down) / 10_000, .share, 2)
  }

  /// `22% vs 20% (+2 pp)`.
  private func rise(_ rates: [Double]) -> Phrase {
    let (arm, difference) = (rates[1], rates[1] - rates[0])
    let baseline = Quantity.given(rates[0], .share)
    guard plan.asked == .difference else {
      let points: Phrase? =
        difference == 0 ? nil : " (\(difference > 0 ? "+" : "")\(Quantity.given(difference, .points)))"
      return "\(Quantity.given(arm, .share)) vs \(baseline)\(points)"
    }
    let decimals = SupportedDigits.decimals(ofThreeDigits: 100 * difference)
    let lift = Quantity.fixed(difference, .points, decimals, .signed)
    return "\(Quantity.fixed(arm, .share, decimals)) vs \(baseline) (\(lift))"
  }

  // MARK: - Size and time

  /// Which scenario the plan is of, and how to ask for another; `nil` where there is one.
  var scenario: Fact? {
    guard let own = plan.question.scenario, let next = plan.otherScenarios.first else { return nil }
    return Fact("Scenario", "\(own). For another add --scenario \(TerminalText.shellWord(next)).")
  }

  var size: Fact {
    let total: Phrase = "\(grouped: plan.answer.planned) in total"
    var text = verdict == nil ? total : "\(tested): \(installs), \(total)"
    switch plan.asked {
    case .value: text += verdict == nil ? ", which gain most for the choice" : ""
    case .size where plan.isOfRun:
      text += ", which have a power of \(Quantity.given(plan.power, .share)) for \(difference)"
    case .isEnough, .power, .difference, .size: break
    }
    if let clusters { text += ": \(clusters)" }
    if !plan.answer.isEnough, let needed { text += ". Enough are \(needed)" }
    if let best = betterSize { text += ". About \(plan.each(best)) gain most for the choice" }
    return Fact(verdict == nil ? "Size" : "If you test", text + ".")
  }

  /// `5 releases or languages of each`; `nil` where installs are split.
  private var clusters: Phrase? {
    plan.question.clusters.map { clusters in
      let counts = Set(plan.options.map { $0.installs / clusters.installs }).sorted()
      return "\(counts.map { "\($0)" as Phrase }.inProse) releases or languages of each option"
    }
  }

  /// Another size that gains clearly more for the choice; `nil` where none does.
  private var betterSize: Int? {
    guard plan.asked != .value, let worth = plan.worth, worth.future != nil,
      let best = worth.bestSize
    else { return nil }
    let ratio = Double(best.planned) / Double(plan.answer.planned)
    return ratio < 0.75 || ratio > 1.25 ? best.planned : nil
  }

  /// Installs that have the power: `3,174 installs per option`.
  var needed: Phrase? {
    let needed = plan.options.compactMap(\.installsNeeded)
    return needed.count == plan.options.count ? plan.perOption(needed) : nil
  }

  var time: Fact? {
    guard let calendar = plan.calendar else { return nil }
    var text: Phrase = "\(calendar.wholeWeeks, "week") at \(pace(calendar)) a week."
    if calendar.waitingDays > 0 {
      text +=
        " Read it on day \(grouped: calendar.readOn), when the last is \(calendar.waitingDays, "day") old."
    }
    let share = Double(plan.answer.planned) / (calendar.installsPerDay * 7 * Double(calendar.wholeWeeks))
    if share < 0.75 {
      let part = Quantity.fixed((100 * share).rounded(.up) / 100, .share, 0)
      text += " It is enough if \(part) of these installs take part."
    }
    return Fact("Time", text)
  }

  /// `12,000 installs`; of a pace by the month or the day about as many, to three digits.
  private func pace(_ calendar: TestCalendar) -> Phrase {
    let installs = calendar.installsPerDay * 7
    guard abs(installs - installs.rounded()) > 1e-6 else { return "\(Int(installs.rounded()), "install")" }
    return "about \(Quantity.count(installs, error: installs / 100)) installs"
  }
}
