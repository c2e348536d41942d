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
  /// The targets of the projects that were given.
  let targets: [ProjectTarget]
  private let homes: [(folder: [Substring], enclosure: [Substring])]

  init(_ files: [AppFile]) {
    let targets = files.filter { $0.kind == .xcodeProject }.flatMap(ProjectTarget.all)
    let plists = files.filter { $0.kind == .infoPlist }
    self.targets = targets
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

/// A target of an Xcode project, with what matters of its build settings.
struct ProjectTarget: Hashable {
  var name: String
  var isApplication: Bool
  /// The project's file, and where the target stands in it.
  var place: FilePlace
  /// The Info.plists it names, as paths from the project's folder.
  var plists: Set<String>
  /// Whether Xcode makes an Info.plist from settings.
  var generatesPlist: Bool
  /// The usage string of its settings, with the line of each text that differs.
  var texts: [Text]

  struct Text: Hashable {
    var text: String
    var line: Int
  }

  private var project: String { place.file }

  /// Whether a file is one of its Info.plists: the path from the project's folder ends the file's path, or is all of it.
  func uses(_ path: String) -> Bool {
    let given = path.split(separator: "/").filter { $0 != "." }
    // The folder that holds `App.xcodeproj/project.pbxproj`.
    let folder = project.split(separator: "/").filter { $0 != "." }.dropLast().dropLast()
    return plists.contains { plist in
      let parts = plist.split(separator: "/").filter { $0 != "." }
      return given == Array(folder) + parts
        || folder.isEmpty && given.count > parts.count && given.suffix(parts.count) == parts[...]
    }
  }

  /// The targets of a project file.
  static func all(in file: AppFile) -> [ProjectTarget] {
    guard let objects = file.root["objects"] else { return [] }
    var byID: [String: PropertyValue.Entry] = [:]
    for entry in objects.entries { byID[entry.key] = entry }
    func configurations(_ list: PropertyValue?) -> [PropertyValue] {
      (list?.text.flatMap { byID[$0] }?.value["buildConfigurations"]?.items ?? [])
        .compactMap { $0.text.flatMap { byID[$0] }?.value["buildSettings"] }
    }
    let project = objects.entries.first { $0.value["isa"]?.text == "PBXProject" }?.value
    let shared = configurations(project?["buildConfigurationList"])
    return objects.entries.filter { $0.value["isa"]?.text == "PBXNativeTarget" }.map { target in
      let own = configurations(target.value["buildConfigurationList"])
      let settings = own + shared
      func values(_ key: String) -> [PropertyValue.Entry] {
        // A target's own setting hides the project's.
        let mine = own.compactMap { $0.entry(key) }
        return mine.isEmpty ? shared.compactMap { $0.entry(key) } : mine
      }
      let place = file.place(target.value["name"]?.text ?? target.key, target.line)
      var texts: [Text] = []
      for entry in values(AppKey.usageSetting) {
        guard let text = entry.value.text, !texts.contains(where: { $0.text == text }) else { continue }
        texts.append(Text(text: text, line: entry.line))
      }
      return ProjectTarget(
        name: target.value["name"]?.text ?? target.key,
        isApplication: target.value["productType"]?.text == "com.apple.product-type.application"
          && !settings.contains { isMacOnly($0) },
        place: place,
        plists: Set(values("INFOPLIST_FILE").compactMap { $0.value.text.map(withoutRoot) }),
        generatesPlist: values("GENERATE_INFOPLIST_FILE").contains { $0.value.text == "YES" }, texts: texts)
    }
  }

  private static func isMacOnly(_ settings: PropertyValue) -> Bool {
    settings["SDKROOT"]?.text == "macosx" || settings["SUPPORTED_PLATFORMS"]?.text == "macosx"
  }

  private static func withoutRoot(_ path: String) -> String {
    for root in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/", "${PROJECT_DIR}/"]
    where path.hasPrefix(root) {
      return String(path.dropFirst(root.count))
    }
    return path
  }
}
