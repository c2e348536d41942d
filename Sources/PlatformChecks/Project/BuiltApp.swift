import ExperimentDesign
import RuleBook
import TextFormats

/// What is built: a target of an Xcode project or of XcodeGen's, an Info.plist that no target names, a project of Expo.
struct BuiltApp: Sendable {
  /// In words: `the target 'App'`.
  var name: String
  /// As Xcode and XcodeGen name it: `application`, `app-extension`.
  var product = "application"
  /// The file that has it, and where it stands in it.
  var location: FileLocation
  /// Where its sources lie near.
  var homes: [[String]] = []
  /// In the order of the file; the configurations of a target.
  var builds: [Build]
  var plists: [AppFile] = []
  /// What the text is called where it would be written.
  var setting = AppKey.usageSetting
  /// Names of the files and folders that it compiles; `nil` where nothing says.
  var sources: Set<String>?

  struct Build: Sendable {
    /// `nil` where there is but one build.
    var configuration: String?
    /// Where the usage string stands, or would.
    var location: FileLocation
    /// Usage strings of its settings; one for each condition, such as `[sdk=iphoneos*]`, and mostly one or none.
    var texts: [PropertyValue] = []
    /// Paths of the Info.plists it names.
    var plists: Set<String> = []
    /// Whether Xcode writes its settings into that Info.plist.
    var isGenerated = false
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

  var isApplication: Bool { product == "application" }

  /// The folder of its project.
  var root: [String] { location.file.names.dropLast(2) }

  /// Whether it compiles a source, by a name below the folder of its project.
  func has(_ path: String) -> Bool? {
    let names = path.names.dropFirst(path.names.starts(with: root) ? root.count : 0)
    return sources.map { names.contains(where: $0.contains) }
  }

  var texts: [PropertyValue] { builds.flatMap(\.texts) }

  func uses(_ path: String) -> Bool { builds.contains { $0.plists.contains(path.plain) } }

  /// Steps from a source to it; `nil` of one that is another target's.
  func distance(_ path: String, _ targets: [BuiltApp]) -> Int? {
    if has(path) == false, targets.contains(where: { $0.has(path) == true }) { return nil }
    // The folder of an app that has another for each system.
    return homes.map { Array($0.prefix { $0 != "ios" }).steps(to: path.names.dropLast()) }.min()
  }
}

extension AppBundles {
  /// Every app, with what the files beside it say of its builds.
  var built: [BuiltApp] {
    let own = targets.filter(\.isApplication)
    let loose = apps.filter { plist in !targets.contains { $0.uses(plist.path) } }.map { plist in
      let location = plist.location(plist.root)
      let build = BuiltApp.Build(
        location: location, plists: [plist.path.plain],
        unread: plist.isOfApp == true && own.isEmpty ? [] : ["build settings"],
        hasText: own.contains { !$0.texts.isEmpty })
      return BuiltApp(name: "the app of \(plist.path)", location: location, builds: [build])
    }
    let found = own + loose
    // An Info.plist that is there already has from app.json what Expo has written into it.
    return found.isEmpty
      ? project.files.compactMap { $0.expo(project.surroundings.expoPrograms) } : found.map(beside)
  }

