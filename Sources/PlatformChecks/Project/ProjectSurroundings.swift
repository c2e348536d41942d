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
  /// Where Podfiles say which permissions libraries are built with, by the language that uses these.
  private(set) var permissionLists: [SourceLanguage: FileLocation] = [:]
  /// Classes of the initial controllers, by the storyboard's name.
  private(set) var initialClasses: [String: [String]] = [:]
  /// Where a program that makes Expo's configuration gives a plug-in the text.
  private(set) var usageText: FileLocation?
  private(set) var expoPrograms: [String] = []
  /// Libraries that ask once the app is active, whenever they are told to.
  private(set) var waiting: Set<String> = []
  var hasForeignSources = false
  /// The folders of libraries that a Podfile may name by their paths.
  private(set) var pods: [[String]] = []

  mutating func noteWriter(_ bytes: [UInt8], _ path: String) {
    if bytes.has(AppKey.usage) { writers.append(path) }
  }

  /// Looks at a file, and says why all of it would have to be read and is not; `nil` where nothing is missed.
  mutating func look(at bytes: [UInt8], _ path: String) -> String? {
    let name = path.names.last?.lowercased() ?? ""
    if ["localizable.", "infoplist."].contains(where: name.hasPrefix) {
      noteLanguages(bytes, path)
      if let offset = bytes.firstOffset(of: Array(AppKey.usage.utf8)) {
        let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
        misplaced.append(FileLocation(file: path, line: line, column: 1))
      }
      return nil
    }
    noteWriter(bytes, path)
    if name.hasPrefix("app.config."), path.names.allSatisfy({ !["src", "config"].contains($0) }) {
      expoPrograms.append(path)
      let keys = Set(AppFile.plugins.map(\.key))
      let key = SourceTokenizer.tokens(bytes, .typeScript).first { keys.contains($0.text) }
      usageText = usageText ?? key.map { FileLocation(file: path, line: $0.line, column: 1) }
      return "Expo's configuration is made by this program"
    }
    if name.hasSuffix(".podspec") { pods.append(path.names.dropLast()) }
    if name.hasSuffix(".storyboard") { noteScreens(bytes, path) }
    if name == "podfile" || name == "pubspec.yaml" || name.hasPrefix("package.") { notePackages(bytes, path) }
    return nil
  }

  mutating func noteLanguages(_ bytes: [UInt8], _ path: String) {
    if let language = path.languageOfFolder { languages.append((language, path)) }
    guard path.hasSuffix(".xcstrings") else { return }
    // Xcode writes each language of a text on a line of its own, four levels in; no more of a large file is read.
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter {
      $0.starts(with: "        \"".utf8) && $0.last == UInt8(ascii: "{")
    }
    let texts = Dictionary(grouping: lines) { $0.dropFirst(9).prefix { $0 != UInt8(ascii: "\"") } }
    // A language that a few texts have is not one of the app's.
    let most = texts.values.map(\.count).max() ?? 0
    let common = texts.filter { 2 * $0.value.count >= most }.keys.map { String(decoding: $0, as: UTF8.self) }
    languages += common.sorted().map { ($0, path) }
  }

  private mutating func notePackages(_ bytes: [UInt8], _ path: String) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let permissions = WordList.words("permission to track, in lists of packages")
    for (index, line) in lines.enumerated() {
      let code = String(decoding: line.prefix(400), as: UTF8.self).drop { $0 == " " || $0 == "\t" }
      let place = FileLocation(file: path, line: index + 1, column: 1)
      if code.first != "#", permissions.contains(where: code.contains) { linked.append(place) }
      for library in WordList.lists("libraries that ask once the app is active, from a version on")
      where code.hasPrefix("\"\(library.of)\"") {
        let version = code.split { !$0.isNumber }.compactMap { Int($0) }
        let first = library.lines[0].split(separator: ".").compactMap { Int($0) }
        if !version.lexicographicallyPrecedes(first) { waiting.insert(library.of) }
      }
      if code.hasPrefix("setup_permissions") { permissionLists[.typeScript] = place }
      if code.contains(/PERMISSION_\w++=1/) { permissionLists[.dart] = place }
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

extension [UInt8] {
  func has(_ word: String) -> Bool { firstOffset(of: Array(word.utf8)) != nil }

  /// Where a word stands first, in a fiftieth of the time of `firstRange(of:)`: thousands of files are looked through.
  package func firstOffset(of word: [UInt8]) -> Int? {
    indices.first { self[$0] == word.first && self[$0...].starts(with: word) }
  }
}
