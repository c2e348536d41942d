import ExperimentDesign
import TextFormats

/// What files other than sources say of an app, as far as rules about sources need it.
struct ProjectFacts {
  /// Whether UIKit calls a scene's delegate in place of the application's, as where Info.plist has or a build setting
  /// writes a `UIApplicationSceneManifest`; `nil` where no Info.plist was read.
  var hasScenes: Bool?
  /// Classes that a storyboard or a scene manifest shows first: the initial controllers' `customClass`.
  var firstScreens: Set<String> = []
  var sceneDelegates: Set<String> = []
  var usageText: FileLocation?
  /// Whether a source in a language that is not read may make the request.
  var mayAskElsewhere = false
  var trackingDomains: Set<String> = []
  /// Whether it is an app, and not a library that apps use.
  var isApp = true
  /// By the language that uses them, where libraries are built without the permission to track.
  var leftOut: [SourceLanguage: FileLocation] = [:]
  /// Packages of scripts that ask once the app is active.
  var waiting: Set<String> = []
  /// What shows no alert and is all that a source is built into.
  var silent: @Sendable (_ path: String) -> String? = { _ in nil }
}

extension AppBundles {
  /// The sources, and what is known of them: each app's for itself where several lie beside one another in folders of
  /// their projects, with no source outside of these.
  var programs: [(sources: [SourceText], facts: ProjectFacts)] {
    let facts = facts
    let own = targets.filter { $0.isApplication && $0.location.file.hasSuffix(".pbxproj") }
    let manifests = project.sources.filter { $0.path.names.last == "Package.swift" }
    // What lies in a project's folder is built where a target has it, or a package.
    let sources = project.sources.filter { source in
      let names = source.path.names
      let near = own.filter { names.starts(with: $0.root) }
      return near.isEmpty || ![.swift, .objectiveC].contains(source.language)
        || near.contains { $0.has(source.path) == nil } || targets.contains { $0.has(source.path) == true }
        || project.surroundings.pods.contains { names.starts(with: $0) }
        || manifests.contains { manifest in
          // By the folders that its targets name, or its own.
          let folder = manifest.path.names.dropLast()
          let folders = names.dropFirst(max(0, folder.count - 1)).dropLast()
          return names.starts(with: folder) && folders.contains { manifest.bytes.has($0 + "\"") }
        }
    }
    let roots = Set(own.map(\.root))
    func root(_ path: String) -> [String]? { roots.first { path.names.starts(with: $0) } }
    let apart = Dictionary(grouping: sources) { root($0.path) }
    let areApart = roots.allSatisfy { one in !roots.contains { $0 != one && $0.starts(with: one) } }
    if roots.count < 2 || !areApart || apart[nil] != nil { return [(sources, facts)] }
    return apart.values.sorted { $0[0].path < $1[0].path }.map { sources in
      var own = facts
      if let text = facts.usageText, root(text.file) != root(sources[0].path) { own.usageText = nil }
      return (sources, own)
    }
  }

  var facts: ProjectFacts {
    let (files, surroundings) = (project.files, project.surroundings)
    var facts = ProjectFacts(
      mayAskElsewhere: surroundings.hasForeignSources,
      waiting: surroundings.waiting, silent: { silent($0) })
    let manifests = apps.compactMap { $0.root["UIApplicationSceneManifest"] }
    func texts(_ key: String) -> [String] { manifests.flatMap { $0.descendants(key) }.compactMap(\.text) }
    func settings(_ key: String) -> [PropertyValue] { files.flatMap { $0.root.descendants(key) } }
    let scenes = manifests.flatMap { $0.descendants("UISceneConfigurations") }.filter { !$0.members.isEmpty }
    let generated = settings("INFOPLIST_KEY_UIApplicationSceneManifest_Generation")
      .filter { $0.text == "YES" || $0.flag == true }
    facts.hasScenes = !(scenes + generated).isEmpty ? true : apps.isEmpty ? nil : false
    facts.sceneDelegates = Set(
      texts("UISceneDelegateClassName").map { String($0.split(separator: ".").last ?? "") })
    let boards =
      texts("UISceneStoryboardFile") + apps.compactMap { $0.root["UIMainStoryboardFile"]?.text }
      + settings("INFOPLIST_KEY_UIMainStoryboardFile").compactMap(\.text)
    facts.firstScreens = Set(boards.flatMap { surroundings.initialClasses[$0] ?? [] })
    facts.usageText =
      files.lazy.filter { !isReplaced($0) }.flatMap(\.texts).first?.location ?? surroundings.usageText
    facts.isApp =
      !apps.isEmpty || facts.usageText != nil || !surroundings.expoPrograms.isEmpty
      || files.contains { $0.kind == .expoConfig } || targets.contains(where: \.isApplication)
    let domains = files.filter { $0.kind == .privacyManifest }.compactMap { $0.root[AppKey.domains]?.items }
    facts.trackingDomains = Set(domains.joined().compactMap { $0.text?.lowercased() })
    if surroundings.linked.isEmpty { facts.leftOut = surroundings.permissionLists }
    return facts
  }
}
