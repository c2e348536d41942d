import TextFormats

extension AppFile {
  private typealias Entry = PropertyValue.Entry
  /// A build setting, with a word of the names of its configurations; `nil` for all.
  private typealias Setting = (entry: Entry, word: String?)

  /// Settings and layers of one target, and configurations of the project, that are looked at.
  private static let mostSettings = 1_000
  private static let mostLayers = 100
  private static let mostConfigurations = 50

  /// The targets of an XcodeGen `project.yml`.
  ///
  /// Templates and merged keys (`<<`) are followed; files that are included are not read. Without a `type` a target is
  /// taken for an application.
  var specifiedTargets: [ProjectTarget] { (root["targets"]?.entries ?? []).map(target) }

  private func target(_ entry: Entry) -> ProjectTarget {
    let layers = layers(entry.value)
    let isGrouped = layers.contains { $0["settings"]?["groups"] != nil }
    let groups = isGrouped ? (root["settingGroups"]?.entries ?? []).map(\.value) : []
    let settings = (layers.map { $0["settings"] } + [root["settings"]] + groups).flatMap {
      Self.settings(in: $0)
    }.prefix(Self.mostSettings)
    let infos = layers.compactMap { $0["info"] }
    let declared = infos.flatMap { $0.descendants(AppKey.usage) }.prefix(Self.mostSettings)
    func values(_ key: String, in settings: some Sequence<Setting>) -> [Entry] {
      settings.map(\.entry).filter { $0.key.prefix { $0 != "[" } == key }
    }
    let plists =
      infos.compactMap { $0["path"]?.text } + values(AppKey.plist, in: settings).map { $0.value.text ?? "" }
    let place = location("targets.\(entry.key)", entry.line)
    let configurations = configurationNames.map { name in
      // XcodeGen applies `configs.debug` to every configuration with that word in its name.
      let own = settings.filter { $0.word.map { name.lowercased().contains($0.lowercased()) } ?? true }
      return ProjectTarget.Configuration(
        name: name, location: place,
        texts: declared + values(AppKey.usageSetting, in: own),
        plists: Set(plists.map { ProjectTarget.plain($0, of: entry.key) }),
        generatesPlist: values(AppKey.makesPlist, in: own).contains {
          ["YES", "true", "yes"].contains($0.value.text)
        },
        writesPlist: !infos.isEmpty)
    }
    let type = layers.lazy.compactMap { $0["type"]?.text }.first ?? "application"
    let platform = layers.lazy.compactMap { $0["platform"] }.first
    let platforms = platform.map { $0.items?.compactMap(\.text) ?? [$0.text ?? ""] } ?? [""]
    let hasFiles = root["configFiles"] != nil || layers.contains { $0["configFiles"] != nil }
    return ProjectTarget(
      name: entry.key,
      isApplication: type == "application" && platforms.contains { !["macOS", "watchOS"].contains($0) },
      location: place, folder: folder,
      setting: infos.isEmpty ? AppKey.usageSetting : "info.properties.\(AppKey.usage)",
      configurations: configurations,
      unread: root["include"] != nil ? "a file that it includes" : hasFiles ? "an .xcconfig" : nil)
  }

  /// The configurations it declares, or those that XcodeGen makes of itself.
  private var configurationNames: [String] {
    let declared = (root["configs"]?.entries ?? []).prefix(Self.mostConfigurations).map(\.key)
    return declared.isEmpty ? ["Debug", "Release"] : declared
  }

  /// A target, what it takes from merged keys, and the templates it is made from, each once.
  private func layers(_ own: PropertyValue) -> [PropertyValue] {
    var layers = [own]
    var known: Set<String> = []
    var next = 0
    while next < min(layers.count, Self.mostLayers) {
      let layer = layers[next]
      layers += layer["<<"].map { $0.items ?? [$0] } ?? []
      let names = (layer["templates"]?.items ?? []).compactMap(\.text)
      layers += names.filter { known.insert($0).inserted }.compactMap { root["targetTemplates"]?[$0] }
      next += 1
    }
    return Array(layers.prefix(Self.mostLayers))
  }

  /// The settings that matter in a mapping and what it holds, whether under `base`, `configs` or by themselves.
  private static func settings(in value: PropertyValue?, word: String? = nil) -> [Setting] {
    (value?.entries ?? []).flatMap { entry -> [Setting] in
      let key = String(entry.key.prefix { $0 != "[" })
      if [AppKey.usageSetting, AppKey.plist, AppKey.makesPlist].contains(key) { return [(entry, word)] }
      guard entry.key == "configs" else { return settings(in: entry.value, word: word) }
      return entry.value.entries.flatMap { settings(in: $0.value, word: $0.key) }
    }
  }
}
