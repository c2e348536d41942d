import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a calibration says, in sentences.
struct CalibrationWords {
  let report: CalibrationReport

  private var isShare: Bool { report.objective.isShare }

  private func name(_ option: String) -> String { TerminalText.inSentence(option) }

  private func inputs(_ paths: [String], most: Int = 4) -> String {
    let shown = paths.prefix(most).map(TerminalText.safe)
    return paths.count > most
      ? "\(shown.joined(separator: ", ")) and \(paths.count - most) more" : Array(shown).inProse
  }

  /// What was counted.
  var counted: String {
    let (data, shares) = (report.data, report.data.knownShares)
    let known = "\(shares) known \(shares == 1 ? "share" : "shares")"
    let scenario = report.scenario.map { ", scenario \(TerminalText.safe($0))" } ?? ""
    guard data.options > 0 else { return "What \(known) taught\(scenario):" }
    return
      "What \(installCount(data.installs)) of \(data.options) \(data.options == 1 ? "option" : "options"), "
      + "read by \(data.days.count == 1 ? "day" : "days") \(data.days.map(String.init).inProse)"
      + (shares > 0 ? ", and \(known)" : "") + ", taught\(scenario):"
  }

  // MARK: - What stays open

  /// What the data cannot tell apart, and what they hardly tell of, with what would.
  func open(isFull: Bool) -> [ReviewDocument.Fact] {
    let wide = report.knownTogether.filter(\.isWide)
    let pairs = wide.prefix(isFull ? 3 : 1).map { pair in
      fact(
        "Not apart",
        "\(inputs(pair.parameters)) are known only together."
          + (pair.toldApartBy.map { " \($0.words(report)) would tell them apart." } ?? ""))
    }
    let told = report.open.filter { $0.toldBy != nil }.prefix(isFull ? 10 : 1)
    var lines = told.compactMap { open in
      open.toldBy.map { "\($0.words(report)) would tell \(inputs(open.parameters))." }
    }
    let left = report.open.flatMap(\.parameters)
    if !left.isEmpty {
      lines.insert("Left as assumed: \(inputs(left, most: isFull ? 12 : 3)).", at: 0)
    }
    let outside = report.parameters.count { $0.status == .notInData }
    if isFull, outside > 0 {
      lines.append(
        "\(outside) uncertain \(outside == 1 ? "input does" : "inputs do") not enter these counts.")
    }
    return pairs + (lines.isEmpty ? [] : [fact("Still open", lines.joined(separator: " "))])
  }

  // MARK: - How well it fits

  /// The fit in one figure.
  var fit: String {
    let fit = report.fit
    if fit.isSaturated { return "The inputs meet every count, so the fit says nothing about the model." }
    let share = fit.p < 0.01 ? "under 1%" : SupportedDigits.text(100 * fit.p, decimals: 0) + "%"
    return
      "\(fit.isGood ? "The model fits" : "The model does not fit"): chance alone misses by as much in \(share) of cases."
  }

  /// What stands behind that figure.
  var details: [String] {
    var sentences = report.fit.isSaturated ? [] : ["Largest miss: \(worst)."]
    if let check = report.check {
      sentences.append(
        "\(SupportedDigits.grouped(check.draws)) draws of the file's inputs are worth "
          + "\(SupportedDigits.text(check.effectiveSize, decimals: 0)) of equal weight by the counts.")
    }
    sentences += report.data.counts.filter { !$0.isKnownShare }.compactMap(limit)
    guard report.data.options > 0 else { return sentences }
    if let dispersion = report.data.dispersion {
      sentences.append(
        "Weeks differ \(SupportedDigits.text(dispersion.squareRoot(), decimals: 1)) times as much as chance does; "
          + "the ranges allow for it.")
    } else {
      sentences.append(
        "How much weeks differ is not seen without three of them; the ranges may be too narrow.")
    }
    return sentences
  }

  /// How few installs counts stand for where far fewer are simulated; `nil` where that is not what limits them.
  private func limit(_ counts: CalibrationReport.Counts) -> String? {
    let noise = 1 / max(counts.personWeight, 1e-12) - (report.data.dispersion ?? 1)
    // Above 1 the noise of the simulated shares outweighs that of the counts.
    guard noise > 1 else { return nil }
    let people = SupportedDigits.grouped(Int((Double(counts.people) * counts.personWeight).rounded()))
    return
      "\(installCount(counts.people)) of \(TerminalText.safe(counts.arm)) count for about \(people), because "
      + "\(SupportedDigits.grouped(report.installsSimulated)) are simulated. '--installs' simulates more."
  }

