import ExperimentDesign
import TextFormats

/// A path from a folder, with a target's name in place of the variable for it and without the one for the project's folder.
func plain(_ path: String, of target: String, in folder: [String]) -> String {
  path.replacing(/\$[{(](?:SRCROOT|PROJECT_DIR)[)}]\//, with: "")
    .replacing(/\$[{(](?:TARGET_NAME|PRODUCT_NAME|TARGETNAME)[)}]/, with: target).names
    .reduce(folder) { $1 == ".." ? $0.dropLast() : $0 + [$1] }.joined(separator: "/")
}

extension AppFile {
  /// The targets of `project.pbxproj`, whose objects name one another by identifiers.
  var targetsOfXcode: [BuiltApp] {
    let objects = root["objects"]?.members ?? []
    let byID = Dictionary(objects.map { ($0.key, $0) }) { $1 }
    let byKind = Dictionary(grouping: objects) { $0["isa"]?.text ?? "" }
    func object(_ reference: PropertyValue?) -> PropertyValue? { reference?.text.flatMap { byID[$0] } }
    func list(_ value: PropertyValue?) -> [PropertyValue] { (value?.items ?? []).compactMap(object) }
    func name(_ object: PropertyValue) -> String { object["name"]?.text ?? object.key }
    func file(of reference: PropertyValue?) -> String? {
      object(reference).flatMap { $0["path"] ?? $0["name"] }?.text?.names.last
    }
    func configurations(_ owner: PropertyValue?) -> [PropertyValue] {
      list(object(owner?["buildConfigurationList"])?["buildConfigurations"])
    }
    let shared = configurations(byKind["PBXProject"]?.first)
    // Files that a target has of another's folder; those that it leaves out of its own stand there too.
    let exceptions = byKind["PBXFileSystemSynchronizedBuildFileExceptionSet"] ?? []
    return (byKind["PBXNativeTarget"] ?? []).map { target in
      let called = name(target)
      let own = configurations(target)
      let settings = (own + shared).compactMap { $0["buildSettings"] }
      let systems = settings.flatMap { [$0["SDKROOT"]?.text, $0["SUPPORTED_PLATFORMS"]?.text] }
      let compiled = list(target["buildPhases"]).filter { $0["isa"]?.text == "PBXSourcesBuildPhase" }
        .flatMap { list($0["files"]) }.compactMap { file(of: $0["fileRef"]) }
      let folders = (target["fileSystemSynchronizedGroups"]?.items ?? []).compactMap { file(of: $0) }
      // The folder that holds `App.xcodeproj/project.pbxproj`.
      let folder = Array(self.folder.dropLast())
      let added = exceptions.filter { $0["target"]?.text == target.key }
        .flatMap { $0["membershipExceptions"]?.items ?? [] }.compactMap { $0.text?.names.last }
      let product = (target["productType"]?.text ?? "").replacing("com.apple.product-type.", with: "")
      return BuiltApp(
        name: "the target '\(called)'", product: systems.contains("macosx") ? "macOS \(product)" : product,
        location: location(target), homes: [folder + [called]],
        builds: (own.isEmpty ? shared : own).map { built in
          let layers = [built] + shared.filter { name($0) == name(built) }.suffix(1)
          var build = BuiltApp.Build(
            name(built), of: called, in: folder, location(built),
            layers: layers.map { $0["buildSettings"]?.members ?? [] })
          build.bases = layers.compactMap {
            file(of: $0["baseConfigurationReference"])
              ?? $0["baseConfigurationReferenceRelativePath"]?.text?.names.last
          }
          return build
        }, sources: compiled.isEmpty && folders.isEmpty ? nil : Set(compiled + added + folders))
    }
  }

  /// A target of an XcodeGen `project.yml`, with its templates and without included files; one of no `type` is an app's.
  func specified(_ target: PropertyValue) -> BuiltApp {
    let layers = layers(target)
    let settings = layers.map { $0["settings"] } + [root["settings"], root["settingGroups"]]
    let infos = layers.compactMap { $0["info"] }
    let hasFiles = (layers + [root]).contains { $0["configFiles"] != nil }
    let unread = root["include"] != nil ? ["a file that it includes"] : hasFiles ? ["an .xcconfig"] : []
    let builds = (root["configs"]?.members.map(\.key) ?? ["Debug", "Release"]).map { name in
      var build = BuiltApp.Build(
        name, of: target.key, in: folder, location(target),
        layers: settings.map { Self.settings(in: $0, of: name) })
      build.texts += infos.flatMap { $0.descendants(AppKey.usage) }
      build.plists.formUnion(
        infos.compactMap { $0["path"]?.text }.map { plain($0, of: target.key, in: folder) })
      build.writesPlist = !infos.isEmpty
      build.unread = (infos.isEmpty ? build.unread : []) + unread
      return build
    }
    let type = layers.lazy.compactMap { $0["type"]?.text }.first ?? "application"
    let platforms = layers.lazy.compactMap { $0["platform"] }.first.map { $0.items ?? [$0] } ?? []
    let isForPhones = platforms.isEmpty || platforms.contains { !["macOS", "watchOS"].contains($0.text) }
    let paths = layers.compactMap { $0["sources"] }.flatMap { $0.items ?? [$0] }
      .map { ($0["path"] ?? $0).text?.names.last ?? "." }
    return BuiltApp(
      name: "the target '\(target.key)'", product: isForPhones ? type : "other \(type)",
      location: location(target), homes: [folder + [target.key]], builds: builds,
      setting: infos.isEmpty ? AppKey.usageSetting : "info.properties.\(AppKey.usage)",
      // The folder of the specification itself is everything.
      sources: paths.isEmpty || paths.contains(".") ? nil : Set(paths))
  }

  /// A target, and the templates it is made from, each once.
  private func layers(_ own: PropertyValue) -> [PropertyValue] {
    var (layers, next, known) = ([own], [own], Set<String>())
    while !next.isEmpty {
      let names = next.flatMap { $0["templates"]?.items ?? [] }.compactMap(\.text)
      next = names.filter { known.insert($0).inserted }.compactMap { root["targetTemplates"]?[$0] }
      layers += next
    }
    return layers
  }

  /// The settings of a configuration in a mapping and what it holds, whether under `base`, by themselves or under
  /// `configs`, of which `debug` is of every configuration with that word in its name.
  private static func settings(in value: PropertyValue?, of name: String) -> [PropertyValue] {
    (value?.members ?? []).flatMap { member -> [PropertyValue] in
      guard member.key == "configs" else { return [member] + settings(in: member, of: name) }
      return member.members.filter { name.lowercased().contains($0.key.lowercased()) }
        .flatMap { settings(in: $0, of: name) }
    }
  }
}
