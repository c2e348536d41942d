import ExperimentDesign
import Foundation
import Inference
import Rendering
import Studies

/// What a calibration says, in sentences.
struct LearnedWords {
  let report: CalibrationReport

  private var isShare: Bool { report.objective.isShare }

  func name(_ arm: Int) -> String { TerminalText.inSentence(report.name(arm)) }
  private func path(_ number: Int) -> String { TerminalText.safe(report.numbers[number].path) }

  /// What was counted.
  var counted: String {
    let (arms, shares) = (report.data.options, report.data.shares)
    let known = "\(shares) \(shares == 1 ? "share" : "shares") that \(shares == 1 ? "is" : "are") known"
    guard arms > 0 else { return known + "." }
    let days = report.data.days
    return
      "\(Self.installs(report.data.installs)) of \(arms) \(arms == 1 ? "option" : "options"), "
      + "read by \(days.count == 1 ? "day" : "days") \(days.map(String.init).inProse)"
      + (shares > 0 ? ", and \(known)." : ".")
  }

  /// `1 install`, `2,000 installs`.
  static func installs(_ count: Int, _ kind: String = "") -> String {
    "\(SupportedDigits.grouped(count)) \(kind)\(count == 1 ? "install" : "installs")"
  }

  /// What the file answers now, and what it answered.
  var answer: [String] {
    guard let answer = report.answer, let now = answer.now, let lead = difference(now) else {
      return ["The file has one option that may be chosen, so nothing is compared."]
    }
    var sentences = ["\(name(answer.best)) leads \(name(answer.other)) by \(lead)."]
    if let old = answer.before.flatMap(difference) { sentences.append("The file alone said \(old).") }
    if let chance = now.chance {
      var sentence = "The chance that \(name(answer.best)) is best is now \(AnswerNumbers.chance(chance))"
      if let old = answer.before?.chance { sentence += "; it was \(AnswerNumbers.chance(old))" }
      sentences.append(sentence + ".")
    }
    sentences += testAlone(now, lead: now.mean.map { amount($0, signed: true) })
    if let scenario = report.scenario {
      sentences.append(
        "All of this is under the scenario \(TerminalText.safe(scenario)), the first of the file.")
    }
    return sentences
  }

  /// What stands in the way of trusting it.
  var warnings: [String] {
    var warnings: [String] = []
    let agreement = report.agreement
    if !agreement.isGood {
      warnings.append(
        "The model does not fit these counts. The largest miss: \(worst). Do not use the numbers before you know why."
      )
    }
    let surprises = report.numbers.indices.filter { report.numbers[$0].isSurprise }
    for number in surprises {
      warnings.append(
        "Data and file disagree about \(path(number)): it is \(now(number)), and the file assumes "
          + "\(assumed(number)). That is beyond 99% of what the file thinks possible. Widen its range, or look for a "
          + "difference between the app of the data and that of the file.")
    }
    if !agreement.isGood || !surprises.isEmpty, !report.fixed.isEmpty {
      let fixed = report.fixed.map(TerminalText.safe)
      let (name, verb, object) =
        fixed.count == 1 ? (fixed.inProse, "has", "it") : (fixed.inProse, "have", "them")
      warnings.append(
        "\(name) \(verb) one value in the file, which counts as known and cannot move. Write \(object) as a range, such as "
          + "{range: [20%, 30%]}.")
    }
    if let check = report.check, !check.holds {
      warnings.append(
        "The intervals may be off: what the file gets is "
          + (check.isUseless
            ? "not what the counts say, and the check does not say by how much."
            : "only roughly what the counts say.")
          + " Of the check, \(worth(check)). Counts of another option, or fewer numbers with '--keep', would help."
      )
    }
    for number in report.numbers.indices where report.unwritable.contains(report.numbers[number].path) {
      warnings.append(
        "\(path(number)) is learnt and not written, because it is an option's own or a scenario's segment's. It is "
          + "\(now(number)), and the file assumes \(assumed(number)). Change it there.")
    }
    let counted = report.data.blocks.filter { !$0.isKnownShare }.reduce(0) { $0 + $1.cells.count }
    if report.unpredicted > max(1, counted / 20) {
      let file = report.out == nil ? "file that would be written" : "written file"
      warnings.append(
        "The \(file) predicts \(report.unpredicted) of \(counted) counts badly: they lie outside the central 99% of what "
          + "it says." + (report.unwritable.isEmpty ? "" : " Some of what was learnt could not be written."))
    }
    if report.data.options == 1 {
      warnings.append(
        "One option was counted. That does not separate who would allow from what asking at this moment costs; a test of "
          + "two moments does.")
    }
    return warnings
  }

