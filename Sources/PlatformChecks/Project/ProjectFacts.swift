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
    var facts = ProjectFacts(mayAskElsewhere: surroundings.hasForeignSources)
    var storyboards: [String?] = []
    for root in AppBundles(files).apps.map(\.root) {
      let manifest = root["UIApplicationSceneManifest"]
      func texts(_ key: String) -> [String] { manifest?.descendants(key).compactMap(\.value.text) ?? [] }
      let hasScenes = manifest?.descendants("UISceneConfigurations").isEmpty == false
      facts.hasScenes = facts.hasScenes == true || hasScenes
      let delegates = texts("UISceneDelegateClassName").compactMap { $0.split(separator: ".").last }
      facts.sceneDelegates.formUnion(delegates.map(String.init))
      storyboards += texts("UISceneStoryboardFile") + [root["UIMainStoryboardFile"]?.text]
    }
    for root in files.filter({ $0.kind == .xcodeProject || $0.kind == .projectSpec }).map(\.root) {
      let scenes = root.descendants("INFOPLIST_KEY_UIApplicationSceneManifest_Generation")
      if scenes.contains(where: { $0.value.text == "YES" || $0.value.flag == true }) {
        facts.hasScenes = true
      }
      storyboards += root.descendants("INFOPLIST_KEY_UIMainStoryboardFile").map(\.value.text)
    }
    facts.firstScreens = Set(storyboards.flatMap { $0.flatMap { surroundings.initialClasses[$0] } ?? [] })
    facts.usageText =
      files.lazy.flatMap(\.texts).first.map { CodePlace($0.location) } ?? surroundings.usageText
    for manifest in files where manifest.kind == .privacyManifest {
      let hosts = manifest.root[AppKey.domains]?.items?.compactMap { $0.text?.lowercased() }
      facts.trackingDomains.formUnion(hosts ?? [])
    }
    return facts
  }
}
