import ExperimentDesign
import Rendering
import Studies

/// What a planned size shows, and what that is worth.
extension PlanWords {
  /// `3 pp`: the difference that the power is for, with its sign where that is a drop that nobody expects.
  var difference: String {
    let difference = plan.options[1].difference ?? 0
    let isUnexpected = plan.options.dropFirst().contains { $0.rate >= plan.options[0].rate }
    return PlanNumbers.points(difference < 0 && isUnexpected ? difference : abs(difference))
  }

  var powerHeading: [String] {
    plan.mode == .run && plan.question.nonInferior == nil ? ["power for", difference] : ["", "power"]
  }

  /// What tests of the planned size show of each comparison.
  var shown: [Fact?] {
    guard plan.hasChances else { return [] }
    return plan.planned.map { size in
      func chance(_ number: Double?) -> String { PlanNumbers.power(number ?? 0) }
      let option = name(size.option)
      if let margin = plan.question.nonInferior {
        return Fact(
          label: "Shows",
          text:
            "\(option) not worse by \(PlanNumbers.points(margin)) or more in \(chance(size.pShown)) of such tests."
        )
      }
      let rest =
        (size.pEquivalent ?? 0) >= 0.005
        ? "\(chance(size.pEquivalent)) that they are within \(PlanNumbers.points(plan.question.margin ?? 0)), "
          + "and \(chance(size.pUnknown)) none of these" : "and \(chance(size.pUnknown)) neither"
      return Fact(
        label: "Shows",
        text:
          "\(chance(size.pBetter)) of such tests show \(option) higher than \(baseline), \(chance(size.pWorse)) lower, "
          + "\(rest).")
    }
  }

  /// What the size can and cannot detect.
  var power: Fact? {
    guard plan.mode == .run, plan.question.nonInferior == nil else { return nil }
    var sentences: [String] = []
    if let detects = plan.answer.detects, plan.answer.power < plan.question.power {
      let decimals = max(0, PlanNumbers.decimals(of: detects) - 1)
      sentences.append(
        "\(SupportedDigits.text(100 * abs(detects), decimals: decimals)) pp with a power of "
          + "\(PlanNumbers.percent(plan.question.power))")
    }
    let own = "\(difference) with \(PlanNumbers.power(plan.answer.power))"
    sentences.append(
      plan.answer.power < plan.question.power
        ? "\(own), for which \(PlanNumbers.percent(plan.question.power)) takes \(needed ?? "")" : own)
    return Fact(label: "Detects", text: "\(sentences.joined(separator: "; ")).")
  }

  /// What looks cost and save; `nil` for a single one.
  var stopping: Fact? {
    guard let looks = plan.question.plannedLooks, !plan.installsUsed.isEmpty else { return nil }
    let ratio = plan.answer.inflation - 1
    let more = PlanNumbers.percent(ratio, decimals: ratio < 0.1 ? 1 : 0)
    let ways = looks.anyTime ? "Looks at any time, counted as \(looks.count)," : "\(looks.count) looks"
    let used = plan.installsUsed.map { used in
      let share = PlanNumbers.power(used.installsUsed)
      return plan.installsUsed.count == 1 ? share : "\(share) for \(name(used.option))"
    }
    return Fact(
      label: "Looks",
      text:
        "\(ways) take \(more) more installs than one, and on average \(used.inProse) of the installs decide.")
  }

  /// What the size shows of each guardrail.
  var guardrails: [Fact?] {
    plan.guardrails.map { found in
      let metric = found.metric.heading.joined(separator: " ")
      func value(_ number: Double) -> String {
        found.metric.isShare
          ? PlanNumbers.percent(number, decimals: 1)
          : SupportedDigits.number(number, error: abs(number) / 100)
      }
      let limit =
        found.metric.isShare ? PlanNumbers.percent(found.limit) : PlanNumbers.plain(found.limit)
      let bound = found.metric.isLoss ? "at most" : "at least"
      let draws = found.chance.map { ", \(PlanNumbers.power($0)) of draws within" } ?? ""
      let tell =
        found.isEnough
        ? "The size is enough to tell these apart"
        : found.needed.map { "To tell these apart takes \(plan.each($0))" } ?? "No size tells these apart"
      let detects = found.detects.map {
        let size =
          found.metric.isShare
          ? "\(SupportedDigits.text(100 * $0, decimals: 1)) pp" : SupportedDigits.number($0, error: $0 / 10)
        return "; this one detects \(size)"
      }
      return Fact(
        label: "Guardrail",
        text:
          "\(metric) \(bound) \(limit): \(name(found.option)) \(value(found.mean))\(draws). \(tell)\(detects ?? "").",
        role: found.state == .holds ? .plain : .caution)
    }
  }

  // MARK: - Worth

  /// A gain of one install, in the unit of the objective: `0.71 pp`.
  func perInstall(_ value: Double, error: Double) -> String {
    plan.worth?.isShare ?? true
      ? SupportedDigits.text(100 * value, decimals: 2) + " pp"
      : SupportedDigits.number(value, error: max(error, abs(value) / 100))
  }

  func amount(_ value: Double) -> String {
    abs(value) < 1e15 ? grouped(Int(value.rounded())) : SupportedDigits.exact(value)
  }

  var worth: Fact? {
    guard let worth = plan.worth, ![.sameRates, .choiceStands].contains(worth.verdict) else { return nil }
    guard let future = worth.future else {
      return Fact(
        label: "Worth",
        text:
          "\(perInstall(worth.own.evsi, error: worth.own.evsiMcse)) per install after it, if you then choose what is best "
          + "on average. To know the difference would gain \(perInstall(worth.perfectInformation, error: worth.perfectInformationMcse))."
      )
    }
    let year =
      worth.isOfApp
      ? "the \(amount(future)) installs of a year"
      : "a year of about \(grouped(twoDigitsUp(future))) installs"
    // The difference of the two as they are printed.
    let net = worth.own.gain.rounded() - worth.own.cost.rounded()
    return Fact(
      label: "Worth",
      text:
        "\(amount(net)) \(unit) net over \(year): it gains \(amount(worth.own.gain)) and costs \(amount(worth.own.cost))."
        + (worth.pays == true ? "" : " Without a test, \(name(worth.bestGuess)) is the best guess."),
      role: worth.pays == true ? .advice : .plain)
  }
}