  private var worst: String {
    let worst = report.fit.worst
    let size = SupportedDigits.text(worst.residual, decimals: 1, signed: true) + " standard deviations"
    let place = "\(TerminalText.safe(worst.arm)), \(TerminalText.safe(worst.name))"
    if worst.isKnownShare {
      let whole = Double(worst.people)
      return "\(place), \(percent(Double(worst.count) / whole)) known and \(percent(worst.expected / whole)) "
        + "expected (\(size))"
    }
    let counted = SupportedDigits.grouped(worst.count)
    guard worst.expected >= 1 else { return "\(place), \(counted) counted where hardly anybody is expected" }
    return
      "\(place), \(counted) counted and \(SupportedDigits.grouped(Int(worst.expected.rounded()))) expected "
      + "(\(size))"
  }

  // MARK: - Take care

  func caution(_ caution: CalibrationReport.Caution) -> String {
    let path = inputs(caution.parameters)
    let input = caution.parameters.first.flatMap(report.parameter)
    let (now, before) = (input?.now ?? "", input?.before ?? "")
    switch caution.kind {
    case .misfit:
      return "The largest miss: \(worst). Do not use the numbers before you know why."
    case .surprise:
      return
        "Data and file disagree about \(path): \(now), and the file assumes \(before). Widen its range, or find "
        + "out how the app of the data differs."
    case .fixedInput:
      return "\(path) cannot move, with one value in the file. Write a range, such as {range: [20%, 30%]}."
    case .roughDraws:
      return
        "The ranges may be off: what the file gets is only roughly what the counts say. Count another option, or "
        + "fit fewer inputs with '--keep'."
    case .notWritten:
      return
        "\(path) is learnt but not written, as it is an option's own or a scenario's segment's. Change it there: "
        + "\(now)."
    case .unpredicted:
      return "The file \(report.out == nil ? "that would be written" : "as written") predicts "
        + "\(report.unpredictedCells) of \(report.countedCells) counts badly: outside its central 99%."
    case .oneOption:
      return
        "One option was counted, so who would allow and what asking then costs are not told apart. A test of two "
        + "moments would."
    }
  }

  /// What keeps it from being written, and what to do.
  var obstacle: String? {
    guard let obstacle = report.obstacle else { return nil }
    let path = TerminalText.safe(obstacle.parameter ?? "")
    let input = obstacle.parameter.flatMap(report.parameter)
    switch obstacle.kind {
    case .misfit: return "The model does not fit the counts"
    case .contradiction:
      return
        "Counts and file contradict each other: \(path) would be \(input?.now ?? ""), and the file assumes "
        + (input?.before ?? "")
    case .tooSmall:
      return "The counts tell too little to change the file"
        + (input.map { ": they tell most about \(path), which is \(percent($0.tells)) better known now" }
          ?? "")
        + (obstacle.times.map {
          ". About \(SupportedDigits.text($0.rounded(.up), decimals: 0)) times as many installs would tell enough"
        } ?? "")
    }
  }

  // MARK: - The answer

  /// What the file answers now, and what the test says alone.
  var answer: [ReviewDocument.Fact] {
    guard let answer = report.answer, let now = answer.after, let lead = difference(now) else {
      return [fact("Answer", "One option may be chosen, so nothing is compared.")]
    }
    let old = answer.before.flatMap(difference).map { " The file alone said \($0)." } ?? ""
    return [fact("Answer", "\(name(answer.arm)) leads \(name(answer.less)) by \(lead).\(old)")]
      + test(answer, now)
  }

