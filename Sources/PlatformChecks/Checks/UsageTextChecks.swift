import ExperimentDesign
import TextFormats

struct LocatedText: Hashable {
  var text: String
  var location: FileLocation
  var language: String?
  /// Whether it is Info.plist's own, which is shown where there is no translation, and in which Xcode fills in settings.
  var isFallback = false
  /// A build setting in it that was not given, without which nothing can be said of it.
  var unknown: String?
  var arm: String?

  /// Whether vagueness can be judged: a translation is in the language of its folder or key, but the development region
  /// of Info.plist says less, as Xcode writes `en` into every new app and many never change it.
  var isEnglish: Bool {
    let words = UsageText(text).language
    guard words < .sentence, let declared else { return words >= .english }
    return declared == "en" && (isFallback ? words != .other : LetterScript.of(text) == "Latin")
  }

  /// Whether it is plainly English in the folder of another language.
  var isUntranslated: Bool {
    !isFallback && ![nil, "en"].contains(declared) && UsageText(text).language == .sentence
  }

  private var declared: String? { language.flatMap { $0 == "Base" ? nil : LanguageCode.base($0) } }
}

extension Inspection {
  /// One usage string, L1 to L4 and L45.
  mutating func checkUsage(_ placed: LocatedText, isSampleSaid: Bool = false) {
    let usage = UsageText(placed.text)
    let words = [
      "setting": placed.unknown ?? "", "count": "\(placed.text.count)", "most": "\(UsageText.longest)",
    ]
    if usage.isEmpty { return note(placed.unknown == nil ? "L1 empty" : "L1 setting", words, on: placed) }
    if placed.unknown != nil { return }
    if let sign = usage.placeholder { return note("L3 placeholder", ["sign": sign], on: placed) }
    if placed.isUntranslated {
      note("L2 untranslated", words, on: placed)
    } else if !placed.isFallback, let script = LanguageCode.strange(placed.text, in: placed.language) {
      note("L45 letters", ["language": placed.language ?? "", "script": script], on: placed)
    }
    if let promise = usage.promise { note("L4 promise", ["phrase": promise], on: placed) }
    if placed.text.count > UsageText.longest { note("L2 long", words, on: placed) }
    let isVague = placed.isEnglish && !usage.namesPurpose
    if let whose = usage.sample {
      if isSampleSaid { return }
      // One finding for one text: a sample without a purpose is the same fault, and costs as much.
      return note(isVague ? "L3 vague sample" : "L3 sample", ["whose": whose], on: placed)
    }
    if isVague { return note("L2 purpose", on: placed) }
    if placed.isEnglish, usage.promise == nil, !usage.namesExample { note("L2 example", on: placed) }
  }

  /// Whether people read the alert in a language of theirs (L45), by the usage strings of one app.
  mutating func checkTranslations(_ bundles: AppBundles, _ group: String, _ texts: [LocatedText]) {
    let files = bundles.project.files
    let given = texts.filter { $0.isFallback && $0.unknown == nil }
    guard let base = given.first(where: { UsageText($0.text).placeholder == nil }) else { return }
    let plists = bundles.apps.filter { bundles.group(of: $0) == group || group == "/" }
    let regions = files.lazy.flatMap { $0.root.descendants("developmentRegion") }
    let development = base.language ?? plists.lazy.compactMap(\.language).first ?? regions.first?.text
    let ours = files.filter { bundles.goes($0.path, with: plists) }.flatMap(\.texts).filter { !$0.isFallback }
    let translated = Set(ours.compactMap(\.language).map(LanguageCode.base))
    let declared = plists.flatMap { $0.root["CFBundleLocalizations"]?.items?.compactMap(\.text) ?? [] }
    let folders = bundles.project.surroundings.languages.filter {
      bundles.goes($0.path, with: plists) && bundles.names($0.path)
    }
    // Languages that Expo makes texts of, from files that are named after them.
    let locales = files.filter { $0.path == base.location.file }.flatMap { $0.root.descendants("locales") }
      .flatMap(\.members).filter { $0.text?.names.last.map(LanguageCode.isFile) == true }
    let own = declared + (folders.map(\.language) + locales.map(\.key))
    let home = LanguageCode.base(development ?? "en")
    if let script = LanguageCode.strange(base.text, in: development), !translated.contains(home) {
      let isHome = own.contains { LanguageCode.base($0) == home }
      // Of an app in one language alone it is the project's setting that is wrong, which nobody who reads it notices.
      let isSpoken = bundles.project.sources.contains { source in
        LetterScript.count(String(decoding: source.bytes, as: UTF8.self), of: script) > 20
      }
      let words = ["language": development ?? home, "script": script]
      if isHome || !isSpoken { note("L45 development", words, on: base, severity: isHome ? .warning : nil) }
    }
    // The text's own language has it, whatever the development region says; other letters than Latin tell it.
    var seen: Set = [home, base.isEnglish ? "en" : home]
    let script = LetterScript.of(base.text)
    // Nobody knows which language a text in Latin letters is in that is not in the development language.
    if script == "Latin", !base.isEnglish, home == "en" { return }
    let missing = own.filter { language in
      let code = LanguageCode.base(language)
      return LanguageCode.isOne(code) && !translated.contains(code)
        && (script == "Latin" || LanguageCode.isWritten(code, in: script) != true)
        && seen.insert(code).inserted
    }
    let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
    let words = ["languages": missing.prefix(4).joined(separator: ", ") + more]
    if !missing.isEmpty { note("L45 missing", words, on: base) }
  }
}
