import Foundation
import PlatformChecks
import RuleBook
import TextFormats

/// What can be checked in a folder and the folders in it.
///
/// Hidden folders, what package managers fetched, what builds wrote, tests and plug-ins' own code are left out, and links
/// are not followed. What is found is in the order of the paths, so that the same folder always gives the same output.
struct AppFolder {
  /// Each with what it is.
  private(set) var files: [(path: String, role: AppProject.Role)] = []
  /// YAML files, which may be experiments.
  private(set) var yaml: [String] = []
  /// Folders of examples, which are left out beside an app.
  private(set) var examples: [String] = []
  /// Says of a path whether its team leaves it out.
  private let isExcluded: (String) -> Bool
  private let hasExamples: Bool
  private let root: String
  private var entries = 0

  /// Files that are looked through in one folder.
  static let most = 20_000
  /// Entries of folders that are looked at.
  private static let mostEntries = 500_000

  /// - Throws: `FileProblem` where the folder cannot be read, or holds more than is looked through.
  init(_ folder: String, isExcluded: @escaping (String) -> Bool) throws {
    try self.init(folder, isExcluded, hasExamples: false)
    // A folder of nothing but examples is about them.
    if files.isEmpty { try self.init(folder, isExcluded, hasExamples: true) }
  }

  private init(_ folder: String, _ isExcluded: @escaping (String) -> Bool, hasExamples: Bool) throws {
    self.isExcluded = isExcluded
    self.hasExamples = hasExamples
    root = folder
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: next) else {
        guard next == folder else { continue }
        throw FileProblem(file: next, message: "the folder could not be read")
      }
      entries += names.count
      if next != folder, Self.isApart(names, reading: { Self.bytes("\(next)/\($0)") }) {
        continue
      }
      // A web page that is shipped as it was built.
      if next.hasSuffix("/public"), names.contains("index.html") { continue }
      let made = Self.made(beside: names)
      for name in names where !name.hasPrefix(".") && !made.contains(name) {
        waiting += look(at: name, in: next, beside: names)
      }
      guard entries <= Self.mostEntries, files.count <= Self.most else {
        throw FileProblem(
          file: folder,
          message:
            "holds more than \(Self.most) files that can be checked; name a folder in it, or exclude some")
      }
    }
    files.sort { $0.path < $1.path }
    yaml.sort()
  }

  /// Takes a file in.
  ///
  /// - Returns: the path of a folder that is to be looked through.
  private mutating func look(at name: String, in folder: String, beside names: [String]) -> [String] {
    // As a code host names it: without a dot before it.
    let isHere = folder == "." || folder == "./"
    let path = isHere ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    var info = stat()
    guard lstat(path, &info) == 0, !isExcluded(path) else { return [] }
    switch info.st_mode & S_IFMT {
    case S_IFDIR:
      if Self.isForeign(folder: name, beside: names) { return [] }
      // An app is called as it likes: `ios/Demo`.
      let isNative = folder.hasSuffix("/ios")
      if hasExamples || isNative || !Self.isExample(folder: name, beside: names) { return [path] }
      // Those of what others wrote are nobody's to read.
      if folder == root { examples.append(path) }
      return []
    case S_IFREG:
      // What a bundler takes for other systems: `ads.web.ts`, `ads.android.tsx`.
      let parts = name.split(separator: ".")
      if parts.dropFirst().dropLast().contains(where: { $0 == "web" || $0 == "android" }) { return [] }
      if let role = AppProject.role(of: path) {
        files.append((path, role))
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        yaml.append(path)
      }
      return []
    case _: return []
    }
  }

  private static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }
}

/// Which folders are none of an app.
extension AppFolder {
  /// Whether a folder holds no sources of the app: what was fetched, what was built, tests.
  ///
  /// - Parameter names: What lies beside it: the folder of a project that is itself called tests is none.
  static func isForeign(folder name: String, beside names: [String] = []) -> Bool {
    let lowered = name.lowercased()
    if names.contains(name + ".xcodeproj") { return false }
    return WordList.has("folders of no app", lowered) || name.hasPrefix(".")
      || ["Tests", "Mocks"].contains { name.hasSuffix($0) }
      || WordList.words("ends of folders of no app").contains { lowered.hasSuffix($0) }
  }

  /// Whether a folder holds examples, which count where there is nothing else.
  ///
  /// - Parameter names: What lies beside it: the folder of a project that is itself called so holds none.
  static func isExample(folder name: String, beside names: [String]) -> Bool {
    WordList.has("folders of examples", name.lowercased()) && !names.contains(name + ".xcodeproj")
  }

  /// Folders that a build makes, by what stands beside them: of Unity, Cordova and NativeScript.
  static func made(beside names: [String]) -> Set<String> {
    var made: Set<String> = names.contains("ProjectSettings") ? ["Library", "Temp", "Logs"] : []
    if names.contains("config.xml") || names.contains("App_Resources") { made.insert("platforms") }
    return made
  }

  /// Whether a folder that has these files is a plug-in with code of its own, which the app only calls, or a site.
  static func isApart(_ names: [String], reading file: (String) -> [UInt8]) -> Bool {
    if names.contains("plugin.xml") { return true }
    if names.contains("package.json") {
      let package = String(decoding: file("package.json"), as: UTF8.self)
      // An app may have one for its own native code.
      return names.contains { $0.hasSuffix(".podspec") } && !names.contains("app.json")
        || WordList.words("packages of a site").contains { package.contains("\"\($0)\"") }
          && !WordList.words("beginnings of packages of an app").contains { package.contains("\"\($0)") }
    }
    return names.contains("pubspec.yaml")
      && file("pubspec.yaml").firstRange(of: Array("\n  plugin:".utf8)) != nil
  }
}