  private func test(
    _ answer: CalibrationReport.Answer, _ now: CalibrationReport.Level
  ) -> [ReviewDocument.Fact] {
    guard let test = report.test else { return [] }
    let counted = test.counts.filter { $0.installs > 0 }.map { count in
      "\(name(count.arm)) \(SupportedDigits.text(100 * Double(count.allowed) / Double(count.installs), decimals: 1))%"
    }
    let alone =
      test.isEven
      ? "No difference by day \(test.day)"
      : "\(name(test.ahead)) is better by day \(test.day), with a chance of \(Quantity.chance(test.chance).text)"
    var facts = [fact("Test alone", "\(alone): \(counted.joined(separator: ", ")).")]
    if let after = test.after {
      facts.append(
        fact(
          "With it",
          "\(name(after.better)) is better than \(name(after.other)) in \(Quantity.chance(after.chance).text) of draws."
        ))
    }
    let isOther = !test.isEven && test.ahead != LearntTest.name(answer.arm)
    guard isOther || abs((now.chanceBest ?? test.chance) - test.chance) >= 0.02 else { return facts }
    let all = report.options.allSatisfy { test.arms.contains(LearntTest.name($0.arm)) }
    facts.append(
      fact(
        "Why other",
        "The file's answer is of day \(test.answerDay)\(all ? "" : ", of all options,") and rests on what it assumed "
          + "before the test too."))
    return facts
  }

  /// How much the data count beside what the file assumed.
  var weight: [String] {
    let weight = report.weight
    let fits = SupportedDigits.grouped(Int(weight.effectiveTrials.rounded()))
    let isLittle = weight.effectiveTrials > 0.5 * Double(weight.trials)
    let says = isLittle ? "little beyond what the file assumed" : "much that the file did not"
    return [
      "The test says \(says): about \(fits) of the file's \(SupportedDigits.grouped(weight.trials)) trials fit its counts."
    ]
      + weight.options.prefix(6).compactMap { option in
        option.installsAssumed.map {
          "The file knew \(name(option.arm)) as well as \(installCount(Int($0.rounded()))) do; the test counted "
            + "\(SupportedDigits.grouped(option.installs))."
        }
      }
  }

  /// What another option would teach; `nil` where that is next to nothing.
  var lesson: String? {
    guard let lesson = report.teach.first, lesson.sdOfLeadAfter < 0.98 * lesson.sdOfLeadBefore else {
      return nil
    }
    let (before, after) = (1.645 * lesson.sdOfLeadBefore, 1.645 * lesson.sdOfLeadAfter)
    guard amount(before) != amount(after) else { return nil }
    return
      "\(installCount(lesson.installs)) of \(name(lesson.arm)) would narrow the 90% range of the lead of "
      + "\(name(lesson.leadOf)) over \(name(lesson.leadOver)): from ± \(amount(before)) to ± \(amount(after))."
  }

  private func difference(_ level: CalibrationReport.Level) -> String? {
    guard let found = level.mean else { return nil }
    let mean = amount(found, signed: true)
    guard let low = level.low, let high = level.high else { return mean }
    let ends = [low, high].map {
      SupportedDigits.text(isShare ? $0 * 100 : $0, decimals: isShare ? 1 : 3, signed: true)
    }
    return "\(mean) (90% range \(ends[0]) to \(ends[1]))"
  }

  private func amount(_ value: Double, signed: Bool = false) -> String {
    SupportedDigits.text(isShare ? value * 100 : value, decimals: isShare ? 1 : 3, signed: signed)
      + (isShare ? " pp" : "")
  }

  private func percent(_ share: Double) -> String {
    SupportedDigits.text(100 * share, decimals: share < 0.1 ? 1 : 0) + "%"
  }
}

extension NeededData {
  /// As the subject of a sentence.
  fileprivate func words(_ report: CalibrationReport) -> String {
    switch kind {
    case .option: "\(installCount(installs ?? 0)) of \(TerminalText.inSentence(option ?? ""))"
    case .askedTwice: "Counts of an option with a pre-prompt, or of people who are asked twice,"
    case .visits: "Who is still active by day ('--retention')"
    case .onboarding: "Counts of an option that asks when onboarding is done"
    case .events: "Counts of an option that asks after the event"
    case .prompted: "The column prompted of '--counts'"
    case .denied: "The columns prompted and denied_by_7 of '--counts'"
    // Counts of several options are such a test already.
    case .timing: "A \(report.data.options > 1 ? "larger " : "")test of options that ask at several moments"
    case .prePrompts: "The columns pre_prompt_shows and pre_prompt_continues of '--counts'"
    }
  }
}
