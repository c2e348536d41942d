import ExperimentDesign
import RuleBook
import TextFormats

/// The usage strings in an app's file, one per language, and what stands where one should.
extension AppFile {
  /// The usage strings.
  var texts: [LocatedText] { written.filter { $0.fault == nil } }

  /// What stands where one is expected.
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

  private func located(_ entries: [PropertyValue.Entry]) -> [LocatedText] {
    entries.map { entry in
      LocatedText(
        text: entry.value.text ?? "", location: location(entry.key, entry.line), language: language,
        isFallback: kind != .strings,
        fault: entry.value.text == nil ? "expects text, found \(entry.value.kind)" : nil)
    }
  }

  /// The one key of a string catalogue: its localizations, and of each the plain text, or one per device or number.
  private var catalogue: [LocatedText] {
    var found: [LocatedText] = []
    func add(_ text: String, _ entry: PropertyValue.Entry, _ language: String?, fault expected: String? = nil)
    {
      let key = language.map { "\(AppKey.usage).\($0)" } ?? AppKey.usage
      found.append(
        LocatedText(
          text: text, location: location(key, entry.line), language: language,
          fault: expected.map { "expects \($0), found \(entry.value.kind)" }))
    }
    /// What a mapping holds; anything else is a fault.
    func members(_ entry: PropertyValue.Entry?, _ language: String?) -> [PropertyValue.Entry] {
      guard let entry else { return [] }
      if case .mapping(let entries) = entry.value.content { return entries }
      add("", entry, language, fault: "a mapping under '\(entry.key)'")
      return []
    }
    func member(_ key: String, _ entries: [PropertyValue.Entry]) -> PropertyValue.Entry? {
      entries.last { $0.key == key }
    }
    func visit(_ localization: PropertyValue.Entry, _ language: String) {
      let parts = members(localization, language)
      let unit = members(member("stringUnit", parts), language)
      if let value = member("value", unit) {
        let text = value.value.text
        // Not translated yet: the development language's text is shown.
        if text != "" || member("state", unit)?.value.text != "new" {
          add(text ?? "", value, language, fault: text == nil ? "text" : nil)
        }
      }
      for kind in members(member("variations", parts), language) {
        for variation in members(kind, language) { visit(variation, language) }
      }
    }
    let strings = members(root.entry("strings"), nil)
    let localizations = member("localizations", members(member(AppKey.usage, strings), nil))
    for language in members(localizations, nil) { visit(language, language.key) }
    return found
  }
}

/// What `app.json` of Expo says.
extension AppFile {
  /// The usage string: of its own Info.plist keys, or the argument of a plugin that writes one.
  private var textOfExpo: LocatedText? {
    let config = root["expo"] ?? root
    func placed(_ text: String?, _ key: String, _ line: Int) -> LocatedText? {
      text.map { LocatedText(text: $0, location: location(key, line), isFallback: true) }
    }
    if let entry = config["ios"]?["infoPlist"]?.entry(AppKey.usage),
      let text = placed(entry.value.text, AppKey.usage, entry.line)
    {
      return text
    }
    for plugin in ConfigPlugin.all {
      // Libraries for projects without Expo read their part of the file as the app is built.
      if let entry = root[plugin.name]?.entry(plugin.key) ?? config[plugin.name]?.entry(plugin.key),
        let text = placed(entry.value.text, plugin.key, entry.line)
      {
        return text
      }
      for item in config["plugins"]?.items ?? [] where pluginName(item) == plugin.name {
        let argument = item.items?.dropFirst().first?.entry(plugin.key)
        // `false` leaves the key out.
        if argument?.value.flag == false { continue }
        let key = argument == nil ? plugin.name : plugin.key
        if let text = placed(argument?.value.text ?? plugin.standard, key, argument?.line ?? item.line) {
          return text
        }
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
