import RuleBook
import TextFormats

/// Which of a project's files belong together, by the folders they lie in and by what Xcode's projects say.
struct AppBundles {
  let project: AppProject
  /// Info.plists; `GoogleService-Info.plist` is none.
  let plists: [AppFile]
  /// Those of apps for a device that shows the alert, and those that do not say, as where Xcode fills in the rest.
  let apps: [AppFile]
  let targets: [BuiltApp]
  /// The build settings of each file or configuration that has any, by its name.
  let layers: [(name: String, settings: PropertyValue)]
  private let folders: Set<[String]>

  init(_ whole: AppProject) {
    let targets = whole.files.flatMap(\.targets)
    var project = whole
    // A property list beside an Info.plist that an app names and that is not there is no stand-in for it.
    let known = Set(whole.files.map { $0.path.plain.lowercased() })
    let named = targets.filter(\.isApplication).flatMap(\.builds).flatMap(\.plists)
    let missing = named.filter { !$0.contains("$") && !known.contains($0.lowercased()) }.map(\.names)
    project.files.removeAll { file in
      file.kind == .infoPlist && missing.contains { $0.dropLast().elementsEqual(file.folder) }
        && !targets.contains { $0.uses(file.path) }
    }
    func owners(_ plist: AppFile) -> [BuiltApp] { targets.filter { $0.uses(plist.path) } }
    plists = project.files.filter { $0.kind == .infoPlist && ($0.isOfBundle || !owners($0).isEmpty) }
    apps = plists.filter { plist in
      let owners = owners(plist)
      return owners.isEmpty ? plist.isOfApp != false : owners.contains(where: \.isApplication)
    }
    folders = Set(plists.map(\.folder))
    layers = project.files.flatMap { file -> [(name: String, settings: PropertyValue)] in
      if file.kind == .buildSettings { return [(file.name.lowercased(), file.root)] }
      return (file.root["objects"]?.members ?? []).compactMap { object in
        object["buildSettings"].map { (object["name"]?.text?.lowercased() ?? "", $0) }
      }
    }
    (self.project, self.targets) = (project, targets)
  }

  /// The folders of the Info.plists that a text goes with: the nearest, several where these are as near.
  private func nearest(_ path: String) -> Set<[String]> {
    Set(Dictionary(grouping: folders, by: Self.home(path).steps).min { $0.key < $1.key }?.value ?? [])
  }

  /// Whether a file goes with one of these Info.plists, or none says otherwise.
  func goes(_ path: String, with plists: [AppFile]) -> Bool {
    let near = nearest(path)
    return near.isEmpty || plists.isEmpty || plists.contains { near.contains($0.folder) }
  }

  /// Whether a project of Xcode's has the folder of a file's language, by its name or in a whole folder, or there is none.
  func names(_ path: String) -> Bool {
    let folder = path.names.last { $0.hasSuffix(".lproj") } ?? ""
    let projects = project.files.filter { path.names.starts(with: $0.folder.dropLast()) }
    let paths = projects.flatMap { $0.root["objects"]?.members ?? [] }.map { object in
      object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" ? folder : object["path"]?.text ?? ""
    }
    return folder.isEmpty || paths.isEmpty || paths.contains { $0.contains(folder) }
  }

  /// Whether the build writes others over a file's texts: settings over Info.plist's, a program over `app.json`'s.
  func isReplaced(_ file: AppFile) -> Bool {
    let builds = targets.filter { $0.uses(file.path) }.flatMap(\.builds)
    if !builds.isEmpty { return builds.allSatisfy { $0.isGenerated && !$0.texts.isEmpty } }
    let programs = file.root["expo"] == nil ? [] : project.surroundings.expoPrograms
    return programs.contains { $0.names.dropLast().elementsEqual(file.folder) }
  }

  /// What makes texts one app's: the folder of their Info.plist, or their own; a slash, which comes first, of others.
  func group(of file: AppFile) -> String {
    guard [.infoPlist, .strings, .stringCatalog].contains(file.kind) else { return "/" }
    let near = nearest(file.path)
    return (near.count == 1 ? near.first ?? [] : Self.home(file.path)).joined(separator: "/")
  }

  /// The folder a file is of, without that of its language.
  private static func home(_ path: String) -> [String] {
    path.names.dropLast(path.languageOfFolder == nil ? 1 : 2)
  }

  /// What shows no alert (R15, R20) and is all that a source is built into: an App Clip, an extension; `nil` of others.
  func silent(_ path: String) -> String? {
    // Of an app that does not say what it compiles it may be.
    let owners = targets.filter { $0.has(path) ?? $0.isApplication }
    let isSilent = owners.allSatisfy { $0.product.contains("on-demand") || $0.product.contains("extension") }
    return isSilent ? owners.first?.name : nil
  }
}

extension AppFile {
  /// Whether it is an Info.plist, by its name and keys.
  fileprivate var isOfBundle: Bool {
    let name = name.lowercased()
    return !name.contains("googleservice")
      && (name.hasSuffix("info.plist") || name.hasPrefix("info")
        || ["CFBundleIdentifier", "CFBundlePackageType", AppKey.usage].contains { root[$0] != nil })
  }

  /// Whether an Info.plist is an app's, not that of an extension, framework, watch or Mac app; `nil` where unsaid.
  var isOfApp: Bool? {
    func has(_ keys: String) -> Bool { WordList.words(keys).contains { root[$0] != nil } }
    if root["NSPrincipalClass"]?.text == "NSApplication" || has("keys of bundles that never ask") {
      return false
    }
    let package = root["CFBundlePackageType"]?.text ?? ""
    if !package.isEmpty, !package.contains("$") { return package == "APPL" }
    return !package.isEmpty && has("keys of apps with a screen") ? true : nil
  }
}

extension Array where Element == String {
  func steps(to other: some Collection<String>) -> Int {
    count + other.count - 2 * zip(self, other).prefix { $0 == $1 }.count
  }
}
