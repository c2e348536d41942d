import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a planned size shows, and what that is worth.
extension PlanWords {
  /// `3 pp`: the difference that the power is for, with its sign where that is a drop that nobody expects.
  var difference: Phrase {
    let difference = plan.options[1].difference ?? 0
    let isUnexpected = plan.options.dropFirst().contains { $0.rate >= plan.options[0].rate }
    return Quantity.given(difference < 0 && isUnexpected ? difference : abs(difference), .points)
  }

  var powerHeading: [String] {
    plan.isOfRun && plan.question.nonInferior == nil
      ? ["power for", difference.text] : ["", "power"]
  }

  /// What tests of the planned size show of each comparison.
  var shown: [Fact] {
    guard plan.hasChances else { return [] }
    return plan.planned.map { size in
      func chance(_ number: Double?) -> Phrase { Quantity.power(number ?? 0) }
      let option = Name(size.option)
      if let margin = plan.question.nonInferior {
        return Fact(
          "Shows",
          "\(option) not worse by \(Quantity.given(margin, .points)) or more in \(chance(size.pShown)) of such tests."
        )
      }
      let margin = Quantity.given(plan.question.margin ?? 0, .points)
      let rest: Phrase =
        (size.pEquivalent ?? 0) >= 0.005
        ? "\(chance(size.pEquivalent)) that they are within \(margin), and \(chance(size.pUnknown)) none of these"
        : "and \(chance(size.pUnknown)) neither"
      return Fact(
        "Shows",
        "\(chance(size.pBetter)) of such tests show \(option) higher than \(baseline), \(chance(size.pWorse)) lower, \(rest)."
      )
    }
  }

  /// What the size can and cannot detect.
  var power: Fact? {
    guard plan.isOfRun, plan.question.nonInferior == nil else { return nil }
    let wanted = Quantity.given(plan.power, .share)
    let all: Phrase? = plan.answer.powerOfAll.map { " for each option and \(Quantity.power($0)) for all" }
    let own: Phrase = "\(difference) with \(Quantity.power(plan.answer.power))\(all)"
    guard plan.answer.power < plan.power else { return Fact("Detects", own + ".") }
    let detects: Phrase? = plan.answer.detects.map { detects in
      let decimals = max(0, SupportedDigits.decimals(ofThreeDigits: 100 * detects) - 1)
      return "\(Quantity.fixed(abs(detects), .points, decimals)) with a power of \(wanted); "
    }
    return Fact("Detects", "\(detects)\(own), for which \(wanted) takes \(needed).")
  }

  /// What looks cost and save; `nil` for a single one.
  var stopping: Fact? {
    guard let looks = plan.question.looks else { return nil }
    let ratio = plan.answer.inflation - 1
    let more = Quantity.fixed(ratio, .share, ratio < 0.1 ? 1 : 0)
    let ways: Phrase =
      looks.anyTime ? "Looks at any time, counted as \(looks.count)," : "\(looks.count) looks"
    let used: [Phrase] = plan.stopping.map { comparison in
      let share = Quantity.power(comparison.installsUsed.value)
      return plan.stopping.count == 1 ? share : "\(share) for \(Name(comparison.option))"
    }
    return Fact(
      "Looks",
      "\(ways) take \(more) more installs than one, and on average \(used.inProse) of the installs decide.")
  }

  /// What the size shows of each guardrail.
  var guardrails: [Fact] {
    plan.guardrails.map { found in
      let (reading, expected) = (found.reading, found.reading.mean ?? 0)
      let isShare = reading.metric.isShare
      let metric = reading.metric.heading.joined(separator: " ")
      let mean =
        isShare
        ? Quantity.fixed(expected, .share, 1)
        : Phrase(number: SupportedDigits.number(expected, error: abs(expected) / 100))
      let limit =
        Quantity.given(reading.limit, isShare ? .share : .number)
      let draws: Phrase? = reading.chanceHolds.map { ", \(Quantity.power($0.value)) of draws within" }
      let tell: Phrase =
        found.isEnough
        ? "The size is enough to tell these apart"
        : found.needed.map { "To tell these apart takes \(plan.each($0))" } ?? "No size tells these apart"
      let detects: Phrase? = found.detects.map {
        let size =
          isShare
          ? Quantity.fixed($0, .points, 1) : Phrase(number: SupportedDigits.number($0, error: $0 / 10))
        return "; this one detects \(size)"
      }
      return Fact(
        "Guardrail",
        "\(metric) \(reading.metric.isLoss ? "at most" : "at least") \(limit): \(Name(found.option)) \(mean)\(draws). "
          + "\(tell)\(detects).",
        reading.state == .holds ? .plain : .caution)
    }
  }

  // MARK: - Worth

  /// A gain of one install, in the unit of the objective: `0.71 pp`.
  func perInstall(_ gain: Double, mcse: Double) -> Phrase {
    plan.worth?.isShare ?? true
      ? Quantity.fixed(gain, .points, 2)
      : Phrase(number: SupportedDigits.number(gain, error: max(mcse, abs(gain) / 100)))
  }

  func amount(_ value: Double) -> Phrase {
    abs(value) < 1e15 ? "\(grouped: Int(value.rounded()))" : Phrase(number: SupportedDigits.exact(value))
  }

  var worth: Fact? {
    guard let worth = plan.worth, ![.sameRates, .choiceStands].contains(worth.verdict) else { return nil }
    guard let future = worth.future else {
      let knowing = perInstall(worth.perfectInformation.value, mcse: worth.perfectInformation.mcse)
      return Fact(
        "Worth",
        "\(perInstall(worth.own.evsi, mcse: worth.own.evsiMcse)) per install after it, if you then choose what is "
          + "best on average. To know the difference would gain \(knowing)."
      )
    }
    let year: Phrase =
      worth.isOfApp
      ? "the \(amount(future)) installs of a year"
      : "a year of about \(Quantity.count(future, error: future / 10)) installs"
    // The difference of the two as they are printed.
    let net = worth.own.gain.rounded() - worth.own.cost.rounded()
    let guess: Phrase? =
      worth.pays == true ? nil : " Without a test, \(Name(worth.bestGuess)) is the best guess."
    return Fact(
      "Worth",
      "\(amount(net)) \(unit) net over \(year): it gains \(amount(worth.own.gain)) and costs \(amount(worth.own.cost)).\(guess)",
      worth.pays == true ? .advice : .plain)
  }

  // MARK: - What to do next

  var steps: [ReviewDocument.Step] {
    func command(_ words: [String]) -> String { words.map(TerminalText.shellWord).joined(separator: " ") }
    return [ReviewDocument.Step(title: "Run the test", text: rows, command: command(plan.analyze))]
  }

  /// What the file of the test has.
  private var rows: Phrase {
    let isSplitByRelease = plan.question.clusters != nil
    var text: Phrase =
      "Write a row per install\(isSplitByRelease ? ", with its release or language," : "") to rows.csv."
    switch (plan.question.looks, plan.question.day) {
    case (let looks?, _):
      text += " DATE is the day of the look\(looks.anyTime ? "" : ", DATES the looks before it")."
    case (nil, nil):
      text =
        "Write arm, \(isSplitByRelease ? "release, " : "")installs and allowed to counts.csv, a row for each."
    case (nil, _?): text += " DATE is the day of the reading."
    }
    if let metric = plan.metric, !metric.isOptIn {
      text += " An install counts as allowed where it counts in \(metric.heading.joined(separator: " "))."
    }
    if !plan.isOfRun { text += " \(baseline) is the baseline." }
    return text
  }
}
