import ExperimentDesign
import RuleBook
import TextFormats

/// What an app's other files say: looked at for single words, and never judged.
struct ProjectSurroundings: Sendable {
  /// Languages that the app has texts in, each with a file.
  private(set) var languages: [(language: String, path: String)] = []
  /// Files of texts that have the alert's key, where the system does not look for it.
  private(set) var misplaced: [FileLocation] = []
  /// Files other than settings that name the alert's key, and so may write it.
  private(set) var writers: [String] = []
  /// Where libraries are built with the permission to track, though nobody may ask.
  private(set) var linked: [FileLocation] = []
  /// Classes of the initial controllers, by the storyboard's name.
  private(set) var initialClasses: [String: [String]] = [:]
  /// Where a program that makes Expo's configuration gives a plug-in the text.
  private(set) var usageText: FileLocation?
  private(set) var expoPrograms: [String] = []
  var hasForeignSources = false

  /// Whether a file is looked at, by its name in small letters.
  static func looks(at name: String) -> Bool {
    WordList.has("files that say something beside", name)
      || ["app.config.", "localizable."].contains { name.hasPrefix($0) }
      || WordList.words("ends of files that say something beside").contains { name.hasSuffix($0) }
  }

  private func place(of word: String, _ bytes: [UInt8], _ path: String) -> FileLocation? {
    bytes.firstOffset(of: Array(word.utf8)).map { offset in
      FileLocation(file: path, line: 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }, column: 1)
    }
  }

  mutating func noteWriter(_ bytes: [UInt8], _ path: String) {
    if place(of: AppKey.usage, bytes, path) != nil { writers.append(path) }
  }

  /// Looks at a file.
  ///
  /// - Returns: why all of it would have to be read, and is not; `nil` where nothing is missed.
  mutating func look(at bytes: [UInt8], _ path: String) -> String? {
    let name = path.names.last?.lowercased() ?? ""
    if ["localizable.", "infoplist."].contains(where: name.hasPrefix) {
      noteLanguages(bytes, path)
      misplaced += [place(of: AppKey.usage, bytes, path)].compactMap(\.self)
      return nil
    }
    noteWriter(bytes, path)
    if name.hasPrefix("app.config.") {
      expoPrograms.append(path)
      for key in Set(ConfigPlugin.all.map(\.key)).sorted() where usageText == nil {
        usageText = place(of: key, bytes, path)
      }
      return "Expo's configuration is made by this program"
    }
    if name.hasSuffix(".storyboard") { noteScreens(bytes, path) }
    if name == "podfile" || name == "pubspec.yaml" || name.hasPrefix("package.") { notePackages(bytes, path) }
    return nil
  }

  mutating func noteLanguages(_ bytes: [UInt8], _ path: String) {
    if let folder = path.names.dropLast().last, folder.hasSuffix(".lproj") {
      languages.append((String(folder.dropLast(6)), path))
    }
    guard path.hasSuffix(".xcstrings"), let root = try? PropertyValue(json: decodedText(bytes)) else {
      return
    }
    let texts = root.descendants("localizations").flatMap(\.members)
    let counts = Dictionary(grouping: texts, by: \.key).mapValues(\.count)
    // A language that a few texts have is not one of the app's.
    let most = counts.values.max() ?? 0
    languages += counts.filter { 2 * $0.value >= most }.keys.sorted().map { ($0, path) }
  }

  private mutating func notePackages(_ bytes: [UInt8], _ path: String) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let code = String(decoding: line.prefix(400), as: UTF8.self).drop { $0 == " " || $0 == "\t" }
      let isPermission =
        code.contains("PERMISSION_APP_TRACKING_TRANSPARENCY=1") || code.hasPrefix("'AppTrackingTransparency'")
      if isPermission, code.first != "#" { linked.append(FileLocation(file: path, line: index + 1)) }
    }
  }

  /// The class of a storyboard's initial controller, and of the first in it where that is a navigation controller.
  private mutating func noteScreens(_ bytes: [UInt8], _ path: String) {
    guard let text = try? decodedText(bytes) else { return }
    func attribute(_ name: String, in tag: Substring) -> String? {
      tag.firstRange(of: " \(name)=\"").map { String(tag[$0.upperBound...].prefix { $0 != "\"" }) }
    }
    var around = ""
    var (classes, within) = ([String: String](), [String: [String]]())
    for tag in text.split(separator: "<") {
      if let id = attribute("id", in: tag), tag.contains("ontroller ") {
        around = id
        classes[id] = attribute("customClass", in: tag)
      } else if tag.hasPrefix("segue "), attribute("kind", in: tag) == "relationship" {
        within[around, default: []] += [attribute("destination", in: tag)].compactMap(\.self)
      }
    }
    let name = String((path.names.last ?? "").dropLast(".storyboard".count))
    // Controllers stand in any order.
    var shown = [attribute("initialViewController", in: text[...]) ?? ""]
    while let id = shown.popLast() {
      initialClasses[name, default: []] += [classes[id]].compactMap(\.self)
      shown += within.removeValue(forKey: id) ?? []
    }
  }
}

