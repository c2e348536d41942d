import RuleBook
import TextFormats

/// Which of an app's files belong together, by the folders they lie in and by what a project says.
struct AppBundles {
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

  let plists: [AppFile]
  let roles: [String: Role]
  let targets: [BuiltApp]
  private let homes: [(folder: [String], enclosure: [String])]

  init(_ files: [AppFile]) {
    let targets = files.flatMap(\.targets)
    self.targets = targets
    plists = files.filter { $0.kind == .infoPlist }
    roles = Dictionary(plists.map { ($0.path, Self.role($0, targets)) }) { $1 }
    homes = plists.map { Self.home($0.path) }
  }

  var apps: [AppFile] {
    plists.filter { [.application, .undecided].contains(roles[$0.path]) }
  }

  /// The Info.plists that a translation, a catalogue or a text goes with: the nearest by their folder, several where
  /// there is one for each configuration, or where several folders are as near.
  ///
  /// What lies in a framework or another bundle goes with that bundle's Info.plist only.
  func partners(of path: String) -> [AppFile] {
    let home = Self.home(path)
    let near = zip(plists, homes).filter { roles[$0.path] != Role.none && $1.enclosure == home.enclosure }
    let bySteps = Dictionary(grouping: near) { home.folder.steps(to: $1.folder) }
    return bySteps.min { $0.key < $1.key }?.value.map(\.0) ?? []
  }

  /// Whether a file goes with one of these Info.plists, or none says otherwise.
  func goes(_ path: String, with plists: [AppFile]) -> Bool {
    let near = partners(of: path).map(\.path)
    return near.isEmpty || plists.isEmpty || plists.contains { near.contains($0.path) }
  }

  /// What makes texts one app's: the folder of their Info.plist, or their own.
  func group(of file: AppFile) -> String {
    guard [.infoPlist, .strings, .stringCatalog].contains(file.kind) else { return "project" }
    let near = Set((file.kind == .infoPlist ? [] : partners(of: file.path)).map { Self.home($0.path).folder })
    let home = near.count == 1 ? near.first : nil
    return (home ?? Self.home(file.path).folder).joined(separator: "/")
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

  private static func role(_ plist: AppFile, _ targets: [BuiltApp]) -> Role {
    let own = targets.filter { $0.uses(plist.path) }
    if !own.isEmpty { return own.contains(where: \.isApplication) ? .application : .other }
    let root = plist.root
    let name = plist.name.lowercased()
    let isBundle = root["CFBundleIdentifier"] != nil || root["CFBundlePackageType"] != nil
    let isNamed = name.hasSuffix("info.plist") || name.hasPrefix("info") || root[AppKey.usage] != nil
    if name.contains("googleservice") || !isBundle && !isNamed { return .none }
    if WordList.words("keys of bundles that never ask").contains(where: { root[$0] != nil })
      || plist.folder.contains(where: isOther) || root["NSPrincipalClass"]?.text == "NSApplication"
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

  /// Whether a folder is a bundle that is no app, or one of tests.
  private static func isOther(_ folder: String) -> Bool {
    let name = folder.lowercased()
    return isBundle(folder) && !name.hasSuffix(".app") && !name.hasSuffix(".xcarchive")
      || name.hasSuffix("tests") || name.hasSuffix("test")
  }
}

extension Array where Element == String {
  func steps(to other: some Collection<String>) -> Int {
    count + other.count - 2 * zip(self, other).prefix { $0 == $1 }.count
  }
}
