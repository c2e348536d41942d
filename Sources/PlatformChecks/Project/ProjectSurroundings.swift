import RuleBook
import TextFormats

/// What an app's other files say: looked at for single words, and never judged.
struct ProjectSurroundings: Sendable {
  /// A place that was noted, with what stands there.
  struct Mark: Hashable, Sendable {
    var path: String
    var line: Int
    var what = ""
  }

  /// Languages that the app has texts in, with a file of each.
  private(set) var languages: [Mark] = []
  /// Files of texts that have the alert's key, where the system does not look for it.
  private(set) var misplaced: [Mark] = []
  /// Files other than settings that name the alert's key, and so may write it.
  private(set) var writers: [Mark] = []
  /// Where libraries are built with the permission to track, though nobody may ask.
  private(set) var linked: [Mark] = []
  /// Classes of the initial controllers, by the storyboard's name.
  private(set) var initialClasses: [String: [String]] = [:]
  /// Where a program that makes Expo's configuration gives a plug-in the text.
  private(set) var usageText: CodePlace?
  /// Programs that make Expo's configuration.
  private(set) var expoPrograms: [String] = []
  var hasForeignSources = false

  private static let usage = Array(AppKey.usage.utf8)

  /// Whether a file is looked at, by its name in small letters.
  static func looks(at name: String) -> Bool {
    WordList.has("files that say something beside", name) || name.hasPrefix("app.config.")
      || name.hasPrefix("localizable.")
      || WordList.words("ends of files that say something beside").contains { name.hasSuffix($0) }
  }

  /// Notes that a file may write the key.
  mutating func noteWriter(_ bytes: [UInt8], _ path: String) {
    if let found = bytes.firstOffset(of: Self.usage) {
      writers.append(Mark(path: path, line: line(of: found, bytes)))
    }
  }

  private func line(of index: Int, _ bytes: [UInt8]) -> Int {
    1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }
  }

  /// Looks at a file.
  ///
  /// - Returns: why all of it would have to be read, and is not; `nil` where nothing is missed.
  mutating func look(at bytes: [UInt8], _ path: String) -> String? {
    let name = path.names.last?.lowercased() ?? ""
    let isText = name.hasPrefix("localizable.")
    if isText {
      noteLanguages(bytes, path, name)
      if let found = bytes.firstOffset(of: Self.usage) {
        misplaced.append(Mark(path: path, line: line(of: found, bytes)))
      }
      return nil
    }
    noteWriter(bytes, path)
    if name.hasPrefix("app.config.") {
      expoPrograms.append(path)
      for key in Set(ConfigPlugin.all.map(\.key)).sorted() {
        guard usageText == nil, let found = bytes.firstOffset(of: Array(key.utf8)) else { continue }
        usageText = CodePlace(file: path, line: line(of: found, bytes), column: 1)
      }
      return "Expo's configuration is made by this program"
    }
    if name.hasSuffix(".storyboard") {
      noteScreens(bytes, path)
    } else if name == "podfile" || name == "pubspec.yaml" || name.hasPrefix("package.") {
      notePackages(bytes, path)
    }
    return nil
  }

  private mutating func noteLanguages(_ bytes: [UInt8], _ path: String, _ name: String) {
    if let folder = path.names.dropLast().last, folder.hasSuffix(".lproj") {
      languages.append(Mark(path: path, line: 1, what: String(folder.dropLast(6))))
    }
    guard name.hasSuffix(".xcstrings"), let text = try? decodedText(bytes),
      let root = try? PropertyValue(text, .json)
    else { return }
    var counts: [String: Int] = [:]
    for text in root["strings"]?.entries ?? [] {
      for language in text.value["localizations"]?.entries ?? [] { counts[language.key, default: 0] += 1 }
    }
    // A language that a few texts have is not one of the app's.
    let most = counts.values.max() ?? 0
    languages += counts.filter { 2 * $0.value >= most }.keys.sorted().map {
      Mark(path: path, line: 1, what: $0)
    }
  }

  /// Where libraries are built with the permission.
  private mutating func notePackages(_ bytes: [UInt8], _ path: String) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = String(decoding: line.prefix(400), as: UTF8.self)
      let code = line.drop { $0 == " " || $0 == "\t" }
      guard let first = code.first, first != "#" else { continue }
      if code.contains("PERMISSION_APP_TRACKING_TRANSPARENCY=1")
        || code.hasPrefix("'AppTrackingTransparency'")
      {
        linked.append(Mark(path: path, line: index + 1))
      }
    }
  }

  /// The class of a storyboard's initial controller, and of the first in it where that is a navigation controller.
  private mutating func noteScreens(_ bytes: [UInt8], _ path: String) {
    guard let text = try? decodedText(bytes) else { return }
    func attribute(_ name: String, in tag: Substring) -> String? {
      guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
      return String(tag[start.upperBound...].prefix { $0 != "\"" })
    }
    let tags = text.split(separator: "<")
    guard
      var wanted = tags.lazy.compactMap({ attribute("initialViewController", in: $0) }).first.map({ [$0] })
    else { return }
    var classes: [String] = []
    var isInside = false
    for tag in tags {
      if let id = attribute("id", in: tag), tag.contains("ontroller ") {
        isInside = wanted.contains(id)
        if isInside, let name = attribute("customClass", in: tag) { classes.append(name) }
      } else if isInside, tag.hasPrefix("segue "), attribute("kind", in: tag) == "relationship",
        let next = attribute("destination", in: tag)
      {
        wanted.append(next)
      }
    }
    let name = (path.names.last ?? "").dropLast(".storyboard".count)
    initialClasses[String(name), default: []] += classes
  }
}
