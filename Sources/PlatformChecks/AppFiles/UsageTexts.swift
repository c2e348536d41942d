import ExperimentDesign
import RuleBook
import TextFormats

/// The usage strings in an app's file, one per language, and what stands where one should.
extension AppFile {
  var texts: [LocatedText] { written.filter { $0.fault == nil } }

  var faults: [LocatedText] { written.filter { $0.fault != nil } }

  private var written: [LocatedText] {
    switch kind {
    case .infoPlist, .strings: return located([root.entry(AppKey.usage)].compactMap(\.self))
    case .buildSettings: return located([root.entry(AppKey.usageSetting)].compactMap(\.self))
    case .projectSpec:
      // One per target, each in its place; what several take from one template stands there once.
      let entries = [AppKey.usage, AppKey.usageSetting].flatMap(root.descendants)
      let byLine = Dictionary(entries.map { ($0.line, $0) }) { first, _ in first }
      return located(byLine.values.sorted { $0.line < $1.line })
    case .expoConfig: return [textOfExpo].compactMap(\.self)
    case .xcodeProject:
      let texts = Set(ProjectTarget.all(in: self).filter(\.isApplication).flatMap(\.texts))
      return located(texts.sorted { $0.line < $1.line })
    case .stringCatalog: return catalogue
    case .privacyManifest: return []
    }
  }

  private func located(_ entries: [PropertyValue.Entry], of language: String? = nil) -> [LocatedText] {
    entries.map { entry in
      LocatedText(
        text: entry.value.text ?? "",
        location: location(language.map { "\(AppKey.usage).\($0)" } ?? entry.key, entry.line),
        language: language ?? self.language, isFallback: kind != .strings && kind != .stringCatalog,
        fault: entry.value.text == nil ? "expects text, found \(entry.value.kind)" : nil)
    }
  }

  /// The one key of a string catalogue: its localizations, and of each the plain text, or one per device or number.
  private var catalogue: [LocatedText] {
    (root["strings"]?[AppKey.usage]?["localizations"]?.entries ?? []).flatMap { language in
      let units = language.value.descendants("stringUnit").map(\.value)
      // Not translated yet: the development language's text is shown.
      let translated = units.filter { $0["value"]?.text != "" || $0["state"]?.text != "new" }
      return located(translated.compactMap { $0.entry("value") }, of: language.key)
    }
  }
}

/// What `app.json` of Expo says.
extension AppFile {
  /// The usage string: of its own Info.plist keys, or the argument of a plugin that writes one.
  private var textOfExpo: LocatedText? {
    let config = root["expo"] ?? root
    func placed(_ text: String, _ key: String, _ line: Int) -> LocatedText {
      LocatedText(text: text, location: location(key, line), isFallback: true)
    }
    func placed(_ entry: PropertyValue.Entry?) -> LocatedText? {
      entry.flatMap { entry in entry.value.text.map { placed($0, entry.key, entry.line) } }
    }
    if let text = placed(config["ios"]?["infoPlist"]?.entry(AppKey.usage)) { return text }
    for plugin in ConfigPlugin.all {
      // Libraries for projects without Expo read their part of the file as the app is built.
      let own = root[plugin.name]?.entry(plugin.key) ?? config[plugin.name]?.entry(plugin.key)
      if let text = placed(own) { return text }
      for item in config["plugins"]?.items ?? [] where pluginName(item) == plugin.name {
        let argument = item.items?.dropFirst().first?.entry(plugin.key)
        if let text = placed(argument) { return text }
        // `false` leaves the key out.
        guard let standard = plugin.standard, argument?.value.flag != false else { continue }
        return placed(standard, plugin.name, item.line)
      }
    }
    return nil
  }

  private func pluginName(_ plugin: PropertyValue) -> String? { plugin.text ?? plugin.items?.first?.text }

  /// Plugins of which nothing is known: those that may well write the key, the project's own among them, and others.
  var unknownPlugins: (suspects: [String], others: [String]) {
    let known = Set(ConfigPlugin.all.map(\.name))
    let names = (root["expo"]?["plugins"]?.items ?? []).compactMap(pluginName)
      .filter { !known.contains($0) && !ConfigPlugin.writesNone($0) }
    let suspects = names.filter { name in
      name.hasPrefix(".")
        || ["track", "idfa", "ads", "admob", "att", "consent"].contains { name.contains($0) }
    }
    return (suspects, names.filter { !suspects.contains($0) })
  }
}
