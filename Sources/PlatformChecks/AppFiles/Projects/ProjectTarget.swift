import ExperimentDesign

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

  /// The sources of a target, by their names and by whole folders.
  struct Sources: Hashable {
    var names: Set<String> = []
    var folders: [String] = []

    func have(_ path: String) -> Bool {
      let parts = path.split(separator: "/").map(String.init)
      return parts.last.map(names.contains) == true || folders.contains { parts.dropLast().contains($0) }
    }
  }

  /// A build configuration, with the project's settings where it has none of its own.
  struct Configuration: Hashable {
    /// `Debug`, `Release`.
    var name: String
    var location: FileLocation
    /// Its usage string; one for each condition, such as `[sdk=iphoneos*]`, and mostly one or none.
    var texts: [Text] = []
    /// The Info.plists it names, as paths from the target's folder.
    var plists: Set<String> = []
    /// Whether an Info.plist is made from settings.
    var generatesPlist = false
    /// Whether that Info.plist is written from the specification alone, over any that is there.
    var writesPlist = false
    /// Names of the `.xcconfig` files that it, and the project's of the same name, are based on.
    var bases: [String] = []
  }

  struct Text: Hashable {
    var text: String
    var line: Int
  }

  /// The usage strings of all configurations, each once.
  var texts: [Text] {
    var seen: Set<String> = []
    return configurations.flatMap(\.texts).filter { seen.insert($0.text).inserted }
  }

  var plists: Set<String> { Set(configurations.flatMap(\.plists)) }

  /// Whether nothing but settings makes its Info.plist.
  var isGenerated: Bool {
    configurations.contains { $0.writesPlist || $0.generatesPlist }
      && configurations.allSatisfy {
        $0.writesPlist || $0.plists.isEmpty
      }
  }

  /// Whether a file is one of its Info.plists.
  func uses(_ path: String) -> Bool { names(path, in: plists) }

  /// Whether a file is one of these: the path from the target's folder ends the file's path, or is all of it.
  func names(_ path: String, in plists: Set<String>) -> Bool {
    let given = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    return plists.contains { plist in
      let parts = plist.split(separator: "/").filter { $0 != "." }.map(String.init)
      return given == folder + parts
        || folder.isEmpty && given.count > parts.count && given.suffix(parts.count) == parts[...]
    }
  }

  /// The targets of a project file or of a specification; none of any other file.
  static func all(in file: AppFile) -> [ProjectTarget] {
    switch file.kind {
    case .xcodeProject: XcodeObjects(file).targets
    case .projectSpec: SpecifiedTargets(file).all
    case .infoPlist, .strings, .stringCatalog, .privacyManifest, .buildSettings, .expoConfig: []
    }
  }
}

/// The objects of `project.pbxproj`, which name one another by identifiers.
private struct XcodeObjects {
  private let file: AppFile
  private let objects: [PropertyValue.Entry]
  private var byID: [String: PropertyValue.Entry] = [:]
  /// The project's own configurations, and by their names.
  private var shared: [PropertyValue.Entry] = []
  private var sharedByName: [String: PropertyValue.Entry] = [:]

  /// Configurations of one target that are looked at.
  private static let most = 200

  init(_ file: AppFile) {
    self.file = file
    objects = file.root["objects"]?.entries ?? []
    for entry in objects { byID[entry.key] = entry }
    let project = objects.first { $0.value["isa"]?.text == "PBXProject" }?.value
    shared = configurations(project?["buildConfigurationList"])
    for entry in shared { sharedByName[name(entry)] = entry }
  }

  private func object(_ reference: PropertyValue?) -> PropertyValue.Entry? {
    reference?.text.flatMap { byID[$0] }
  }

  private func configurations(_ list: PropertyValue?) -> [PropertyValue.Entry] {
    (object(list)?.value["buildConfigurations"]?.items ?? []).prefix(Self.most).compactMap(object)
  }

