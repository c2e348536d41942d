import ExperimentDesign
import TextFormats

/// Whether people read the alert in a language of theirs (L45).
extension Inspection {
  /// - Parameter groups: The usage strings of each app, by the folder of its Info.plist.
  mutating func checkTranslations(
    _ project: AppProject, _ bundles: AppBundles, _ groups: [String: [LocatedText]]
  ) {
    let region = project.files.lazy.filter { $0.kind == .xcodeProject }.flatMap {
      $0.root.descendants("developmentRegion")
    }.first?.value.text
    for (group, texts) in groups {
      for text in texts where !text.isFallback { checkLetters(text) }
      guard let base = texts.first(where: { $0.isFallback && $0.isKnown && UsageText($0.text).isWritten })
      else { continue }
      let plists = bundles.apps.filter { bundles.group(of: $0) == group || group == "project" }
      let development = base.language ?? plists.lazy.compactMap(\.language).first ?? region
      let translations = project.files.filter {
        ($0.kind == .strings || $0.kind == .stringCatalog) && bundles.goes($0.path, with: plists)
      }
      let translated = Set(translations.flatMap(\.texts).compactMap(\.language).map(LanguageCode.base))
      let declared = plists.flatMap { $0.root["CFBundleLocalizations"]?.items?.compactMap(\.text) ?? [] }
      let folders = project.surroundings.languages.filter { bundles.goes($0.path, with: plists) }
      let own = declared + folders.map(\.language)
      var seen: Set<String> = ["base", LanguageCode.base(development ?? "en")]
      checkScript(base, development, translated, own)
      // The text's own language has it, whatever the development region says.
      if base.isEnglish { seen.insert("en") }
      let missing = own.filter { language in
        let code = LanguageCode.base(language)
        return LanguageCode.isOne(code) && !translated.contains(code) && !LanguageCode.fits(code, base.text)
          && seen.insert(code).inserted
      }
      guard !missing.isEmpty else { continue }
      let shown =
        missing.prefix(4).joined(separator: ", ")
        + (missing.count > 4 ? " and \(missing.count - 4) more" : "")
      note("L45 missing", ["languages": shown], at: base.location)
    }
  }

  /// A translation whose letters its own language is not written in.
  private mutating func checkLetters(_ text: LocatedText) {
    guard let language = text.language, !text.isUntranslated,
      let written = LanguageCode.strange(text.text, in: language)
    else { return }
    note("L45 letters", ["language": language, "script": written], at: text.location)
  }

  /// A text whose letters the development language is not written in.
  private mutating func checkScript(
    _ text: LocatedText, _ development: String?, _ translated: Set<String>, _ languages: [String]
  ) {
    guard let development, let written = LanguageCode.strange(text.text, in: development),
      !translated.contains(LanguageCode.base(development))
    else { return }
    // Of an app in one language alone it is the project's setting that is wrong.
    let isOwn = languages.contains { LanguageCode.base($0) == LanguageCode.base(development) }
    note(
      "L45 development", ["language": development, "script": written], at: text.location,
      severity: isOwn ? .warning : nil)
  }
}
