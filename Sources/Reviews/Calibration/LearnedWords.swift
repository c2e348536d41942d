import ExperimentDesign
import Foundation
import Inference
import Rendering
import Studies

/// What a calibration says, in sentences.
struct LearnedWords {
  let file: LearnedFile

  private var calibration: Calibration { file.calibration }
  private var experiment: Experiment { calibration.experiment }
  private var isShare: Bool { experiment.objective.isShare }

  func name(_ arm: Int) -> String { TerminalText.safe(file.name(arm)) }
  private func path(_ number: Int) -> String { TerminalText.safe(calibration.numbers[number].path) }

  /// What was counted.
  var counted: String {
    let arms = Set(calibration.data.counted.map(\.arm)).count
    let days = calibration.data.counted.reduce(into: Set<Int>()) { days, cells in
      switch cells.sorting {
      case .installs(let own, _, _): days.formUnion(own)
      case .undecided(_, let day, _): days.insert(day)
      case .prePrompts: break
      }
    }.sorted()
    let shares = calibration.data.shares.count
    let known = "\(shares) \(shares == 1 ? "share" : "shares") that \(shares == 1 ? "is" : "are") known"
    guard arms > 0 else { return known + "." }
    return "\(SupportedDigits.grouped(calibration.data.installs)) installs of \(arms) "
      + "\(arms == 1 ? "option" : "options"), read by day \(list(days.map(String.init)))"
      + (shares > 0 ? ", and \(known)." : ".")
  }

  /// What the file answers now, and what it answered.
  var answer: [String] {
    guard let pair = file.pair, let now = file.after?.difference else {
      return ["The file has one option that may be chosen, so nothing is compared."]
    }
    var sentences = ["\(name(pair.best)) leads \(name(pair.other)) by \(difference(now))."]
    if let old = file.before?.difference {
      sentences.append("The file alone said \(difference(old)).")
    }
    if let chance = file.after?.chances[pair.best] {
      var sentence = "The chance that \(name(pair.best)) is best is now \(percent(chance.value))"
      if let old = file.before?.chances[pair.best] { sentence += "; it was \(percent(old.value))" }
      sentences.append(sentence + ".")
    }
    return sentences
  }

  /// What stands in the way of trusting it.
  var warnings: [String] {
    var warnings: [String] = []
    let agreement = calibration.agreement
    if !agreement.isGood {
      warnings.append(
        "The model does not fit these counts. The largest miss: \(worst). Do not use the numbers before you know why."
      )
    }
    for number in calibration.surprises {
      warnings.append(
        "Data and file disagree about \(path(number)): the counts are beyond 99% of what the file assumes. Widen its "
          + "range, or look for a difference between the app of the data and that of the file.")
    }
    if !agreement.isGood || !calibration.surprises.isEmpty, !fixed.isEmpty {
      let (name, verb, object) = fixed.count == 1 ? (list(fixed), "has", "it") : (list(fixed), "have", "them")
      warnings.append(
        "\(name) \(verb) one value in the file, which counts as known and cannot move. Write \(object) as a range, such as "
          + "{range: [20%, 30%]}.")
    }
    if let check = calibration.check, !check.holds {
      warnings.append(
        "The intervals may be too narrow: what is believed does not have the shape that they assume.")
    }
    if file.unpredicted > max(1, agreement.cells / 20) {
      warnings.append(
        "The written file predicts \(file.unpredicted) of \(agreement.cells) counts badly. Some of what was learnt could "
          + "not be written.")
    }
    if Set(calibration.data.counted.map(\.arm)).count == 1 {
      warnings.append(
        "One option was counted. That does not part who would allow from what asking at this moment costs; a test of "
          + "two moments does.")
    }
    return warnings
  }

  /// Numbers that most counts depend on, and that the file gives without a range.
  private var fixed: [String] {
    let people = calibration.experiment.scenarios[0].segments[0]
    let numbers =
      [people.allow.rate, people.allow.coldOddsRatio] + (people.onboarding.map { [$0.first] } ?? [])
    return numbers.filter { $0.constant != nil && $0.constant != 1 }.map { TerminalText.safe($0.path) }
  }

