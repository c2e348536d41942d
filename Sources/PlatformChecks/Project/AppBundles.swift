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

  /// The Info.plist that a file goes with.
  enum Partner: Hashable {
    case none
    /// Positions in ``plists``: one, or several in one folder, as for several configurations.
    case plists([Int])
    /// Positions of those in several folders that are equally near.
    case ambiguous([Int])
  }

  /// The Info.plists, in the order they were given.
  let plists: [AppFile]
  /// What each of them is of.
  let roles: [Role]
  /// The targets of the projects and specifications that were given.
  let targets: [ProjectTarget]
  /// Names of the files of settings that were given.
  let settings: Set<String>
  private let homes: [(folder: [Substring], enclosure: [Substring])]

  init(_ files: [AppFile]) {
    let targets = files.flatMap(ProjectTarget.all)
    let plists = files.filter { $0.kind == .infoPlist }
    self.targets = targets
    settings = Set(
      files.filter { $0.kind == .buildSettings }.map {
        $0.path.split(separator: "/").last.map(String.init) ?? ""
      })
    self.plists = plists
    roles = plists.map { Self.role($0, targets) }
    homes = plists.map { Self.home($0.path) }
  }

  /// The Info.plist that a translation, a catalogue or a manifest goes with: the nearest by its folder.
  ///
  /// What lies in a framework or another bundle goes with that bundle's Info.plist only.
  func partner(of file: AppFile) -> Partner {
    let home = Self.home(file.path)
    let near = homes.indices.filter { roles[$0] != .none && homes[$0].enclosure == home.enclosure }
    let distances = near.map { Self.distance(homes[$0].folder, home.folder) }
    guard let least = distances.min() else { return .none }
    let nearest = zip(near, distances).filter { $0.1 == least }.map(\.0)
    let isOneFolder = nearest.allSatisfy { homes[$0].folder == homes[nearest[0]].folder }
    return isOneFolder ? .plists(nearest) : .ambiguous(nearest)
  }

  /// Whether a file is as near to one of these Info.plists as to any other.
  func isNear(_ path: String, _ plists: [AppFile]) -> Bool {
    let folder = Self.home(path).folder
    let near = homes.indices.filter { roles[$0] != .none }
    guard let least = near.map({ Self.distance(homes[$0].folder, folder) }).min() else { return true }
    return near.contains { index in
      Self.distance(homes[index].folder, folder) == least
        && plists.contains { $0.path == self.plists[index].path }
    }
  }

  /// What makes texts one app's: the folder of their Info.plist, or their own.
  func group(of file: AppFile) -> String {
    if file.kind == .infoPlist { return Self.home(file.path).folder.joined(separator: "/") }
    guard file.kind == .strings || file.kind == .stringCatalog else { return "project" }
    switch partner(of: file) {
    case .plists(let found): return homes[found[0]].folder.joined(separator: "/")
    case .none, .ambiguous: return Self.home(file.path).folder.joined(separator: "/")
    }
  }

  /// The targets that a project builds from an Info.plist.
  func targets(of plist: AppFile) -> [ProjectTarget] { targets.filter { $0.uses(plist.path) } }

  /// Steps from one folder to another.
  private static func distance(_ a: [Substring], _ b: [Substring]) -> Int {
    let common = zip(a, b).prefix { $0 == $1 }.count
    return a.count + b.count - 2 * common
  }

  /// The folder a file is of, without that of its language, and the bundle that folder lies in.
  private static func home(_ path: String) -> (folder: [Substring], enclosure: [Substring]) {
    var folder = Array(path.split(separator: "/").dropLast().filter { $0 != "." })
    if folder.last?.hasSuffix(".lproj") == true { folder.removeLast() }
    let last = folder.lastIndex { isBundle($0) }
    return (folder, last.map { Array(folder[...$0]) } ?? [])
  }

  private static func isBundle(_ name: Substring) -> Bool {
    let name = name.lowercased()
    return [".framework", ".xcframework", ".bundle", ".appex", ".app", ".xctest", ".xcarchive", ".dsym"]
      .contains { name.hasSuffix($0) }
      || ["pods", "carthage", "node_modules", "checkouts", "sourcepackages"].contains(name)
  }

  private static func role(_ plist: AppFile, _ targets: [ProjectTarget]) -> Role {
    let own = targets.filter { $0.uses(plist.path) }
    if !own.isEmpty { return own.contains(where: \.isApplication) ? .application : .other }
    let root = plist.root
    let name = plist.path.split(separator: "/").last?.lowercased() ?? ""
    let isNamed = name.hasSuffix("info.plist") || name.hasPrefix("info")
    let isBundle = root["CFBundleIdentifier"] != nil || root["CFBundlePackageType"] != nil
    if name.contains("googleservice") || !isBundle && !isNamed && root[AppKey.usage] == nil { return .none }
    if foreignKeys.contains(where: { root[$0] != nil }) || isInOther(plist.path) { return .other }
    if root["NSPrincipalClass"]?.text == "NSApplication" { return .other }
    let package = root["CFBundlePackageType"]?.text ?? ""
    switch package {
    case "APPL": return .application
    case "": return .undecided
    case _ where package.contains("$"):
      return applicationKeys.contains { root[$0] != nil } ? .application : .undecided
    case _: return .other
    }
  }

  /// Keys of bundles that never show the alert: extensions, watch apps, Mac apps, App Clips.
  private static let foreignKeys = [
    "NSExtension", "EXAppExtensionAttributes", "WKApplication", "WKWatchKitApp", "WKWatchOnly",
    "WKCompanionAppBundleIdentifier", "LSMinimumSystemVersion", "LSUIElement", "NSMainNibFile",
    "NSMainStoryboardFile", "NSAppClip", "AvailableLibraries", "PreferenceSpecifiers", "XPCService",
  ]

  /// Keys that only an app for a device with a screen has.
  private static let applicationKeys = [
    "UIApplicationSceneManifest", "UILaunchStoryboardName", "UILaunchScreen", "UIMainStoryboardFile",
    "UISupportedInterfaceOrientations", "LSRequiresIPhoneOS", "UIRequiredDeviceCapabilities",
  ]

  /// Whether it lies in a bundle that is no app, or in a folder of tests.
  private static func isInOther(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { folder in
      let name = folder.lowercased()
      return isBundle(folder) && !name.hasSuffix(".app") && !name.hasSuffix(".xcarchive")
        || name.hasSuffix("tests") || name.hasSuffix("test")
    }
  }
}
