import ExperimentDesign
import RuleBook

/// A usage string and where it stands.
struct LocatedText: Hashable {
  var text: String
  var location: FileLocation
  /// The language by its code; `nil` where the file names none.
  var language: String?
  /// Whether it is Info.plist's own, which is shown where there is no translation.
  var isFallback = false
  /// Whether Xcode fills in build settings, as it does in Info.plist and not in translations.
  var isExpanded = false
  /// Whether all of it is known; a text that is a build setting that was not given is not.
  var isKnown = true
  /// The arm that carries it.
  var arm: String?
  /// What stands in its place, where it is no text: `expects text, found a number`.
  var fault: String?

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
    let isDeclared = LanguageCode.base(language) == "en"
    guard isFallback else {
      return isDeclared && LetterScript(text) == .latin || words == .english(isSentence: true)
    }
    switch words {
    case .english(let isSentence): return isDeclared || isSentence
    case .other: return false
    case .undecided: return isDeclared
    }
  }

  /// Whether it is plainly English in the folder of another language.
  var isUntranslated: Bool {
    guard let language, !isFallback, language != "Base", LanguageCode.base(language) != "en" else {
      return false
    }
    return UsageText(text).language == .english(isSentence: true)
  }

  /// The language in words: `'de'`, `the development language`.
  fileprivate var languageWords: String { language.map { "'\($0)'" } ?? "the development language" }
}

extension Inspection {
  /// One usage string: L1 to L4.
  ///
  /// - Parameters:
  ///   - placed: The text.
  ///   - english: The letters of the English texts beside it, which are judged in their own place.
  mutating func checkUsage(_ placed: LocatedText, english: Set<String> = []) {
    let usage = UsageText(placed.text)
    let location = placed.location
    guard !usage.isEmpty || !placed.isKnown else {
      note(
        "L1", "The usage string is empty; review may take it for a missing one.", at: location,
        arm: placed.arm)
      return
    }
    guard placed.isKnown else { return }
    if let sign = usage.placeholder {
      note(
        "L3", "The usage string is a placeholder: \(sign).", at: location, severity: .error, arm: placed.arm,
        fix:
          "Write the sentence that people are to read: what the identifier is used for, with an example.")
      return
    }
    if placed.isUntranslated {
      note(
        "L2", "The text in \(placed.languageWords) is English.", at: location, severity: .warning,
        arm: placed.arm, fix: "Translate it.")
      if english.contains(usage.letters) { return }
    }
    if let promise = usage.promise {
      note(
        "L4", "The usage string promises, threatens or points at the button: '\(promise)'.", at: location,
        arm: placed.arm)
    }
    if usage.isTooLong {
      note(
        "L2", "The usage string has \(usage.text.count) characters; an alert is read at a glance.",
        at: location,
        severity: .note, arm: placed.arm, fix: "One sentence of at most \(UsageText.longest) characters.")
    }
    if let of = usage.sample {
      // One finding for one text: a sample without a purpose is the same fault, and costs as much.
      let isVague = placed.isEnglish && !usage.namesPurpose
      return note(
        "L3", "The usage string is, or nearly is, \(of) sample.", at: location,
        severity: isVague ? .error : .warning, arm: placed.arm, rules: isVague ? ["R96", "R95"] : [])
    }
    guard placed.isEnglish else { return }
    if !usage.namesPurpose {
      note("L2", "The usage string names no concrete purpose.", at: location, arm: placed.arm)
    } else if !usage.namesExample {
      note(
        "L2", "The usage string names a purpose but gives no example of it.", at: location, severity: .note,
        arm: placed.arm)
    }
  }
}

extension LocatedText {
  /// A text that a setting writes into Info.plist.
  init(setting text: String, location: FileLocation) {
    self.init(text: text, location: location, isFallback: true, isExpanded: true)
  }
}
