import ExperimentDesign
import TextFormats

/// A path with a target's name in place of the variable for it, and without the one for the project's folder.
func plain(_ path: String, of target: String) -> String {
  path.replacing(/\$[{(](?:SRCROOT|PROJECT_DIR)[)}]\//, with: "")
    .replacing(/\$[{(](?:TARGET_NAME|PRODUCT_NAME|TARGETNAME)[)}]/, with: target)
}

/// The targets of a file, and configurations of one that are looked at.
extension AppFile {
  private typealias Entry = PropertyValue.Entry

  private static let mostConfigurations = 200

  var targets: [BuiltApp] {
    switch kind {
    case .xcodeProject: targetsOfXcode
    case .projectSpec: (root["targets"]?.entries ?? []).map(specified)
    case .infoPlist, .strings, .stringCatalog, .privacyManifest, .buildSettings, .expoConfig: []
    }
  }

  /// The targets of `project.pbxproj`, whose objects name one another by identifiers.
  private var targetsOfXcode: [BuiltApp] {
    let objects = root["objects"]?.entries ?? []
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
    func configurations(_ owner: Entry?) -> ArraySlice<Entry> {
      list(object(owner?.value["buildConfigurationList"])?.value["buildConfigurations"])
        .prefix(Self.mostConfigurations)
    }
    let shared = configurations(ofKind("PBXProject", objects).first)
    let sharedByName = Dictionary(shared.map { (name($0), $0) }) { $1 }
    return ofKind("PBXNativeTarget", objects).map { target in
      let called = name(target)
      let own = configurations(target)
      let isForMac = (own + shared).map { $0.value["buildSettings"] }.contains {
        $0?["SDKROOT"]?.text == "macosx" || $0?["SUPPORTED_PLATFORMS"]?.text == "macosx"
      }
      let compiled = ofKind("PBXSourcesBuildPhase", list(target.value["buildPhases"]))
        .flatMap { list($0.value["files"]) }.compactMap { file(of: $0.value["fileRef"]) }
      let folders = (target.value["fileSystemSynchronizedGroups"]?.items ?? []).compactMap { file(of: $0) }
      // The folder that holds `App.xcodeproj/project.pbxproj`.
      let folder = Array(self.folder.dropLast())
      return BuiltApp(
        name: "The target '\(called)'",
        isApplication: target.value["productType"]?.text == "com.apple.product-type.application" && !isForMac,
        location: location(called, target.line), folder: folder, homes: [folder + [called]],
        builds: (own.isEmpty ? shared : own).map { entry in
          let layers = [entry] + [sharedByName[name(entry)]].compactMap(\.self)
          var build = BuiltApp.Build(
            name(entry), of: called, location("\(called).\(name(entry))", entry.line),
            layers: layers.map { $0.value["buildSettings"]?.entries ?? [] })
          build.bases = layers.compactMap { layer in
            (object(layer.value["baseConfigurationReference"])?.value["path"]
              ?? layer.value["baseConfigurationReferenceRelativePath"])?.text?.names.last
          }
          return build
        },
        setting: AppKey.usageSetting,
        sources: compiled.isEmpty && folders.isEmpty
          ? nil : .init(names: Set(compiled), folders: folders))
    }
  }

  /// A target of an XcodeGen `project.yml`.
  ///
  /// Templates and merged keys (`<<`) are followed; files that are included are not read. Without a `type` a target is
  /// taken for an application.
  private func specified(_ target: Entry) -> BuiltApp {
    let layers = layers(target.value)
    let isGrouped = layers.contains { $0["settings"]?["groups"] != nil }
    let settings =
      layers.map { $0["settings"] } + [root["settings"], isGrouped ? root["settingGroups"] : nil]
    let infos = layers.compactMap { $0["info"] }
    let place = location("targets.\(target.key)", target.line)
    let hasFiles = (layers + [root]).contains { $0["configFiles"] != nil }
    let declared = root["configs"]?.entries.prefix(Self.mostConfigurations).map(\.key) ?? []
    let builds = (declared.isEmpty ? ["Debug", "Release"] : declared).map { name in
      var build = BuiltApp.Build(
        name, of: target.key, place, layers: settings.map { Self.settings(in: $0, of: name) })
      build.texts += infos.flatMap { $0.descendants(AppKey.usage) }
      build.plists.formUnion(infos.compactMap { $0["path"]?.text }.map { plain($0, of: target.key) })
      build.writesPlist = !infos.isEmpty
      if root["include"] != nil || hasFiles {
        build.unread = [root["include"] != nil ? "a file that it includes" : "an .xcconfig"]
      }
      return build
    }
    let type = layers.lazy.compactMap { $0["type"]?.text }.first ?? "application"
    let platform = layers.lazy.compactMap { $0["platform"] }.first
    let platforms = platform.map { $0.items?.compactMap(\.text) ?? [$0.text ?? ""] } ?? [""]
    return BuiltApp(
      name: "The target '\(target.key)'",
      isApplication: type == "application" && platforms.contains { !["macOS", "watchOS"].contains($0) },
      location: place, folder: folder, homes: [folder + [target.key]], builds: builds,
      setting: infos.isEmpty ? AppKey.usageSetting : "info.properties.\(AppKey.usage)")
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