  private func beside(_ app: BuiltApp) -> BuiltApp {
    let files = project.files
    var found = app
    found.plists = plists.filter { app.uses($0.path) }
    if !found.plists.isEmpty { found.homes = found.plists.map(\.folder) }
    // What may be of any target.
    let isSet = files.contains { $0.kind == .stringCatalog && !$0.texts.isEmpty || $0.textReadAsBuilt != nil }
    let settings = files.filter { $0.kind == .buildSettings }
    let given = settings.filter { !$0.texts.isEmpty }.map(\.name)
    let configs = files.filter { file in
      file.kind == .expoConfig && !file.texts.isEmpty && found.homes.contains { $0.starts(with: file.folder) }
    }
    let bases = Set(app.builds.flatMap(\.bases))
    found.builds = app.builds.map { build in
      var build = build
      let plists = found.plists.filter { build.plists.contains($0.path.plain) }
      if !build.writesPlist {
        // CocoaPods writes none into its own.
        let others = build.bases.filter { !$0.hasPrefix("Pods-") && !settings.map(\.name).contains($0) }
        build.unread = build.plists.subtracting(plists.map(\.path.plain)).sorted() + others + build.unread
      }
      build.doubtful = configs.map { "'expo prebuild' with \($0.path)" }
      build.ships = build.rank > 0 && build.rank == app.builds.map(\.rank).max()
      build.location =
        plists.first.map { $0.location($0.root) } ?? (app.texts.isEmpty ? app.location : build.location)
      build.hasText =
        build.hasText || !build.texts.isEmpty || isSet || plists.contains { $0.root[AppKey.usage] != nil }
        // One that no configuration is based on may be included by any.
        || given.contains { build.bases.contains($0) || !bases.contains($0) }
      return build
    }
    return found
  }
}

extension AppFile {
  /// The app of an `app.json`; `nil` of one for other systems alone, and of one that is no project of Expo.
  fileprivate func expo(_ programs: [String]) -> BuiltApp? {
    guard kind == .expoConfig, let config = root["expo"], !config.members.isEmpty,
      config["platforms"]?.items?.map(\.text).contains("ios") != false
    else { return nil }
    let known = Self.plugins.map(\.name) + WordList.words("plug-ins of Expo that write no usage string")
    let plugins = (config["plugins"]?.items ?? []).compactMap(pluginName).filter { name in
      !known.contains { $0 == name || ($0.hasSuffix("/") || $0.hasSuffix("-")) && name.hasPrefix($0) }
    }
    // The project's own, and others that may well write the key.
    let marks = ["track", "idfa", "ads", "admob", "att", "consent"]
    let suspects = plugins.filter { $0.hasPrefix(".") || marks.contains(where: $0.contains) }
    let location = location(config)
    let build = BuiltApp.Build(
      location: location, unread: programs + suspects, doubtful: plugins.filter { !suspects.contains($0) },
      hasText: !texts.isEmpty)
    return BuiltApp(
      name: "the Expo project", location: location, homes: [folder], builds: [build], setting: "usage string")
  }
}

extension BuiltApp.Build {
  /// How likely people get it, by its name: 2 of a release, 0 of what is for those who make the app.
  fileprivate var rank: Int {
    let name = configuration?.lowercased() ?? ""
    if ["debug", "profile", "test"].contains(where: name.contains) { return 0 }
    return ["release", "appstore", "app store", "distribution"].contains(where: name.contains) ? 2 : 1
  }

  /// - Parameter layers: Settings, the target's own first: they hide those behind them.
  init(
    _ name: String, of target: String, in folder: [String], _ location: FileLocation,
    layers: [[PropertyValue]]
  ) {
    func values(_ key: String) -> [PropertyValue] {
      layers.lazy.map { $0.filter { $0.key.prefix { $0 != "[" } == key } }.first { !$0.isEmpty } ?? []
    }
    let paths = values("INFOPLIST_FILE").compactMap { $0.text?.replacing("$(CONFIGURATION)", with: name) }
      .filter { !$0.isEmpty }
    let making = values("GENERATE_INFOPLIST_FILE").compactMap { $0.text?.lowercased() }
    self.init(
      configuration: name, location: location,
      // Xcode writes them into an Info.plist that it makes.
      texts: making.contains("no") ? [] : values(AppKey.usageSetting),
      plists: Set(paths.map { plain($0, of: target, in: folder) }), isGenerated: making.contains("yes"),
      unread: paths.isEmpty && making.allSatisfy { !["yes", "true"].contains($0) } ? ["its Info.plist"] : [])
  }
}
