import ExperimentDesign
import RuleBook

struct LocatedText: Hashable {
  var text: String
  var location: FileLocation
  /// The language by its code; `nil` where the file names none.
  var language: String?
  /// Whether it is Info.plist's own, which is shown where there is no translation, and in which Xcode fills in settings.
  var isFallback = false
  /// Whether all of it is known; a text that is a build setting that was not given is not.
  var isKnown = true
  var arm: String?
  /// What stands in its place, where it is no text: `expects text, found a number`.
  var fault: String?

  /// Whether vagueness can be judged.
  ///
  /// A translation is in the language of its folder or key. The development region of Info.plist says
  /// less: Xcode writes `en` into every new app, and many never change it.
  var isEnglish: Bool {
    let words = UsageText(text).language
    let isPlain = words == .english(isSentence: true)
    guard let language, language != "Base" else { return isPlain || words == .english(isSentence: false) }
    let isDeclared = LanguageCode.base(language) == "en"
    return isPlain || isDeclared && (isFallback ? words != .other : LetterScript.of(text) == "Latin")
  }

  /// Whether it is plainly English in the folder of another language.
  var isUntranslated: Bool {
    guard let language, !isFallback, language != "Base", LanguageCode.base(language) != "en" else {
      return false
    }
    return UsageText(text).language == .english(isSentence: true)
  }
}

extension Inspection {
  /// One usage string: L1 to L4.
  ///
  /// - Parameters:
  ///   - placed: The text.
  ///   - english: The letters of the English texts beside it, which are judged in their own place.
  mutating func checkUsage(_ placed: LocatedText, english: Set<String> = []) {
    let usage = UsageText(placed.text)
    func tell(_ name: String, _ words: [String: String] = [:]) {
      note(name, words, at: placed.location, arm: placed.arm)
    }
    guard placed.isKnown else { return }
    if usage.isEmpty { return tell("L1 empty") }
    if let sign = usage.placeholder { return tell("L3 placeholder", ["sign": sign]) }
    if placed.isUntranslated {
      tell("L2 untranslated", ["language": placed.language ?? ""])
      if english.contains(usage.letters) { return }
    }
    if let promise = usage.promise { tell("L4 promise", ["phrase": promise]) }
    if usage.isTooLong {
      tell("L2 long", ["count": "\(usage.text.count)", "most": "\(UsageText.longest)"])
    }
    let isVague = placed.isEnglish && !usage.namesPurpose
    if let whose = usage.sample {
      // One finding for one text: a sample without a purpose is the same fault, and costs as much.
      return tell(isVague ? "L3 vague sample" : "L3 sample", ["whose": whose])
    }
    if isVague {
      tell("L2 purpose")
    } else if placed.isEnglish, !usage.namesExample {
      tell("L2 example")
    }
  }
}
