import RuleBook

/// A usage string and where it stands.
struct PlacedText: Hashable {
  var text: String
  var place: FilePlace
  /// The language by its code; `nil` where the file names none.
  var language: String?
  /// Whether it is Info.plist's own, which is shown where there is no translation.
  var isFallback = false
  /// The arm that carries it.
  var arm: String?

  /// Whether vagueness can be judged.
  ///
  /// A translation is in the language of its folder or key. The development region of Info.plist says
  /// less: Xcode writes `en` into every new app, and many never change it.
  var isEnglish: Bool {
    let words = UsageText(text).language
    guard let language, language != "Base" else {
      switch words {
      case .english: return true
      case .other, .undecided: return false
      }
    }
    let isDeclared = isEnglishCode(language)
    guard isFallback else { return isDeclared }
    switch words {
    case .english(let isSentence): return isDeclared || isSentence
    case .other: return false
    case .undecided: return isDeclared
    }
  }

  /// The language in words: `'de'`, `the development language`.
  fileprivate var languageWords: String { language.map { "'\($0)'" } ?? "the development language" }
}

/// Whether a language's code, or its name as old projects have it, is English.
private func isEnglishCode(_ code: String) -> Bool {
  let name = code.lowercased()
  return name == "english" || name.split { $0 == "-" || $0 == "_" }.first == "en"
}

extension Inspection {
  /// One usage string: L1 to L4.
  mutating func checkUsage(_ placed: PlacedText) {
    let usage = UsageText(placed.text)
    let place = placed.place
    look(at: "L1")
    guard !usage.isEmpty else {
      note(
        "L1", "The usage string is empty, which review takes for a missing one.", at: place, arm: placed.arm)
      return
    }
    look(at: "L3", "L4")
    if let sign = usage.placeholder {
      note(
        "L3", "The usage string is a placeholder ('\(sign)').", at: place, severity: .error, arm: placed.arm,
        mend:
          "Write the sentence that people are to read: what the identifier is used for, with an example.")
      return
    }
    if let of = usage.sample {
      note("L3", "The usage string is, or nearly is, \(of) sample.", at: place, arm: placed.arm)
    }
    if let promise = usage.promise {
      note("L4", "The usage string promises or threatens: '\(promise)'.", at: place, arm: placed.arm)
    }
    if usage.isTooLong {
      note(
        "L2", "The usage string has \(usage.text.count) characters; an alert is read at a glance.", at: place,
        severity: .note, arm: placed.arm, mend: "One sentence of at most \(UsageText.longest) characters.")
    }
    guard placed.isEnglish else { return }
    look(at: "L2")
    switch (usage.namesPurpose, usage.namesExample) {
    case (true, true): break
    case (false, true), (false, false):
      note("L2", "The usage string names no concrete purpose.", at: place, arm: placed.arm)
    case (true, false):
      note(
        "L2", "The usage string names a purpose but gives no example of it.", at: place, severity: .warning,
        arm: placed.arm)
    }
  }

  /// The same usage string in several languages: a purpose that only some of them name (R95).
  mutating func checkLanguages(_ texts: [PlacedText]) {
    let written = texts.filter { UsageText($0.text).isWritten }
    // What stands in Info.plist is hardly ever shown in a language that has a translation.
    guard
      let first = written.first(where: { $0.isEnglish && !$0.isFallback })
        ?? written.first(where: \.isEnglish) ?? written.first
    else { return }
    let promised = StatedPurposes(in: first.text)
    for other in written where other.language != first.language {
      let theirs = StatedPurposes(in: other.text)
      guard theirs != promised, !theirs.isEmpty || !promised.isEmpty else { continue }
      note(
        "L2",
        "The text in \(other.languageWords) speaks of \(theirs.words), the one in \(first.languageWords) of \(promised.words).",
        at: other.place, severity: .warning, mend: "Say the same in every language.")
    }
  }
}