  private func name(_ configuration: PropertyValue.Entry) -> String {
    configuration.value["name"]?.text ?? configuration.key
  }

  var targets: [ProjectTarget] {
    objects.filter { $0.value["isa"]?.text == "PBXNativeTarget" }.map { target in
      let own = configurations(target.value["buildConfigurationList"])
      let name = target.value["name"]?.text ?? target.key
      return ProjectTarget(
        name: name,
        isApplication: target.value["productType"]?.text == "com.apple.product-type.application"
          && !(own + shared).contains { isMacOnly($0) },
        location: file.location(name, target.line),
        // The folder that holds `App.xcodeproj/project.pbxproj`.
        folder: file.folder.dropLast(),
        configurations: (own.isEmpty ? shared : own).map { configuration($0, of: name) },
        sources: sources(target.value))
    }
  }

  private func sources(_ target: PropertyValue) -> ProjectTarget.Sources? {
    var sources = ProjectTarget.Sources()
    func name(_ reference: PropertyValue?) -> String? {
      let file = object(reference)?.value
      return (file?["path"] ?? file?["name"])?.text?.split(separator: "/").last.map(String.init)
    }
    for phase in (target["buildPhases"]?.items ?? []).compactMap(object)
    where phase.value["isa"]?.text == "PBXSourcesBuildPhase" {
      for file in phase.value["files"]?.items ?? [] {
        if let name = name(object(file)?.value["fileRef"]) { sources.names.insert(name) }
      }
    }
    sources.folders = (target["fileSystemSynchronizedGroups"]?.items ?? []).compactMap(name)
    return sources.names.isEmpty && sources.folders.isEmpty ? nil : sources
  }

  private func configuration(_ own: PropertyValue.Entry, of target: String) -> ProjectTarget.Configuration {
    let name = name(own)
    // A target's own setting hides the project's of the same configuration.
    let layers = [own] + [sharedByName[name]].compactMap(\.self)
    func values(_ key: String) -> [PropertyValue.Entry] {
      for layer in layers {
        let found = (layer.value["buildSettings"]?.entries ?? []).filter {
          $0.key == key || $0.key.hasPrefix(key + "[")
        }
        if !found.isEmpty { return found }
      }
      return []
    }
    return ProjectTarget.Configuration(
      name: name, location: file.location("\(target).\(name)", own.line),
      texts: values(AppKey.usageSetting).compactMap { entry in
        entry.value.text.map { .init(text: $0, line: entry.line) }
      },
      plists: Set(
        values("INFOPLIST_FILE").compactMap { $0.value.text }.filter { !$0.isEmpty }.map {
          ProjectTarget.withoutRoot(ProjectTarget.named($0, target))
        }),
      generatesPlist: values("GENERATE_INFOPLIST_FILE").contains { $0.value.text == "YES" },
      bases: layers.compactMap { layer in
        let reference = object(layer.value["baseConfigurationReference"])?.value
        let path = reference?["path"]?.text ?? layer.value["baseConfigurationReferenceRelativePath"]?.text
        return path?.split(separator: "/").last.map(String.init)
      })
  }

  private func isMacOnly(_ configuration: PropertyValue.Entry) -> Bool {
    let settings = configuration.value["buildSettings"]
    return settings?["SDKROOT"]?.text == "macosx" || settings?["SUPPORTED_PLATFORMS"]?.text == "macosx"
  }
}

extension ProjectTarget {
  /// A path with the target's name in place of the variable for it.
  static func named(_ path: String, _ name: String) -> String {
    ["$(TARGET_NAME)", "${TARGET_NAME}", "$(PRODUCT_NAME)", "$(TARGETNAME)"].reduce(path) {
      $0.replacing($1, with: name)
    }
  }

  /// A path without the variable for the project's folder.
  static func withoutRoot(_ path: String) -> String {
    for root in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/", "${PROJECT_DIR}/"]
    where path.hasPrefix(root) {
      return String(path.dropFirst(root.count))
    }
    return path
  }
}
