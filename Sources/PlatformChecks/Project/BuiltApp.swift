import ExperimentDesign
import TextFormats

/// An app that is built from the files: a target, an Info.plist that no target names, or a project of Expo.
struct BuiltApp {
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
  var plists: [AppFile] = []
  /// What the text is called where it would be written.
  var setting = AppKey.usage
  /// What its target compiles; `nil` where nothing says.
  var sources: ProjectTarget.Sources?

  /// Steps from a source to it; `nil` of one that is another target's.
  ///
  /// - Parameter targets: What each target compiles.
  func distance(_ path: String, _ targets: [ProjectTarget.Sources]) -> Int? {
    if let sources, !sources.have(path), targets.contains(where: { $0.have(path) }) { return nil }
    let folder = path.names.dropLast()
    return homes.map { $0.steps(to: folder) }.min()
  }

  /// The folder of an app that has another for each system.
  private static func home(_ folder: [String]) -> [String] {
    folder.firstIndex(of: "ios").map { Array(folder[..<$0]) } ?? folder
  }

  static func all(_ project: AppProject, _ bundles: AppBundles) -> [BuiltApp] {
    let own = bundles.targets.filter(\.isApplication)
    let writers = project.surroundings.writers
    // What may be of any target.
    let isGiven = project.files.contains {
      [.stringCatalog, .expoConfig, .buildSettings].contains($0.kind) && !$0.texts.isEmpty
    }
    let apps =
      own.map { app(of: $0, project.files, bundles, writers) }
      + bundles.apps.filter { plist in !bundles.targets.contains { $0.uses(plist.path) } }.map { plist in
        let isDecided = bundles.isSurelyApp(plist) && own.isEmpty
        let build = Build(
          location: plist.location(AppKey.usage, plist.root.line),
          hasText: plist.root.entry(AppKey.usage) != nil || isGiven
            || own.contains { !$0.texts.isEmpty },
          unread: (isDecided ? [] : ["build settings"]) + writers)
        return BuiltApp(
          name: "The app of this file", homes: [home(plist.folder)], builds: [build], plists: [plist])
      }
    // A project with an Info.plist of its own takes nothing from app.json.
    return apps.isEmpty
      ? project.files.compactMap { expo($0, project.surroundings.expoPrograms, writers) } : apps
  }

  private static func app(
    of target: ProjectTarget, _ files: [AppFile], _ bundles: AppBundles, _ writers: [String]
  ) -> BuiltApp {
    let own = bundles.plists.filter { target.uses($0.path) }
    let settings = files.filter { $0.kind == .buildSettings }
    let hasCatalog = files.contains { $0.kind == .stringCatalog && !$0.texts.isEmpty }
    let bases = Set(target.configurations.flatMap(\.bases))
    let hasRelease = target.configurations.contains(where: \.isRelease)
    let builds = target.configurations.map { configuration in
      let plists = own.filter { target.names($0.path, in: configuration.plists) }
      let location = plists.first.map { $0.location(AppKey.usage, $0.root.line) }
      var unread: [String] = []
      if !configuration.writesPlist {
        unread = configuration.plists.filter { plist in !own.contains { target.names($0.path, in: [plist]) } }
          .sorted()
        unread += configuration.bases.filter { !settings.map(\.name).contains($0) }
        if configuration.plists.isEmpty, !configuration.generatesPlist { unread.append("its Info.plist") }
      }
      return Build(
        configuration: configuration.name,
        ships: hasRelease ? configuration.isRelease : configuration.isForPeople,
        location: location ?? (target.texts.isEmpty ? target.location : configuration.location),
        hasText: !configuration.texts.isEmpty || hasCatalog
          || plists.contains { $0.root.entry(AppKey.usage) != nil }
          // One that no configuration is based on may be included by any.
          || settings.contains {
            !$0.texts.isEmpty && (configuration.bases.contains($0.name) || !bases.contains($0.name))
          },
        unread: unread + [target.unread].compactMap(\.self) + writers)
    }
    let folders = own.isEmpty ? [target.folder + [target.name]] : own.map(\.folder)
    return BuiltApp(
      name: "The target '\(target.name)'", homes: folders.map(home), builds: builds, plists: own,
      setting: target.setting, sources: target.sources)
  }

  /// The app of an `app.json`; `nil` of one for other systems alone, and of one that is no project of Expo.
  private static func expo(_ file: AppFile, _ programs: [String], _ writers: [String]) -> BuiltApp? {
    guard file.kind == .expoConfig, let config = file.root.entry("expo"),
      config.value["platforms"]?.items?.map(\.text).contains("ios") != false
    else { return nil }
    let plugins = file.unknownPlugins
    let build = Build(
      location: file.location(config.key, config.line), hasText: !file.texts.isEmpty,
      unread: programs + plugins.suspects + writers.filter { !programs.contains($0) },
      doubtful: plugins.others)
    return BuiltApp(name: "The Expo project", homes: [file.folder], builds: [build], setting: "usage string")
  }
}

extension ProjectTarget.Configuration {
  /// Whether it is the one that is shipped, by its name.
  fileprivate var isRelease: Bool {
    isForPeople
      && ["release", "appstore", "app store", "distribution"].contains { name.lowercased().contains($0) }
  }

  /// Whether others than developers may get it.
  fileprivate var isForPeople: Bool {
    !["debug", "profile", "test"].contains { name.lowercased().contains($0) }
  }
}
