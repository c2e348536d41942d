import RuleBook

/// The usage strings of vendors' guides and tools, and their translations (R96).
///
/// Sources: Google, *IDFA support* of the Mobile Ads SDK; Expo, `expo-tracking-transparency`, default of the plugin;
/// AppLovin, *MAX iOS consent flow* and the defaults of its Unity plugin in eight languages; consentmanager, *Working
/// with ATT*; Trackier, *iOS SDK integration*; the texts of the last group stand word for word in many
/// unrelated apps, without one author.
struct VendorSample: Hashable {
  /// Whose it is: `Google's`.
  let of: String
  private let letters: String
  private let parts: Set<String>

  private init(_ of: String, _ text: String) {
    self.of = of
    let folded = FoldedText(text)
    letters = folded.letters
    parts = folded.parts
  }

  /// Whose sample a text is or nearly is.
  ///
  /// A text that says more than the sample is still the sample: half as much again is taken, not more. Of several the
  /// one most like it is meant.
  static func like(_ text: FoldedText) -> VendorSample? {
    let parts = text.parts
    let ranked = all.map { (sample: $0, likeness: $0.likeness(letters: text.letters, parts)) }
    if let best = ranked.max(by: { $0.likeness < $1.likeness }), best.likeness >= 0.8 { return best.sample }
    return translatedGoogle(text) ? all.first : nil
  }

  /// From 0 to 1: the share of parts in common, or of letters where one text begins like the other.
  private func likeness(letters other: String, _ theirs: Set<String>) -> Double {
    let (short, long) = letters.count < other.count ? (letters, other) : (other, letters)
    if long.hasPrefix(short), 3 * short.count >= 2 * long.count {
      return 1 - Double(long.count - short.count) / Double(long.count) / 2
    }
    let all = parts.union(theirs).count
    return all == 0 ? 0 : Double(parts.intersection(theirs).count) / Double(all)
  }

  /// Google's sample in another language: this identifier, used, personalised ads, and hardly anything else.
  ///
  /// Google's guides give it in English in every language, so each app has a translation of its own.
  private static func translatedGoogle(_ text: FoldedText) -> Bool {
    translations.contains { parts in
      parts.stems.allSatisfy { stems in stems.contains { text.letters.contains($0) } }
        && text.letters.count <= parts.longest
    }
  }

  private static let translations = WordList.lists("translated Google").map { list in
    (
      stems: list.lines.map { line in WordList.words(in: line).map { FoldedText($0).letters } },
      longest: Int(list.of) ?? 0
    )
  }

  private static let all = WordList.lists("sample").flatMap { list in
    list.lines.map { VendorSample(list.of, $0) }
  }
}
