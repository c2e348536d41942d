/// The targets of an XcodeGen `project.yml`.
///
/// Templates and merged keys (`<<`) are followed; files that are included are not read. Without a `type` a target is
/// taken for an application.
struct SpecifiedTargets {
  private let file: AppFile
  private let root: PropertyValue

  init(_ file: AppFile) {
    self.file = file
    root = file.root
  }

  /// Settings and layers of one target, and configurations of the project, that are looked at.
  private static let mostSettings = 1_000
  private static let mostLayers = 100
  private static let mostConfigurations = 50

  var all: [ProjectTarget] { (root["targets"]?.entries ?? []).map(target) }

  private func target(_ entry: PropertyValue.Entry) -> ProjectTarget {
    let layers = layers(entry.value)
    let isGrouped = layers.contains { $0["settings"]?["groups"] != nil }
    let groups = isGrouped ? (root["settingGroups"]?.entries ?? []).map(\.value) : []
    let settings = (layers.map { $0["settings"] } + [root["settings"]] + groups).flatMap {
      BuildSetting.all(in: $0)
    }.prefix(Self.mostSettings)
    let infos = layers.compactMap { $0["info"] }
    let declared = infos.flatMap { $0.descendants(AppKey.usage) }.prefix(Self.mostSettings)
    let plists = infos.compactMap { $0["path"]?.text } + settings.filter { $0.key == .plist }.map(\.text)
    let location = file.location("targets.\(entry.key)", entry.line)
    let configurations = names.map { name in
      let own = settings.filter { $0.holds(in: name) }
      return ProjectTarget.Configuration(
        name: name, location: location,
        texts: declared.map { .init(text: $0.value.text ?? "", line: $0.line) }
          + own.filter { $0.key == .usage }.map { .init(text: $0.text, line: $0.line) },
        plists: Set(plists.map { ProjectTarget.plain($0, of: entry.key) }),
        generatesPlist: own.contains { $0.key == .generates && ["YES", "true", "yes"].contains($0.text) },
        writesPlist: !infos.isEmpty)
    }
    let type = layers.lazy.compactMap { $0["type"]?.text }.first ?? "application"
    let platform = layers.lazy.compactMap { $0["platform"] }.first
    let platforms = platform.map { $0.items?.compactMap(\.text) ?? [$0.text ?? ""] } ?? [""]
    let hasFiles = root["configFiles"] != nil || layers.contains { $0["configFiles"] != nil }
    return ProjectTarget(
      name: entry.key,
      isApplication: type == "application" && platforms.contains { !["macOS", "watchOS"].contains($0) },
      location: location, folder: file.folder,
      setting: infos.isEmpty ? AppKey.usageSetting : "info.properties.\(AppKey.usage)",
      configurations: configurations,
      unread: root["include"] != nil ? "a file that it includes" : hasFiles ? "an .xcconfig" : nil)
  }

  /// The configurations it declares, or those that XcodeGen makes of itself.
  private var names: [String] {
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
}

/// A build setting of a specification that matters, for all configurations or for some.
private struct BuildSetting {
  enum Key: String {
    case usage = "INFOPLIST_KEY_NSUserTrackingUsageDescription"
    case plist = "INFOPLIST_FILE"
    case generates = "GENERATE_INFOPLIST_FILE"
  }

  var key: Key
  var text: String
  var line: Int
  /// A word of the names of its configurations; `nil` for all.
  var word: String?

  /// Whether it holds in a configuration: XcodeGen applies `configs.debug` to every one with that word in its name.
  func holds(in configuration: String) -> Bool {
    word.map { configuration.lowercased().contains($0.lowercased()) } ?? true
  }

  /// The settings in a mapping and what it holds, whether they stand under `base`, `configs` or by themselves.
  static func all(in value: PropertyValue?, word: String? = nil) -> [BuildSetting] {
    (value?.entries ?? []).flatMap { entry -> [BuildSetting] in
      if let key = Key(rawValue: String(entry.key.prefix { $0 != "[" })) {
        return [BuildSetting(key: key, text: entry.value.text ?? "", line: entry.line, word: word)]
      }
      guard entry.key == "configs" else { return all(in: entry.value, word: word) }
      return entry.value.entries.flatMap { all(in: $0.value, word: $0.key) }
    }
  }
}
