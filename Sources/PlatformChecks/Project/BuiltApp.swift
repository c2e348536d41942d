import ExperimentDesign
import TextFormats

/// What is built from the files: a target of an Xcode project or of a specification that one is made from, an Info.plist
/// that no target names, or a project of Expo.
struct BuiltApp {
  /// In words: `The target 'App'`.
  var name: String
  var isApplication = true
  /// The file that has it, and where it stands in it.
  var location: FileLocation
  /// The folder that its paths start from.
  var folder: [String] = []
  var homes: [[String]]
  /// In the order of the file; the configurations of a target.
  var builds: [Build]
  var plists: [AppFile] = []
  /// What the text is called where it would be written.
  var setting = AppKey.usage
  /// What it compiles; `nil` where nothing says.
  var sources: Sources?

  struct Sources {
    var names: Set<String>
    var folders: [String]

    func have(_ path: String) -> Bool {
      let parts = path.names
      return parts.last.map(names.contains) == true || folders.contains { parts.dropLast().contains($0) }
    }
  }

  struct Build {
    /// `nil` where there is but one build.
    var configuration: String?
    /// Where the usage string stands, or would.
    var location: FileLocation
    /// Usage strings of its settings; one for each condition, such as `[sdk=iphoneos*]`, and mostly one or none.
    var texts: [PropertyValue] = []
    /// The Info.plists it names, as paths from the target's folder.
    var plists: Set<String> = []
    var generatesPlist = false
    /// Whether that Info.plist is written from the specification alone, over any that is there.
    var writesPlist = false
    /// Names of the `.xcconfig` files that it, and the project's of the same name, are based on.
    var bases: [String] = []
    /// What may hold the text and was not read.
    var unread: [String] = []
    /// What may hold it, and hardly does.
    var doubtful: [String] = []
    var hasText = false
    /// Whether it is one that people get.
    var ships = true
  }

  var texts: [PropertyValue] {
    var seen: Set<String> = []
    return builds.flatMap(\.texts).filter { seen.insert($0.text ?? "").inserted }
  }

  func uses(_ path: String) -> Bool { builds.contains { names(path, in: $0.plists) } }

  /// Whether a file is one of these: the path from the target's folder ends the file's path, or is all of it.
  private func names(_ path: String, in plists: Set<String>) -> Bool {
    let given = path.names
    return plists.contains { plist in
      let parts = plist.names
      return given == folder + parts
        || folder.isEmpty && given.count > parts.count && given.suffix(parts.count) == parts[...]
    }
  }

  /// Steps from a source to it; `nil` of one that is another target's.
  func distance(_ path: String, _ targets: [Sources]) -> Int? {
    if let sources, !sources.have(path), targets.contains(where: { $0.have(path) }) { return nil }
    let folder = path.names.dropLast()
    return homes.map { home in
      // The folder of an app that has another for each system.
      let own = home.firstIndex(of: "ios").map { Array(home[..<$0]) } ?? home
      return own.steps(to: folder)
    }.min()
  }

  static func all(_ project: AppProject, _ bundles: AppBundles) -> [BuiltApp] {
    let own = bundles.targets.filter(\.isApplication)
    // What may be of any target.
    let isGiven = project.files.contains {
      [.stringCatalog, .expoConfig, .buildSettings].contains($0.kind) && !$0.texts.isEmpty
    }
    var apps = own.map { $0.among(project.files, bundles) }
    for plist in bundles.apps where !bundles.targets.contains(where: { $0.uses(plist.path) }) {
      let location = plist.location(AppKey.usage, plist.root.line)
      let isDecided = bundles.roles[plist.path] == .application && own.isEmpty
      let hasText = plist.root[AppKey.usage] != nil || isGiven || own.contains { !$0.texts.isEmpty }
      let build = Build(location: location, unread: isDecided ? [] : ["build settings"], hasText: hasText)
      apps.append(
        BuiltApp(
          name: "The app of this file", location: location, homes: [plist.folder], builds: [build],
          plists: [plist]))
    }
    // A project with an Info.plist of its own takes nothing from app.json.
    if apps.isEmpty { apps = project.files.compactMap { expo($0, project.surroundings.expoPrograms) } }
    return apps
  }

