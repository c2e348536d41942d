import ExperimentDesign

/// What to write in place of a text that is no legal number, as the end of its message.
///
/// The mistakes are those of people who write the meaning of a number and not its form: a change as a percentage where a
/// factor stands, counts, thousands in short, a word for what nobody knows.
struct NumberAdvice {
  /// What the number may be.
  let range: LegalRange
  /// Whether a distribution may stand in its place.
  let mayVary: Bool

  /// The advice on a text that stands alone; `nil` where the mistake is no known one.
  func words(for text: String) -> String? {
    if let percent = Percentage(text), !range.isShare {
      guard range == .oddsRatio else { return "A percentage stands only for a share" }
      return Self.factor + percent.advice
    }
    if range == .oddsRatio, let words = oddsRatio(text) { return words }
    if let plain = plainer(text) { return plain }
    if range.isShare, let number = readNumber(text), number >= 2, number <= 100 {
      return "Write \(text)% or \((number / 100).shortText) for \(text) in a hundred"
    }
    return counts(text) ?? thousands(text) ?? decimalComma(text) ?? guess(text) ?? unknown(text)
  }

  /// The advice on the numbers of a distribution, one of which is no legal number there.
  static func words(for items: [LocatedNode], of form: DistributionForm, in range: LegalRange) -> String? {
    let texts = items.map(\.flowText)
    guard texts.count == form.members.count else {
      return separated(texts, form) ?? completed(texts, form, range)
    }
    if form == .beta, let shares = texts.allMapped({ Percentage($0) }) {
      let counts = shares.map(\.number.plainText).joined(separator: ", ")
      return "a and b are shapes, such as the counts of those who did and who did not. "
        + "Write {beta: [\(counts)]} for such counts, or {range: [20%, 40%]} for a range"
    }
    if range == .oddsRatio, texts.contains(where: { Percentage($0) != nil }), form != .beta {
      return "\(factor)Write \(changes(texts, form))"
    }
    return nil
  }

  /// The advice on a range of an odds ratio that begins below 0, which only changes do: as shares, or in per cent.
  static func changes(from low: Double, to high: Double) -> String? {
    guard low > -100, low < 0 else { return nil }
    let (whole, unit) = low > -1 && high <= 1 ? (1.0, 100.0) : (100, 1)
    guard low / whole > -1 else { return nil }
    let ends = [low, high].map { (1 + $0 / whole).plainText }
    let changes = [low, high].map { ($0 < 0 ? "" : "+") + ($0 * unit).percentText }
    return
      "\(factor)It is above 0. For odds changed by \(changes[0]) to \(changes[1]), write {range: [\(ends[0]), "
      + "\(ends[1])]}"
  }

  private static let factor = "An odds ratio is a factor: 1 is no effect, 1.1 is odds 10% higher. "

  private func oddsRatio(_ text: String) -> String? {
    if let match = text.wholeMatch(of: #/[x×*] *([0-9.]+)|([0-9.]+) *[x×]/#) {
      return "Write \(match.output.1 ?? match.output.2 ?? "")"
    }
    guard let number = readNumber(text), number > -100, number < 0 else { return nil }
    let share = number > -1 ? number : number / 100
    return "\(Self.factor)Write \((1 + share).plainText) for odds \((-share * 100).percentText) lower"
  }

