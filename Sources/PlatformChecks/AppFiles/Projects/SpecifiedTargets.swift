import TextFormats

extension AppFile {
  private typealias Entry = PropertyValue.Entry

  /// Configurations that are looked at.
  private static let mostConfigurations = 50

  /// The targets of an XcodeGen `project.yml`.
  ///
  /// Templates and merged keys (`<<`) are followed; files that are included are not read. Without a `type` a target is
  /// taken for an application.
  var specifiedTargets: [ProjectTarget] { (root["targets"]?.entries ?? []).map(target) }

  private func target(_ entry: Entry) -> ProjectTarget {
    let layers = layers(entry.value)
    let isGrouped = layers.contains { $0["settings"]?["groups"] != nil }
    let settings =
      layers.map { $0["settings"] } + [root["settings"], isGrouped ? root["settingGroups"] : nil]
    let infos = layers.compactMap { $0["info"] }
    let place = location("targets.\(entry.key)", entry.line)
    let declared = root["configs"]?.entries.prefix(Self.mostConfigurations).map(\.key) ?? []
    let configurations = (declared.isEmpty ? ["Debug", "Release"] : declared).map { name in
      var configuration = ProjectTarget.Configuration(
        name, of: entry.key, place, layers: settings.map { Self.settings(in: $0, of: name) })
      configuration.texts += infos.flatMap { $0.descendants(AppKey.usage) }
      configuration.plists.formUnion(
        infos.compactMap { $0["path"]?.text }.map { ProjectTarget.plain($0, of: entry.key) })
      configuration.writesPlist = !infos.isEmpty
      return configuration
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

  /// A target, what it takes from merged keys, and the templates it is made from, each once.
  private func layers(_ own: PropertyValue) -> [PropertyValue] {
    var layers = [own]
    var known: Set<String> = []
    var next = 0
    while next < layers.count {
      let layer = layers[next]
      layers += layer["<<"].map { $0.items ?? [$0] } ?? []
      let names = (layer["templates"]?.items ?? []).compactMap(\.text)
      layers += names.filter { known.insert($0).inserted }.compactMap { root["targetTemplates"]?[$0] }
      next += 1
    }
    return layers
  }

  /// The settings of a configuration in a mapping and what it holds, whether under `base`, `configs` or by themselves.
  ///
  /// XcodeGen applies `configs.debug` to every configuration with that word in its name.
  private static func settings(in value: PropertyValue?, of name: String) -> [Entry] {
    (value?.entries ?? []).flatMap { entry -> [Entry] in
      guard entry.key == "configs" else { return [entry] + settings(in: entry.value, of: name) }
      return entry.value.entries.filter { name.lowercased().contains($0.key.lowercased()) }
        .flatMap { settings(in: $0.value, of: name) }
    }
  }
}
