import ExperimentDesign
import TextFormats

/// A target of an Xcode project, or of a specification that one is made from, with what matters of its settings.
struct ProjectTarget: Hashable {
  var name: String
  var isApplication: Bool
  /// The file that has the target, and where it stands in it.
  var location: FileLocation
  /// The folder that its paths start from.
  var folder: [String]
  /// Where its usage string is written: `INFOPLIST_KEY_…`, or a key of a specification.
  var setting = AppKey.usageSetting
  /// In the order of the file; each is a build of its own.
  var configurations: [Configuration]
  /// Another file that may hold the text and is not read; `nil` without one.
  var unread: String?
  /// What it compiles; `nil` where the file does not say.
  var sources: Sources?

  struct Sources: Hashable {
    var names: Set<String> = []
    var folders: [String] = []

    func have(_ path: String) -> Bool {
      let parts = path.names
      return parts.last.map(names.contains) == true || folders.contains { parts.dropLast().contains($0) }
    }
  }

  /// A build configuration.
  struct Configuration: Hashable {
    var name: String
    var location: FileLocation
    /// Its usage string; one for each condition, such as `[sdk=iphoneos*]`, and mostly one or none.
    var texts: [PropertyValue.Entry]
    /// The Info.plists it names, as paths from the target's folder.
    var plists: Set<String>
    var generatesPlist: Bool
    /// Whether that Info.plist is written from the specification alone, over any that is there.
    var writesPlist = false
    /// Names of the `.xcconfig` files that it, and the project's of the same name, are based on.
    var bases: [String] = []

    /// - Parameter layers: Settings, the target's own first: they hide those behind them.
    init(_ name: String, of target: String, _ location: FileLocation, layers: [[PropertyValue.Entry]]) {
      func values(_ key: String) -> [PropertyValue.Entry] {
        layers.lazy.map { $0.filter { $0.key.prefix { $0 != "[" } == key } }.first { !$0.isEmpty } ?? []
      }
      self.name = name
      self.location = location
      texts = values(AppKey.usageSetting)
      let paths = values(AppKey.plist).compactMap(\.value.text).filter { !$0.isEmpty }
      plists = Set(paths.map { ProjectTarget.plain($0, of: target) })
      generatesPlist = values(AppKey.makesPlist).contains {
        ["YES", "true", "yes"].contains($0.value.text)
      }
    }
  }

  var texts: [PropertyValue.Entry] {
    var seen: Set<String> = []
    return configurations.flatMap(\.texts).filter { seen.insert($0.value.text ?? "").inserted }
  }

  func uses(_ path: String) -> Bool { configurations.contains { names(path, in: $0.plists) } }

  /// Whether a file is one of these: the path from the target's folder ends the file's path, or is all of it.
  func names(_ path: String, in plists: Set<String>) -> Bool {
    let given = path.names
    return plists.contains { plist in
      let parts = plist.names
      return given == folder + parts
        || folder.isEmpty && given.count > parts.count && given.suffix(parts.count) == parts[...]
    }
  }

  /// The targets of a project file or of a specification; none of any other file.
  static func all(in file: AppFile) -> [ProjectTarget] {
    switch file.kind {
    case .xcodeProject: ofXcode(file)
    case .projectSpec: file.specifiedTargets
    case .infoPlist, .strings, .stringCatalog, .privacyManifest, .buildSettings, .expoConfig: []
    }
  }

  /// A path with a target's name in place of the variable for it, and without the one for the project's folder.
  static func plain(_ path: String, of target: String) -> String {
    let plain = ["SRCROOT", "PROJECT_DIR"].reduce(path) {
      $0.replacing("$(\($1))/", with: "").replacing("${\($1)}/", with: "")
    }
    return ["TARGET_NAME", "PRODUCT_NAME", "TARGETNAME"].reduce(plain) {
      $0.replacing("$(\($1))", with: target).replacing("${\($1)}", with: target)
    }
  }
}

extension ProjectTarget {
  private typealias Entry = PropertyValue.Entry

  /// Configurations of one target that are looked at.
  private static let most = 200

  /// The targets of `project.pbxproj`, whose objects name one another by identifiers.
  private static func ofXcode(_ project: AppFile) -> [ProjectTarget] {
    let objects = project.root["objects"]?.entries ?? []
    let byID = Dictionary(objects.map { ($0.key, $0) }) { $1 }
    func object(_ reference: PropertyValue?) -> Entry? { reference?.text.flatMap { byID[$0] } }
    func list(_ value: PropertyValue?) -> [Entry] { (value?.items ?? []).compactMap(object) }
    func ofKind(_ kind: String, _ objects: [Entry]) -> [Entry] {
      objects.filter { $0.value["isa"]?.text == kind }
    }
    func name(_ entry: Entry) -> String { entry.value["name"]?.text ?? entry.key }
    func file(of reference: PropertyValue?) -> String? {
      let file = object(reference)?.value
      return (file?["path"] ?? file?["name"])?.text?.names.last
    }
    func configurations(_ owner: Entry?) -> [Entry] {
      Array(list(object(owner?.value["buildConfigurationList"])?.value["buildConfigurations"]).prefix(most))
    }
    let shared = configurations(ofKind("PBXProject", objects).first)
    let sharedByName = Dictionary(shared.map { (name($0), $0) }) { $1 }
    func configuration(_ own: Entry, of target: String) -> Configuration {
      let layers = [own] + [sharedByName[name(own)]].compactMap(\.self)
      var configuration = Configuration(
        name(own), of: target, project.location("\(target).\(name(own))", own.line),
        layers: layers.map { $0.value["buildSettings"]?.entries ?? [] })
      configuration.bases = layers.compactMap { layer in
        (object(layer.value["baseConfigurationReference"])?.value["path"]
          ?? layer.value["baseConfigurationReferenceRelativePath"])?.text?.names.last
      }
      return configuration
    }
    return ofKind("PBXNativeTarget", objects).map { target in
      let own = configurations(target)
      let isForMac = (own + shared).map { $0.value["buildSettings"] }.contains {
        $0?["SDKROOT"]?.text == "macosx" || $0?["SUPPORTED_PLATFORMS"]?.text == "macosx"
      }
      let compiled = ofKind("PBXSourcesBuildPhase", list(target.value["buildPhases"]))
        .flatMap { list($0.value["files"]) }.compactMap { file(of: $0.value["fileRef"]) }
      let folders = (target.value["fileSystemSynchronizedGroups"]?.items ?? []).compactMap { file(of: $0) }
      return ProjectTarget(
        name: name(target),
        isApplication: target.value["productType"]?.text == "com.apple.product-type.application" && !isForMac,
        location: project.location(name(target), target.line),
        // The folder that holds `App.xcodeproj/project.pbxproj`.
        folder: project.folder.dropLast(),
        configurations: (own.isEmpty ? shared : own).map { configuration($0, of: name(target)) },
        sources: compiled.isEmpty && folders.isEmpty ? nil : Sources(names: Set(compiled), folders: folders))
    }
  }
}

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