  /// The same with what the files beside it say of its builds.
  private func among(_ files: [AppFile], _ bundles: AppBundles) -> BuiltApp {
    var app = self
    app.plists = bundles.plists.filter { uses($0.path) }
    if !app.plists.isEmpty { app.homes = app.plists.map(\.folder) }
    let settings = files.filter { $0.kind == .buildSettings }
    let hasCatalog = files.contains { $0.kind == .stringCatalog && !$0.texts.isEmpty }
    let bases = Set(builds.flatMap(\.bases))
    let hasRelease = builds.contains(where: \.isRelease)
    app.builds = builds.map { build in
      var build = build
      let plists = app.plists.filter { names($0.path, in: build.plists) }
      if !build.writesPlist {
        var unread = build.plists.filter { path in !app.plists.contains { names($0.path, in: [path]) } }
          .sorted()
        unread += build.bases.filter { !settings.map(\.name).contains($0) }
        if build.plists.isEmpty, !build.generatesPlist { unread.append("its Info.plist") }
        build.unread = unread + build.unread
      }
      build.ships = hasRelease ? build.isRelease : build.isForPeople
      build.location =
        plists.first.map { $0.location(AppKey.usage, $0.root.line) }
        ?? (texts.isEmpty ? location : build.location)
      build.hasText =
        !build.texts.isEmpty || hasCatalog || plists.contains { $0.root[AppKey.usage] != nil }
        // One that no configuration is based on may be included by any.
        || settings.contains {
          !$0.texts.isEmpty && (build.bases.contains($0.name) || !bases.contains($0.name))
        }
      return build
    }
    return app
  }

  /// The app of an `app.json`; `nil` of one for other systems alone, and of one that is no project of Expo.
  private static func expo(_ file: AppFile, _ programs: [String]) -> BuiltApp? {
    guard file.kind == .expoConfig, let config = file.root["expo"],
      config["platforms"]?.items?.map(\.text).contains("ios") != false
    else { return nil }
    let plugins = file.unknownPlugins
    let location = file.location(config.key, config.line)
    let build = Build(
      location: location, unread: programs + plugins.suspects, doubtful: plugins.others,
      hasText: !file.texts.isEmpty)
    return BuiltApp(
      name: "The Expo project", location: location, homes: [file.folder], builds: [build],
      setting: "usage string")
  }
}

extension BuiltApp.Build {
  fileprivate var isRelease: Bool {
    isForPeople && isNamed("release", "appstore", "app store", "distribution")
  }

  fileprivate var isForPeople: Bool { !isNamed("debug", "profile", "test") }

  private func isNamed(_ parts: String...) -> Bool {
    parts.contains { configuration?.lowercased().contains($0) == true }
  }

  /// - Parameter layers: Settings, the target's own first: they hide those behind them.
  init(_ name: String, of target: String, _ location: FileLocation, layers: [[PropertyValue]]) {
    func values(_ key: String) -> [PropertyValue] {
      layers.lazy.map { $0.filter { $0.key.prefix { $0 != "[" } == key } }.first { !$0.isEmpty } ?? []
    }
    let paths = values(AppKey.plist).compactMap(\.text).filter { !$0.isEmpty }
    let making = values(AppKey.makesPlist).compactMap { $0.text?.lowercased() }
    self.init(
      configuration: name, location: location,
      // Xcode writes them into an Info.plist that it makes.
      texts: making.contains("no") ? [] : values(AppKey.usageSetting),
      plists: Set(paths.map { plain($0, of: target) }),
      generatesPlist: making.contains { ["yes", "true"].contains($0) })
  }
}
