/// The targets of an XcodeGen `project.yml`.
///
/// Templates and merged keys (`<<`) are followed; files that are included are not read. Without a `type` a target is
/// taken for an application.
struct SpecifiedTargets {
  private let file: AppFile
  private let root: PropertyValue
  /// What stands in the project's own settings and, for targets that name them, in groups of settings.
  private let shared: [BuildSetting]
  private let grouped: [BuildSetting]
  private let templates: [String: Layer]

  init(_ file: AppFile) {
    self.file = file
    root = file.root
    shared = BuildSetting.all(in: root["settings"])
    grouped = (root["settingGroups"]?.entries ?? []).flatMap { BuildSetting.all(in: $0.value) }
    var templates: [String: Layer] = [:]
    for entry in root["targetTemplates"]?.entries ?? [] { templates[entry.key] = Layer(entry.value) }
    self.templates = templates
  }

  /// Settings of one target, and configurations of the project, that are looked at.
  private static let mostSettings = 1_000
  private static let mostConfigurations = 50

  var all: [ProjectTarget] { (root["targets"]?.entries ?? []).map(target) }

  private func target(_ entry: PropertyValue.Entry) -> ProjectTarget {
    let layers = layers(Layer(entry.value))
    let settings =
      (layers.flatMap(\.settings) + shared).prefix(Self.mostSettings)
      + (layers.contains(where: \.namesGroups) ? grouped.prefix(Self.mostSettings) : [])
    let declared = Array(layers.flatMap(\.texts).prefix(Self.mostSettings))
    let hasInfo = layers.contains(where: \.hasInfo)
    let paths = layers.flatMap(\.paths) + settings.filter { $0.key == .plist }.map(\.text)
    let location = file.location("targets.\(entry.key)", entry.line)
    let configurations = names.map { name in
      let own = settings.filter { $0.holds(in: name) }
      return ProjectTarget.Configuration(
        name: name, location: location,
        texts: declared
          + own.filter { $0.key == .usage }.map { ProjectTarget.Text(text: $0.text, line: $0.line) },
        plists: Set(paths.map(ProjectTarget.withoutRoot)),
        generatesPlist: own.contains { $0.key == .generates && ["YES", "true", "yes"].contains($0.text) },
        writesPlist: hasInfo)
    }
    let type = layers.lazy.compactMap(\.type).first
    return ProjectTarget(
      name: entry.key,
      isApplication: (type == nil || type == "application")
        && layers.lazy.compactMap(\.isForDevices).first != false,
      location: location, folder: file.folder,
      setting: hasInfo ? "info.properties.\(AppKey.usage)" : AppKey.usageSetting,
      configurations: configurations, unread: unread(layers))
  }

  private func unread(_ layers: [Layer]) -> String? {
    if root["include"] != nil { return "a file that it includes" }
    return root["configFiles"] != nil || layers.contains(where: \.namesFiles) ? "an .xcconfig" : nil
  }

  /// The configurations it declares, or those that XcodeGen makes of itself.
  private var names: [String] {
    let declared = (root["configs"]?.entries ?? []).prefix(Self.mostConfigurations).map(\.key)
    return declared.isEmpty ? ["Debug", "Release"] : declared
  }

  /// A target, and the templates it is made from, each once.
  private func layers(_ own: Layer) -> [Layer] {
    var layers = [own]
    var known: Set<String> = []
    var next = 0
    while next < layers.count {
      for name in layers[next].templates where known.insert(name).inserted {
        if let template = templates[name] { layers.append(template) }
      }
      next += 1
    }
    return layers
  }
}

/// What matters of a target or a template of XcodeGen, with what it takes from merged keys (`<<`).
private struct Layer {
  var type: String?
  /// Whether it is for a system that shows the alert; `nil` where it names none.
  var isForDevices: Bool?
  var templates: [String] = []
  var hasInfo = false
  /// Usage strings among the properties of its Info.plist.
  var texts: [ProjectTarget.Text] = []
  var paths: [String] = []
  var settings: [BuildSetting] = []
  var namesGroups = false
  var namesFiles = false

  init(_ value: PropertyValue) {
    let merged = value["<<"].map { $0.items ?? [$0] } ?? []
    for part in [value] + merged {
      type = type ?? part["type"]?.text
      if isForDevices == nil, let platform = part["platform"] {
        let names = platform.items?.compactMap(\.text) ?? [platform.text ?? ""]
        isForDevices = names.contains { !["macOS", "watchOS"].contains($0) }
      }
      templates += (part["templates"]?.items ?? []).compactMap(\.text)
      if let info = part["info"] {
        hasInfo = true
        texts += info.descendants(AppKey.usage).map { .init(text: $0.value.text ?? "", line: $0.line) }
        paths += [info["path"]?.text].compactMap(\.self)
      }
      settings += BuildSetting.all(in: part["settings"])
      namesGroups = namesGroups || part["settings"]?["groups"] != nil
      namesFiles = namesFiles || part["configFiles"] != nil
    }
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
      let name = String(entry.key.prefix { $0 != "[" })
      if let key = Key(rawValue: name) {
        return [BuildSetting(key: key, text: entry.value.text ?? "", line: entry.line, word: word)]
      }
      guard entry.key == "configs" else { return all(in: entry.value, word: word) }
      return entry.value.entries.flatMap { all(in: $0.value, word: $0.key) }
    }
  }
}
