import ExperimentDesign

/// An app that is built from the files: a target, an Info.plist that no target names, or a project of Expo.
struct BuiltApp {
  /// One build of it.
  struct Build {
    /// The configuration; `nil` where there is but one build.
    var configuration: String?
    /// Whether it is one that people get.
    var ships = true
    /// Where the usage string stands, or would.
    var location: FileLocation
    var hasText: Bool
    /// What may hold the text and was not read.
    var unread: [String] = []
    /// What may hold it, and hardly does.
    var doubtful: [String] = []
  }

  /// In words: `The target 'App'`.
  var name: String
  /// Folders that are its own.
  var homes: [[String]]
  var builds: [Build]
  /// Positions of its Info.plists in ``AppBundles/plists``.
  var plists: [Int] = []
  /// What the text is called where it would be written.
  var setting = AppKey.usage

  /// What its target compiles; `nil` where nothing says.
  var sources: ProjectTarget.Sources?

  /// Steps from a source to it; `nil` of one that is another target's.
  ///
  /// - Parameter targets: What each target compiles.
  func distance(_ path: String, _ targets: [ProjectTarget.Sources]) -> Int? {
    if let sources, !sources.have(path), targets.contains(where: { $0.have(path) }) { return nil }
    let folder = path.split(separator: "/").filter { $0 != "." }.dropLast()
    return homes.map { home in
      home.count + folder.count - 2 * zip(home, folder).prefix { $0 == $1 }.count
    }.min()
  }

  /// The folder of an app that has another for each system.
  private static func home(_ folder: [String]) -> [String] {
    folder.firstIndex(of: "ios").map { Array(folder[..<$0]) } ?? folder
  }

  /// All apps of a project.
  static func all(_ project: AppProject, _ bundles: AppBundles) -> [BuiltApp] {
    let writers = project.surroundings.writers.map(\.path)
    let settings = project.files.filter { $0.kind == .buildSettings && !UsageTexts.all(in: $0).isEmpty }
    let hasCatalog = project.files.contains { $0.kind == .stringCatalog && !UsageTexts.all(in: $0).isEmpty }
    var apps = bundles.targets.filter(\.isApplication).map {
      BuiltApp($0, bundles, settings: settings, hasCatalog: hasCatalog, writers)
    }
    for (index, plist) in bundles.plists.enumerated()
    where (bundles.roles[index] == .application || bundles.roles[index] == .undecided)
      && bundles.targets(of: plist).isEmpty
    {
      let isDecided =
        bundles.roles[index] == .application && !bundles.targets.contains(where: \.isApplication)
      let inSettings =
        !settings.isEmpty || hasCatalog
        || bundles.targets.contains { $0.isApplication && !$0.texts.isEmpty }
        || project.files.contains { $0.kind == .expoConfig && !UsageTexts.all(in: $0).isEmpty }
      apps.append(
        BuiltApp(
          name: "The app of this file", homes: [Self.home(plist.folder)],
          builds: [
            Build(
              location: plist.location(AppKey.usage, plist.root.line),
              hasText: plist.root.entry(AppKey.usage) != nil || inSettings,
              unread: (isDecided ? [] : ["build settings"]) + writers)
          ], plists: [index]))
    }
    // A project with an Info.plist of its own takes nothing from app.json.
    guard apps.isEmpty else { return apps }
    return project.files.compactMap { expo($0, project.surroundings.expoPrograms, writers) }
  }

  private init(
    _ target: ProjectTarget, _ bundles: AppBundles, settings: [AppFile], hasCatalog: Bool, _ writers: [String]
  ) {
    name = "The target '\(target.name)'"
    setting = target.setting
    let bases = Set(target.configurations.flatMap(\.bases))
    let own = bundles.plists.indices.filter { target.uses(bundles.plists[$0].path) }
    let shipping = target.configurations.filter(\.isRelease)
    builds = target.configurations.map { configuration in
      let plists = own.filter { target.names(bundles.plists[$0].path, in: configuration.plists) }.map {
        bundles.plists[$0]
      }
      let inSettings = settings.contains { file in
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        // One that no configuration is based on may be included by any.
        return configuration.bases.contains(name) || !bases.contains(name)
      }
      var unread: [String] = []
      if !configuration.writesPlist {
        unread = configuration.plists.filter { plist in
          !bundles.plists.contains { target.names($0.path, in: [plist]) }
        }.sorted()
        let known = Set(settings.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
        unread += configuration.bases.filter { !bundles.settings.contains($0) && !known.contains($0) }
        if configuration.plists.isEmpty, !configuration.generatesPlist { unread.append("its Info.plist") }
      }
      let location: FileLocation
      if let plist = plists.first {
        location = plist.location(AppKey.usage, plist.root.line)
      } else {
        location = target.texts.isEmpty ? target.location : configuration.location
      }
      return Build(
        configuration: configuration.name,
        ships: shipping.isEmpty ? !configuration.isDebug : configuration.isRelease, location: location,
        hasText: !configuration.texts.isEmpty || inSettings || hasCatalog
          || plists.contains { $0.root.entry(AppKey.usage) != nil },
        unread: unread + [target.unread].compactMap(\.self) + writers)
    }
    self.plists = own
    let folders = own.isEmpty ? [target.folder + [target.name]] : own.map { bundles.plists[$0].folder }
    homes = folders.map(Self.home)
    sources = target.sources
  }

  private init(
    name: String, homes: [[String]], builds: [Build], plists: [Int] = [], setting: String = AppKey.usage
  ) {
    self.name = name
    self.homes = homes
    self.builds = builds
    self.plists = plists
    self.setting = setting
  }

  /// The app of an `app.json`; `nil` of one for other systems alone, and of one that is no project of Expo.
  private static func expo(_ file: AppFile, _ programs: [String], _ writers: [String]) -> BuiltApp? {
    guard file.kind == .expoConfig, let config = file.root.entry("expo") else { return nil }
    let platforms = config.value["platforms"]?.items?.map(\.text)
    guard platforms?.contains("ios") != false else { return nil }
    let plugins = ExpoConfig.unknownPlugins(in: file)
    return BuiltApp(
      name: "The Expo project", homes: [file.folder],
      builds: [
        Build(
          location: file.location(config.key, config.line), hasText: !UsageTexts.all(in: file).isEmpty,
          unread: programs + plugins.suspects + writers.filter { !programs.contains($0) },
          doubtful: plugins.others)
      ], setting: "usage string")
  }
}

extension ProjectTarget.Configuration {
  /// Whether it is the one that is shipped, by its name.
  var isRelease: Bool {
    let name = name.lowercased()
    return ["release", "appstore", "app store", "distribution"].contains { name.contains($0) } && !isDebug
  }

  /// Whether only developers get it.
  var isDebug: Bool {
    let name = name.lowercased()
    return ["debug", "profile", "test"].contains { name.contains($0) }
  }
}