  /// What the data leave open.
  var open: [String] {
    var sentences: [String] = []
    let assumed = report.numbers.indices.filter { report.numbers[$0].standing == .asAssumed }
    if !assumed.isEmpty {
      let shown = assumed.prefix(6).map(path)
      let more = assumed.count > 6 ? ", and \(assumed.count - 6) more" : ""
      sentences.append(
        "Left as assumed, because the counts hardly tell: \(shown.joined(separator: ", "))\(more).")
    }
    let out = report.numbers.count { $0.standing == .notInData }
    if out > 0 {
      sentences.append(
        "\(out) uncertain \(out == 1 ? "number does" : "numbers do") not enter these counts at all.")
    }
    for pair in report.knownTogether.filter({ $0.numbers.allSatisfy(isWide) }).prefix(3) {
      sentences.append(
        "\(pair.numbers.map(path).joined(separator: " and ")) are known only together; each alone stays wide."
          + (parting(pair.numbers).map { " " + $0 } ?? ""))
    }
    for remedy in remedies(assumed) { sentences.append(remedy) }
    if let parted { sentences.append(parted) }
    return sentences
  }

  /// What a number was assumed to be, with the central 90%.
  private func assumed(_ number: Int) -> String {
    report.numbers[number].text(report.numbers[number].assumed)
  }

  /// What a number is believed to be now, with the central 90%.
  private func now(_ number: Int) -> String { report.numbers[number].text(report.numbers[number].now) }

  /// Whether most of what was open of a number is open still.
  private func isWide(_ number: Int) -> Bool { report.numbers[number].tells < 0.5 }

  /// How well it fits.
  var fit: [String] {
    let agreement = report.agreement
    // So few counts that the numbers can meet each of them.
    let isSaturated = agreement.isGood && agreement.expected.high < 0.5
    var sentences =
      isSaturated
      ? ["The numbers meet every count, so that the fit says nothing about the model."]
      : [
        verdict, "Largest miss: \(worst).",
      ]
    if let check = report.check {
      sentences.append(
        "What the file gets describes what the counts say \(check.holds ? "well" : check.isUseless ? "badly" : "roughly"): "
          + "for this check, \(worth(check)).")
    }
    sentences += report.data.blocks.filter { !$0.isKnownShare }.compactMap(limit)
    if let limitOfShares { sentences.append(limitOfShares) }
    if report.data.options == 0 { return sentences }
    if let dispersion = report.data.dispersion {
      sentences.append(
        "Weeks differ \(SupportedDigits.text(dispersion.squareRoot(), decimals: 1)) times as much as chance does; the "
          + "intervals allow for it.")
    } else {
      sentences.append(
        "Without three weeks or more, how much weeks differ is not seen, and the intervals may be too narrow."
      )
    }
    return sentences
  }

  private var verdict: String {
    let agreement = report.agreement
    guard agreement.isGood else {
      return "The model does not fit: it misses the counts by more than chance does."
    }
    return agreement.deviance > agreement.expected.high
      ? "The model fits, though it misses the counts by more than is usual."
      : "The model fits: it misses the counts by no more than chance does."
  }

  /// How few installs counts stand for where far fewer are simulated; `nil` where that is not what limits them.
  private func limit(_ block: CalibrationReport.Block) -> String? {
    let noise = 1 / max(block.weight, 1e-12) - (report.data.dispersion ?? 1)
    // Above 1 the noise of the simulated shares outweighs that of the counts.
    guard noise > 1 else { return nil }
    let people = SupportedDigits.grouped(Int((Double(block.people) * block.weight).rounded()))
    return
      "\(Self.installs(block.people)) of \(TerminalText.safe(block.name)) count for about \(people), because "
      + "\(SupportedDigits.grouped(report.installs)) are simulated. '--installs' simulates more, up to 4,000,000."
  }