  /// What the data leave open.
  var open: [String] {
    var sentences: [String] = []
    let assumed = calibration.numbers.indices.filter { calibration.standing($0) == .asAssumed }
    if !assumed.isEmpty {
      let shown = assumed.prefix(6).map(path)
      let more = assumed.count > 6 ? ", and \(assumed.count - 6) more" : ""
      sentences.append(
        "Left as assumed, because the counts hardly tell: \(shown.joined(separator: ", "))\(more).")
    }
    let out = calibration.uncountedNumbers
    if out > 0 {
      sentences.append(
        "\(out) uncertain \(out == 1 ? "number does" : "numbers do") not enter these counts at all.")
    }
    for pair in calibration.fit.knownTogether.prefix(3) {
      sentences.append(
        "\(pair.numbers.map(path).joined(separator: " and ")) are known only together; each alone stays wide."
          + (parting(pair.numbers).map { " " + $0 } ?? ""))
    }
    for remedy in remedies(assumed) { sentences.append(remedy) }
    if !file.unwritable.isEmpty {
      let names = file.unwritable.map(TerminalText.safe).joined(separator: ", ")
      sentences.append(
        "Learnt and not written, because it is an option's or a scenario's own: \(names).")
    }
    return sentences
  }

  /// How well it fits.
  var fit: [String] {
    let agreement = calibration.agreement
    let ends = [agreement.expected.low, agreement.expected.high].map { SupportedDigits.text($0, decimals: 0) }
    // So few counts that the numbers can meet each of them.
    let isSaturated = agreement.isGood && agreement.expected.high < 0.5
    var sentences =
      isSaturated
      ? ["The numbers meet every count, so that the fit says nothing about the model."]
      : [
        "\(agreement.isGood ? "The model fits" : "The model does not fit"): deviance "
          + "\(SupportedDigits.text(agreement.deviance, decimals: 1)), where \(ends[0]) to \(ends[1]) is usual.",
        "Largest miss: \(worst).",
      ]
    for rival in calibration.rivals {
      let paths = rival.paths.map(TerminalText.safe).joined(separator: " and ")
      sentences.append(
        "With \(paths) at 0 the deviance is \(SupportedDigits.text(rival.devianceMore, decimals: 1, signed: true)), "
          + odds(rival.logOdds))
    }
    if let visits = file.visits {
      let d = [1, 7, 30].compactMap { day in
        (try? RetentionCurve(of: visits.pattern)).map { percent($0.retention(onDay: day)) }
      }
      sentences.append(
        "Visits of \(SupportedDigits.grouped(visits.people)) people: retention on days 1, 7 and 30 is \(list(d))."
      )
    }
    let spreads = calibration.data.shares.compactMap(\.between)
    if let most = spreads.max() {
      sentences.append(
        "\(spreads.count) \(spreads.count == 1 ? "share is" : "shares are") from several apps or months, which differ by up "
          + "to \(SupportedDigits.text(most, decimals: 2)) on the log odds; yours is taken as one more.")
    }
    if calibration.data.counted.isEmpty { return sentences }
    if let dispersion = calibration.data.dispersion {
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

  /// How much the data count beside what the file assumed.
  var weight: [String] {
    let weight = file.weight
    let effective = weight.effectiveTrials
    let left =
      effective < 0.5
      ? "less than one" : SupportedDigits.text(effective, decimals: effective < 10 ? 1 : 0)
    var sentences = [
      "Weighed by these counts, \(SupportedDigits.grouped(weight.trials)) trials of the file would be worth \(left) of "
        + "equal weight. So its numbers are fitted anew, and all trials are drawn from what is known now."
    ]
    for option in weight.options.prefix(6) {
      guard let assumed = option.assumed else { continue }
      sentences.append(
        "What the file assumed of \(name(option.arm)) says as much as \(SupportedDigits.grouped(Int(assumed.rounded()))) "
          + "installs would; \(SupportedDigits.grouped(option.installs)) were counted.")
    }
    return sentences
  }

  /// What keeps it from being written, and what to do.
  var obstacle: String? {
    switch file.obstacle {
    case nil: nil
    case .misfit?: "The model does not fit the counts"
    case .tooSmall(let number, let times)?:
      "The counts tell too little to change the file"
        + (number.map { number in
          ": they tell most about \(path(number)), which is \(percent(calibration.fit.tells[number])) better known now"
        } ?? "")
        + (times.map {
          ". About \(SupportedDigits.text($0.rounded(.up), decimals: 0)) times as many installs would tell enough"
        } ?? "")
    case .tooFar(let effective, let draws)?:
      "What is believed now cannot be drawn well: \(draws) draws are worth "
        + "\(SupportedDigits.text(effective, decimals: 1)) of equal weight. Give the file from before its first update "
        + "and all counts together, or more '--installs'"
    }
  }

  /// What another option would teach.
  var lesson: String? {
    guard let lesson = calibration.lessons.first, lesson.after < 0.98 * lesson.before else { return nil }
    let (before, after) = (1.645 * lesson.before, 1.645 * lesson.after)
    guard amount(before) != amount(after) else { return nil }
    return
      "\(name(lesson.arm)) would teach most about this choice. With \(SupportedDigits.grouped(lesson.installs)) "
      + "installs of it the lead would be known to ± \(amount(after)) in place of ± \(amount(before))."
  }

  private var worst: String {
    let worst = calibration.agreement.worst
    let observed = calibration.fit.observed[worst.block]
    let expected = Double(observed.people) * calibration.fit.point.cells[worst.block][worst.cell]
    let size = SupportedDigits.text(worst.residual, decimals: 1, signed: true)
    let counted = SupportedDigits.grouped(observed.counts[worst.cell])
    if worst.block >= calibration.data.counted.count {
      return
        "\(TerminalText.safe(observed.name)), \(observed.cells[worst.cell]), \(percent(observed.shares[worst.cell])) known "
        + "and \(percent(calibration.fit.point.cells[worst.block][worst.cell])) expected (\(size) standard deviations)"
    }
    let place = "\(TerminalText.safe(observed.name)), \(observed.cells[worst.cell])"
    guard expected >= 1 else { return "\(place), \(counted) counted where hardly anybody is expected" }
    return
      "\(place), \(counted) counted and \(SupportedDigits.grouped(Int(expected.rounded()))) expected (\(size) standard "
      + "deviations)"
  }

  private func odds(_ logOdds: Double) -> String {
    let times = min(exp(abs(logOdds)), 1_000)
    let text = times >= 999 ? "over 999" : SupportedDigits.text(times, decimals: times < 10 ? 1 : 0)
    if times < 1.5 { return "so that the data fit as well." }
    return "which makes the data \(text) times \(logOdds > 0 ? "likelier" : "less likely")."
  }

  private func difference(_ estimate: Estimate) -> String {
    let mean = amount(estimate.overTrials.mean, signed: true)
    guard let interval = estimate.parameter90 else { return mean }
    let ends = [interval.lower, interval.upper].map {
      SupportedDigits.text(isShare ? $0 * 100 : $0, decimals: isShare ? 1 : 3, signed: true)
    }
    return "\(mean) (90% of the uncertain inputs: \(ends[0]) to \(ends[1]))"
  }

  private func amount(_ value: Double, signed: Bool = false) -> String {
    SupportedDigits.text(isShare ? value * 100 : value, decimals: isShare ? 1 : 3, signed: signed)
      + (isShare ? " pp" : "")
  }

  private func percent(_ share: Double) -> String {
    SupportedDigits.text(100 * share, decimals: share < 0.1 ? 1 : 0) + "%"
  }

  private func list(_ words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }
}
