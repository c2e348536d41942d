import ExperimentDesign
import RuleBook

/// The usage strings in an app's files, one per language, and what stands where one should.
enum UsageTexts {
  /// What is no text.
  struct Odd {
    /// What should stand there.
    var expected: String
    /// What does.
    var found: String
    /// The language by its code; `nil` where the file names none.
    var language: String?
    var location: FileLocation
  }

  /// The texts of a file.
  static func all(in file: AppFile) -> [LocatedText] { read(file).texts }

  /// What stands in a file of texts where one is expected.
  static func odd(in file: AppFile) -> [Odd] { read(file).odd }

  private static func read(_ file: AppFile) -> (texts: [LocatedText], odd: [Odd]) {
    switch file.kind {
    case .infoPlist, .strings: return read(file.root.entry(AppKey.usage), file)
    case .buildSettings: return read(file.root.entry(AppKey.usageSetting), file)
    case .projectSpec:
      // One per target, each in its place; what several take from one template stands there once.
      var seen: Set<Int> = []
      let entries = (file.root.descendants(AppKey.usage) + file.root.descendants(AppKey.usageSetting)).filter
      {
        seen.insert($0.line).inserted
      }
      let found = entries.sorted { $0.line < $1.line }.map { read($0, file) }
      return (found.flatMap(\.texts), found.flatMap(\.odd))
    case .expoConfig: return (ExpoConfig.texts(in: file), [])
    case .xcodeProject:
      let texts = ProjectTarget.all(in: file).filter(\.isApplication).flatMap(\.texts)
      return (
        Set(texts).sorted { $0.line < $1.line }.map { text in
          LocatedText(
            text: text.text, location: file.location(AppKey.usageSetting, text.line), isFallback: true,
            isExpanded: true)
        }, []
      )
    case .stringCatalog:
      var reader = CatalogReader(file: file)
      reader.read()
      return (reader.texts, reader.odd)
    case .privacyManifest: return ([], [])
    }
  }

  private static func read(_ entry: PropertyValue.Entry?, _ file: AppFile) -> (
    texts: [LocatedText], odd: [Odd]
  ) {
    guard let entry else { return ([], []) }
    let location = file.location(entry.key, entry.line)
    guard let text = entry.value.text else {
      // For Info.plist it is reported with the declaration.
      return (
        [], [Odd(expected: "text", found: entry.value.kind, language: file.language, location: location)]
      )
    }
    let isTranslation = file.kind == .strings
    let placed = LocatedText(
      text: text, location: location, language: file.language, isFallback: !isTranslation,
      isExpanded: !isTranslation)
    return ([placed], [])
  }
}

/// The usage string of an Expo project: its own Info.plist keys, or the argument of a plugin that writes one.
enum ExpoConfig {
  static func texts(in file: AppFile) -> [LocatedText] {
    let config = file.root["expo"] ?? file.root
    if let entry = config["ios"]?["infoPlist"]?.entry(AppKey.usage), let text = entry.value.text {
      return [placed(text, file, AppKey.usage, entry.line)]
    }
    for plugin in ConfigPlugin.all {
      // Libraries for projects without Expo read their part of the file as the app is built.
      if let entry = file.root[plugin.name]?.entry(plugin.key) ?? config[plugin.name]?.entry(plugin.key),
        let text = entry.value.text
      {
        return [placed(text, file, plugin.key, entry.line)]
      }
      for item in config["plugins"]?.items ?? [] {
        guard (item.text ?? item.items?.first?.text) == plugin.name else { continue }
        let argument = item.items?.dropFirst().first?.entry(plugin.key)
        // `false` leaves the key out.
        if argument?.value.flag == false { continue }
        guard let text = argument?.value.text ?? plugin.standard else { continue }
        let place = argument == nil ? plugin.name : plugin.key
        return [placed(text, file, place, argument?.line ?? item.line)]
      }
    }
    return []
  }

  /// Plugins of which nothing is known: those that may well write the key, the project's own among them, and others.
  static func unknownPlugins(in file: AppFile) -> (suspects: [String], others: [String]) {
    let known = Set(ConfigPlugin.all.map(\.name))
    let names = (file.root["expo"]?["plugins"]?.items ?? []).compactMap { $0.text ?? $0.items?.first?.text }
      .filter { !known.contains($0) && !ConfigPlugin.writesNone($0) }
    func isSuspect(_ name: String) -> Bool {
      name.hasPrefix(".")
        || ["track", "idfa", "ads", "admob", "att", "consent"].contains { name.contains($0) }
    }
    return (names.filter(isSuspect), names.filter { !isSuspect($0) })
  }

  private static func placed(_ text: String, _ file: AppFile, _ key: String, _ line: Int) -> LocatedText {
    LocatedText(text: text, location: file.location(key, line), isFallback: true, isExpanded: true)
  }
}

/// Walks the one key of a string catalogue: its localizations, and of each the plain text, or one per
/// device or number.
private struct CatalogReader {
  let file: AppFile
  private(set) var texts: [LocatedText] = []
  private(set) var odd: [UsageTexts.Odd] = []

  init(file: AppFile) { self.file = file }

  mutating func read() {
    guard let strings = mapping(file.root.entry("strings"), language: nil),
      let key = mapping(strings.value.entry(AppKey.usage), language: nil),
      let localizations = mapping(key.value.entry("localizations"), language: nil)
    else { return }
    for language in localizations.value.entries { visit(language, language.key) }
  }

  /// The plain text, or the variations; what has neither says nothing.
  private mutating func visit(_ entry: PropertyValue.Entry, _ language: String) {
    guard let localization = mapping(entry, language: language)?.value else { return }
    if let unit = mapping(localization.entry("stringUnit"), language: language)?.value {
      guard let value = unit.entry("value") else { return }
      guard let text = value.value.text else { return refuse(value, "text", language) }
      // Not translated yet: the development language's text is shown.
      if text.isEmpty, unit["state"]?.text == "new" { return }
      texts.append(LocatedText(text: text, location: location(value, language), language: language))
    }
    for kind in mapping(localization.entry("variations"), language: language)?.value.entries ?? [] {
      for variation in mapping(kind, language: language)?.value.entries ?? [] { visit(variation, language) }
    }
  }

  /// The entry where it is a mapping; noted where it is anything else.
  private mutating func mapping(_ entry: PropertyValue.Entry?, language: String?) -> PropertyValue.Entry? {
    guard let entry else { return nil }
    if case .mapping = entry.value.content { return entry }
    refuse(entry, "a mapping under '\(entry.key)'", language)
    return nil
  }

  private mutating func refuse(_ entry: PropertyValue.Entry, _ expected: String, _ language: String?) {
    odd.append(
      .init(
        expected: expected, found: entry.value.kind, language: language, location: location(entry, language)))
  }

  private func location(_ entry: PropertyValue.Entry, _ language: String?) -> FileLocation {
    file.location(language.map { "\(AppKey.usage).\($0)" } ?? AppKey.usage, entry.line)
  }
}