  /// A number that has a blank, a range or a unit in its text.
  private func plainer(_ text: String) -> String? {
    if range.isShare, let match = text.wholeMatch(of: #/([0-9.]+) +%/#) { return "Write \(match.output.1)%" }
    if mayVary, let match = text.wholeMatch(of: #/([0-9.]+)(%?) *(?:-|–|to) *([0-9.]+)(%?)/#) {
      let (_, low, sign, high, last) = match.output
      guard sign.isEmpty || !last.isEmpty else { return nil }
      let ends = ["\(low)\(last)", "\(high)\(last)"]
      guard range == .oddsRatio, !last.isEmpty else {
        return "Write {range: [\(ends.joined(separator: ", "))]}"
      }
      return "\(Self.factor)Write \(Self.changes(ends, .range))"
    }
    return text.wholeMatch(of: #/([0-9.]+) *(?:s|secs?|seconds?)/#).map {
      "Write the number alone: \($0.output.1)"
    }
  }

  private func counts(_ text: String) -> String? {
    guard range.isShare, let match = text.wholeMatch(of: #/([0-9_]+) *(?:/|of|out of) *([0-9_]+)/#),
      let some = readNumber(String(match.output.1)), let all = readNumber(String(match.output.2)), some < all,
      some > 0
    else { return nil }
    let share = "Write \((some / all * 100).percentText)"
    guard mayVary else { return share }
    return "\(share), or {beta: [\(some.plainText), \((all - some).plainText)]} for "
      + "\(some.plainText) who did and \((all - some).plainText) who did not"
  }

  private func thousands(_ text: String) -> String? {
    if let match = text.wholeMatch(of: #/([0-9]+(?:[.,][0-9]+)?) *([kKmM])/#),
      let number = readNumber(String(match.output.1).replacing(",", with: "."))
    {
      let times = match.output.2.lowercased() == "k" ? 1e3 : 1e6
      return "Write \((number * times).plainText)"
    }
    guard text.wholeMatch(of: #/[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,2}(?:[ '’][0-9]{3})+/#) != nil
    else { return nil }
    let comma = text.contains(",") ? "commas" : "blanks or signs"
    return "Write it without \(comma): \(text.filter { $0.isNumber })"
  }

  private func decimalComma(_ text: String) -> String? {
    guard text.contains(","), let number = readNumber(text.replacing(",", with: "."), in: range) else {
      return nil
    }
    return text.hasSuffix("%")
      ? "Write decimals with a point: \(text.replacing(",", with: "."))"
      : "Write decimals with a point: \(number)"
  }

  /// A number with a word before it that makes it a guess.
  private func guess(_ text: String) -> String? {
    guard
      let match = text.wholeMatch(of: #/(?:about|around|roughly|approx\.?|ca\.?|circa|~|≈) *([0-9.]+%?)/#),
      let number = readNumber(String(match.output.1), in: range), range.contains(number)
    else { return nil }
    let plain = "Write \(match.output.1)"
    guard mayVary, number > 0 else { return plain }
    let (low, high) = (number * 0.8, min(number * 1.2, range.isShare ? (1 + number) / 2 : .infinity))
    let ends =
      match.output.1.hasSuffix("%")
      ? [(low * 100).percentText, (high * 100).percentText] : [low.plainText, high.plainText]
    return
      "\(plain) if it is known, or the range it lies in, such as {range: [\(ends.joined(separator: ", "))]}"
  }

  private func unknown(_ text: String) -> String? {
    let words = [
      "unknown", "not known", "no idea", "unclear", "unsure", "tbd", "todo", "n/a", "na", "none", "?", "??",
    ]
    guard mayVary, words.contains(text.lowercased()) else { return nil }
    if range == .oddsRatio {
      return "Where nobody knows, write a range around 1, such as {range: [0.7, 1.4]}. "
        + "Left out, it is 1 (no effect), or what the preset has"
    }
    let example = range.isShare ? "{range: [20%, 40%]}" : "{range: [LOW, HIGH]}"
    return "Write the range that it may lie in, such as \(example)"
  }

  /// Numbers that a distribution has in one text, or cut in two by decimal commas.
  private static func separated(_ texts: [String], _ form: DistributionForm) -> String? {
    func written(_ numbers: [String]) -> String {
      "Write {\(form.rawValue): [\(numbers.joined(separator: ", "))]}"
    }
    if texts.count == 1, let text = texts.first {
      let number = #/[-+]?[0-9.]+%?/#
      if form == .beta, let match = text.wholeMatch(of: #/([0-9]+) *(?:of|out of|/) *([0-9]+)/#),
        let some = Int(match.output.1), let all = Int(match.output.2), some < all
      {
        return written(["\(some)", "\(all - some)"])
      }
      let parts = text.split(separator: #/ *; *| +to +| +/#).map(String.init)
      guard parts.count == form.members.count, parts.allSatisfy({ $0.wholeMatch(of: number) != nil }) else {
        return nil
      }
      return written(parts)
    }
    guard texts.count == 2 * form.members.count,
      texts.allSatisfy({ $0.wholeMatch(of: #/[0-9]+%?/#) != nil })
    else { return nil }
    let numbers = stride(from: 0, to: texts.count, by: 2).map { "\(texts[$0]).\(texts[$0 + 1])" }
    return "A comma separates numbers, and decimals have a point. " + written(numbers)
  }

  /// Numbers of which some are missing, or one is too many.
  private static func completed(
    _ texts: [String], _ form: DistributionForm, _ range: LegalRange
  ) -> String? {
    guard let first = texts.first, texts.allSatisfy({ readNumber($0, in: range) != nil }) else { return nil }
    if form == .range, texts.count > 2 {
      return "A range has two ends: write {range: [\(first), \(texts[texts.count - 1])]}"
    }
    let missing = form.members.dropFirst(texts.count)
    guard !missing.isEmpty else { return nil }
    guard [.range, .uniform].contains(form), let low = readNumber(first, in: range), low > 0,
      !range.isShare || low < 1
    else {
      let all = texts + missing.map { $0.uppercased() }
      return
        "\(missing.map { "'\($0)'" }.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") missing: write "
        + "{\(form.rawValue): [\(all.joined(separator: ", "))]}"
    }
    // The other end is an example, as far above as the low one may be below.
    let high =
      range.isShare ? min(low * 1.5, (1 + low) / 2) : range == .oddsRatio && low < 1 ? 1 / low : low * 1.5
    let end = first.hasSuffix("%") ? (high * 100).percentText : high.plainText
    return
      "The high end is missing: write for example {\(form.rawValue): [\(first), \(end)]}, or \(first) alone if it is known"
  }

  /// A distribution of an odds ratio with factors in place of percentages.
  private static func changes(_ texts: [String], _ form: DistributionForm) -> String {
    let percentages = texts.compactMap { Percentage($0) }
    let areChanges = percentages.contains(where: \.isSigned) || percentages.allSatisfy { $0.number < 50 }
    let numbers = texts.enumerated().map { index, text in
      guard let percent = Percentage(text) else { return text }
      let isSpread = form == .normal && index == 1 || form == .lognormal && index == 1
      return (percent.number / 100 + (areChanges && !isSpread ? 1 : 0)).plainText
    }
    return "{\(form.rawValue): [\(numbers.joined(separator: ", "))]}"
  }
}

/// A percentage as it is written: `10%`, `+10%`.
private struct Percentage {
  let number: Double
  let isSigned: Bool

  init?(_ text: String) {
    guard text.hasSuffix("%"),
      let number = readNumber(String(text.dropLast().reversed().drop { $0 == " " }.reversed()))
    else { return nil }
    self.number = number
    isSigned = text.hasPrefix("+") || text.hasPrefix("-")
  }

  /// What to write for an odds ratio.
  var advice: String {
    let more = (1 + number / 100).plainText
    if isSigned {
      guard number > -100 else { return "Write a number above 0" }
      return "Write \(more)"
    }
    if number >= 100 { return "Write \((number / 100).plainText)" }
    let size = number.percentText
    return number < 50
      ? "Write \(more) for odds \(size) higher, \((1 - number / 100).plainText) for odds \(size) lower"
      : "Write \((number / 100).plainText) for \(size) of the odds, \(more) for odds \(size) higher"
  }
}

extension Double {
  /// Up to six decimals, and none where it is whole: `40000`, `1.1`.
  fileprivate var plainText: String { String(percentText.dropLast()) }
}

extension Array {
  /// What all elements become; `nil` where one becomes nothing.
  fileprivate func allMapped<Value>(_ transform: (Element) -> Value?) -> [Value]? {
    let values = compactMap(transform)
    return values.count == count ? values : nil
  }
}
