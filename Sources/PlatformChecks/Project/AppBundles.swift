import RuleBook
import TextFormats

/// Which of an app's files belong together, by the folders they lie in and by what a project says.
struct AppBundles {
  /// What an Info.plist is of.
  enum Role: Hashable {
    /// An app for a device that shows the alert.
    case application
    /// Perhaps one: the file alone does not say, as where Xcode fills in the rest.
    case undecided
    /// An extension, a framework, a test, a watch or Mac app: it never asks.
    case other
    /// No Info.plist at all, as `GoogleService-Info.plist`.
    case none
  }

  /// The Info.plists, in the order they were given.
  let plists: [AppFile]
  /// What each of them is of.
  let roles: [Role]
  /// The targets of the projects and specifications that were given.
  let targets: [ProjectTarget]
  /// Names of the files of settings that were given.
  let settings: Set<String>
  private let homes: [(folder: [String], enclosure: [String])]

  init(_ files: [AppFile]) {
    let targets = files.flatMap(ProjectTarget.all)
    let plists = files.filter { $0.kind == .infoPlist }
    self.targets = targets
    settings = Set(files.filter { $0.kind == .buildSettings }.map(\.name))
    self.plists = plists
    roles = plists.map { Self.role($0, targets) }
    homes = plists.map { Self.home($0.path) }
  }

  /// Whether an Info.plist may be of an app that asks.
  func isApp(_ plist: Int) -> Bool { roles[plist] == .application || roles[plist] == .undecided }

  /// The Info.plists of apps that may ask.
  var apps: [AppFile] { plists.indices.filter(isApp).map { plists[$0] } }

  /// The Info.plists that a translation, a catalogue or a manifest goes with: the nearest by their folder, several where
  /// there is one for each configuration, or where several folders are as near.
  ///
  /// What lies in a framework or another bundle goes with that bundle's Info.plist only.
  func partners(of file: AppFile) -> [Int] {
    let home = Self.home(file.path)
    return nearest(home.folder) { homes[$0].enclosure == home.enclosure }
  }

  /// Whether Info.plists are of one app, as far as their folder says.
  func isOneFolder(_ plists: [Int]) -> Bool { Set(plists.map { homes[$0].folder }).count < 2 }

  /// Whether a file is as near to one of these Info.plists as to any other.
  func isNear(_ path: String, _ plists: [AppFile]) -> Bool {
    let near = nearest(Self.home(path).folder)
    return near.isEmpty || near.contains { index in plists.contains { $0.path == self.plists[index].path } }
  }

  private func nearest(_ folder: [String], where isMeant: (Int) -> Bool = { _ in true }) -> [Int] {
    let near = homes.indices.filter { roles[$0] != .none && isMeant($0) }.map { index in
      let other = homes[index].folder
      let common = zip(folder, other).prefix { $0 == $1 }.count
      return (index: index, steps: folder.count + other.count - 2 * common)
    }
    let least = near.map(\.steps).min()
    return near.filter { $0.steps == least }.map(\.index)
  }

  /// What makes texts one app's: the folder of their Info.plist, or their own.
  func group(of file: AppFile) -> String {
    let home = Self.home(file.path).folder
    switch file.kind {
    case .infoPlist: return home.joined(separator: "/")
    case .strings, .stringCatalog:
      let near = partners(of: file)
      return (near.isEmpty || !isOneFolder(near) ? home : homes[near[0]].folder).joined(separator: "/")
    case .privacyManifest, .xcodeProject, .buildSettings, .expoConfig, .projectSpec: return "project"
    }
  }

  /// The folder a file is of, without that of its language, and the bundle that folder lies in.
  private static func home(_ path: String) -> (folder: [String], enclosure: [String]) {
    var folder = Array(path.names.dropLast())
    if folder.last?.hasSuffix(".lproj") == true { folder.removeLast() }
    let last = folder.lastIndex { isBundle($0) }
    return (folder, last.map { Array(folder[...$0]) } ?? [])
  }

  private static func isBundle(_ name: String) -> Bool {
    let name = name.lowercased()
    return WordList.words("ends of bundles").contains { name.hasSuffix($0) }
      || ["pods", "carthage", "node_modules", "checkouts", "sourcepackages"].contains(name)
  }

  private static func role(_ plist: AppFile, _ targets: [ProjectTarget]) -> Role {
    let own = targets.filter { $0.uses(plist.path) }
    if !own.isEmpty { return own.contains(where: \.isApplication) ? .application : .other }
    let root = plist.root
    let name = plist.name.lowercased()
    let isBundle = root["CFBundleIdentifier"] != nil || root["CFBundlePackageType"] != nil
    let isNamed = name.hasSuffix("info.plist") || name.hasPrefix("info") || root[AppKey.usage] != nil
    if name.contains("googleservice") || !isBundle && !isNamed { return .none }
    if WordList.words("keys of bundles that never ask").contains(where: { root[$0] != nil })
      || isInOther(plist.folder)
      || root["NSPrincipalClass"]?.text == "NSApplication"
    {
      return .other
    }
    let package = root["CFBundlePackageType"]?.text ?? ""
    if package.isEmpty || package.contains("$") {
      let hasScreen = WordList.words("keys of apps with a screen").contains { root[$0] != nil }
      return !package.isEmpty && hasScreen ? .application : .undecided
    }
    return package == "APPL" ? .application : .other
  }

  /// Whether it lies in a bundle that is no app, or in a folder of tests.
  private static func isInOther(_ folder: [String]) -> Bool {
    folder.contains { folder in
      let name = folder.lowercased()
      return isBundle(folder) && !name.hasSuffix(".app") && !name.hasSuffix(".xcarchive")
        || name.hasSuffix("tests") || name.hasSuffix("test")
    }
  }
}