/// What files other than sources say of an app, as far as rules about sources need it.
struct ProjectFacts {
  /// Whether UIKit calls a scene's delegate in place of the application's; `nil` where no Info.plist was read.
  ///
  /// It does where Info.plist has `UIApplicationSceneManifest`, or a build setting writes one.
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
}

extension AppProject {
  /// The sources, and what is known of them: each app's for itself where several lie beside one another in folders of
  /// their projects, with no source outside of these.
  var programs: [(sources: [SourceText], facts: ProjectFacts)] {
    let facts = facts
    let projects = files.filter { $0.kind == .xcodeProject && $0.targets.contains(where: \.isApplication) }
    let roots = Set(projects.map { Array($0.folder.dropLast()) })
    func root(_ path: String) -> [String]? { roots.first { path.names.starts(with: $0) } }
    let apps = Dictionary(grouping: sources) { root($0.path) }
    let areApart = roots.allSatisfy { one in !roots.contains { $0 != one && $0.starts(with: one) } }
    if roots.count < 2 || !areApart || apps[nil] != nil { return [(sources, facts)] }
    return apps.values.sorted { $0[0].path < $1[0].path }.map { sources in
      var own = facts
      if let text = facts.usageText, root(text.file) != root(sources[0].path) { own.usageText = nil }
      return (sources, own)
    }
  }

  var facts: ProjectFacts {
    var facts = ProjectFacts(mayAskElsewhere: surroundings.hasForeignSources)
    var storyboards: [String?] = []
    let apps = AppBundles(files).apps
    for root in apps.map(\.root) {
      let manifest = root["UIApplicationSceneManifest"]
      func texts(_ key: String) -> [String] { manifest?.descendants(key).compactMap(\.text) ?? [] }
      facts.hasScenes =
        facts.hasScenes == true || manifest?.descendants("UISceneConfigurations").isEmpty == false
      let delegates = texts("UISceneDelegateClassName").compactMap { $0.split(separator: ".").last }
      facts.sceneDelegates.formUnion(delegates.map(String.init))
      storyboards += texts("UISceneStoryboardFile") + [root["UIMainStoryboardFile"]?.text]
    }
    for file in files where file.kind == .xcodeProject || file.kind == .projectSpec {
      let scenes = file.root.descendants("INFOPLIST_KEY_UIApplicationSceneManifest_Generation")
      if scenes.contains(where: { $0.text == "YES" || $0.flag == true }) { facts.hasScenes = true }
      storyboards += file.root.descendants("INFOPLIST_KEY_UIMainStoryboardFile").map(\.text)
    }
    facts.firstScreens = Set(storyboards.flatMap { $0.flatMap { surroundings.initialClasses[$0] } ?? [] })
    facts.usageText = files.lazy.flatMap(\.texts).first?.location ?? surroundings.usageText
    facts.isApp =
      !apps.isEmpty || facts.usageText != nil || !surroundings.expoPrograms.isEmpty
      || files.contains { $0.kind == .expoConfig || $0.targets.contains(where: \.isApplication) }
    let domains = files.filter { $0.kind == .privacyManifest }.compactMap { $0.root[AppKey.domains]?.items }
    facts.trackingDomains = Set(domains.joined().compactMap { $0.text?.lowercased() })
    return facts
  }
}

extension [UInt8] {
  /// Where a word stands first; `nil` where it does not.
  ///
  /// In a fiftieth of the time of `firstRange(of:)`: thousands of files are looked through for one word.
  package func firstOffset(of word: [UInt8]) -> Int? {
    indices.first { self[$0] == word.first && self[$0...].starts(with: word) }
  }
}
