import TextFormats

/// What files other than sources say of an app, as far as rules about sources need it.
struct ProjectFacts {
  /// Whether UIKit calls a scene's delegate in place of the application's; `nil` where no Info.plist was read.
  ///
  /// It does where Info.plist has `UIApplicationSceneManifest`, or a build setting writes one.
  var hasScenes: Bool?
  /// Classes that a storyboard or a scene manifest shows first: the initial controllers' `customClass`.
  var firstScreens: Set<String> = []
  /// Classes of scene delegates that the scene manifest names.
  var sceneDelegates: Set<String> = []
  /// Where a usage string stands; `nil` where none does.
  var usageText: CodePlace?
  /// Whether a source in a language that is not read may make the request.
  var mayAskElsewhere = false
  /// Hosts that a privacy manifest declares as tracking.
  var trackingDomains: Set<String> = []
}

extension AppProject {
  /// What the files other than sources say, as far as rules about sources need it.
  var facts: ProjectFacts {
    let bundles = AppBundles(files)
    var facts = ProjectFacts(mayAskElsewhere: surroundings.hasForeignSources)
    var storyboards: Set<String> = []
    for plist in bundles.apps {
      let manifest = plist.root["UIApplicationSceneManifest"]
      facts.hasScenes =
        (facts.hasScenes ?? false) || manifest?.descendants("UISceneConfigurations").isEmpty == false
      for entry in manifest?.descendants("UISceneDelegateClassName") ?? [] {
        if let name = entry.value.text {
          facts.sceneDelegates.insert(String(name.split(separator: ".").last ?? ""))
        }
      }
      let names =
        (manifest?.descendants("UISceneStoryboardFile") ?? []).map(\.value)
        + [plist.root["UIMainStoryboardFile"]].compactMap(\.self)
      storyboards.formUnion(names.compactMap(\.text))
    }
    for project in files where project.kind == .xcodeProject || project.kind == .projectSpec {
      if project.root.descendants("INFOPLIST_KEY_UIApplicationSceneManifest_Generation").contains(where: {
        $0.value.text == "YES" || $0.value.flag == true
      }) {
        facts.hasScenes = true
      }
      storyboards.formUnion(
        project.root.descendants("INFOPLIST_KEY_UIMainStoryboardFile").compactMap(\.value.text))
    }
    for name in storyboards { facts.firstScreens.formUnion(surroundings.initialClasses[name] ?? []) }
    facts.usageText =
      files.lazy.flatMap(\.texts).first.map { CodePlace($0.location) }
      ?? surroundings.usageText
    for manifest in files where manifest.kind == .privacyManifest {
      let hosts = (manifest.root[AppKey.domains]?.items ?? []).compactMap { $0.text?.lowercased() }
      facts.trackingDomains.formUnion(hosts)
    }
    return facts
  }
}