  /// As how many people shares count that are stated of more; `nil` where none is.
  private var limitOfShares: String? {
    let limited = report.data.blocks.filter {
      $0.isKnownShare && Double($0.people) > 1.001 * KnownShare.mostPeople
    }
    guard let most = limited.map(\.people).max() else { return nil }
    let people = SupportedDigits.grouped(Int(KnownShare.mostPeople))
    return
      "\(limited.count) \(limited.count == 1 ? "share" : "shares") of up to \(SupportedDigits.grouped(most)) people "
      + "\(limited.count == 1 ? "counts" : "count") as of \(people). The model is not more exact than that."
  }

  /// How much the data count beside what the file assumed.
  var weight: [String] {
    let weight = report.weight
    let effective = weight.effectiveTrials
    let left =
      effective < 0.5
      ? "less than one fits"
      : effective < 1.5 ? "about one fits" : "about \(SupportedDigits.grouped(Int(effective.rounded()))) fit"
    let says =
      effective > 0.5 * Double(weight.trials)
      ? "The test says little beyond what the file assumed" : "The test says much that the file did not"
    var sentences = [
      "\(says): of the file's \(SupportedDigits.grouped(weight.trials)) trials, \(left) these counts. "
        + "The numbers are fitted anew, and new trials are drawn from what is known now."
    ]
    for option in weight.options.prefix(6) {
      guard let assumed = option.assumed else { continue }
      sentences.append(
        "The file knew \(name(option.arm)) before as well as a count of \(Self.installs(Int(assumed.rounded()))) does; the "
          + "test counted \(SupportedDigits.grouped(option.installs))."
      )
    }
    return sentences
  }

  /// What keeps it from being written, and what to do.
  var obstacle: String? {
    switch report.obstacle {
    case nil: nil
    case .misfit?: "The model does not fit the counts"
    case .contradiction(let number)?:
      "Counts and file contradict each other: \(path(number)) would be "
        + "\(report.numbers[number].text(report.numbers[number].now)), and the file assumes "
        + report.numbers[number].text(report.numbers[number].assumed)
    case .tooSmall(let number, let times)?:
      "The counts tell too little to change the file"
        + (number.map { number in
          ": they tell most about \(path(number)), which is \(percent(report.numbers[number].tells)) better known now"
        } ?? "")
        + (times.map {
          ". About \(SupportedDigits.text($0.rounded(.up), decimals: 0)) times as many installs would tell enough"
        } ?? "")
    }
  }

  /// What the draws of a check are worth.
  private func worth(_ check: Calibration.Check) -> String {
    "\(SupportedDigits.grouped(check.draws)) draws are worth \(SupportedDigits.text(check.effectiveSize, decimals: 0)) "
      + "of equal weight"
  }

  /// What another option would teach.
  var lesson: String? {
    guard let lesson = report.lessons.first, lesson.after < 0.98 * lesson.before else { return nil }
    let (before, after) = (1.645 * lesson.before, 1.645 * lesson.after)
    guard amount(before) != amount(after) else { return nil }
    let lead = "\(name(lesson.lead.best)) over \(name(lesson.lead.other))"
    return
      "Counts of one more option can narrow this lead. The 90% range of the lead of \(lead) is ± \(amount(before)) "
      + "now. With \(Self.installs(lesson.installs)) of \(name(lesson.arm)) it would be ± \(amount(after)). "
      + "Which two options to test against each other, att-lab plan says."
  }

  private var worst: String {
    let worst = report.agreement.worst
    let block = report.data.blocks[worst.block]
    let cell = block.cells[worst.cell]
    let size = SupportedDigits.text(worst.residual, decimals: 1, signed: true)
    let place = "\(TerminalText.safe(block.name)), \(TerminalText.safe(cell.name))"
    if block.isKnownShare {
      let whole = Double(block.people)
      return
        "\(place), \(percent(Double(cell.count) / whole)) known and \(percent(cell.expected / whole)) expected "
        + "(\(size) standard deviations)"
    }
    let counted = SupportedDigits.grouped(cell.count)
    guard cell.expected >= 1 else { return "\(place), \(counted) counted where hardly anybody is expected" }
    return
      "\(place), \(counted) counted and \(SupportedDigits.grouped(Int(cell.expected.rounded()))) expected (\(size) "
      + "standard deviations)"
  }

  private func difference(_ level: CalibrationReport.Level) -> String? {
    guard let found = level.mean else { return nil }
    let mean = amount(found, signed: true)
    guard let interval = level.range else { return mean }
    let ends = [interval.lower, interval.upper].map {
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
