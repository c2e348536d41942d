import Foundation
import PlatformChecks
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
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: next) else {
        guard next == folder else { continue }
        throw FileProblem(file: next, message: "the folder could not be read")
      }
      entries += names.count
      if next != folder, AppProject.isApart(names, reading: { Self.bytes("\(next)/\($0)") }) {
        continue
      }
      // A web page that is shipped as it was built.
      if next.hasSuffix("/public"), names.contains("index.html") { continue }
      let made = AppProject.made(beside: names)
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
      if AppProject.isForeign(folder: name, beside: names) { return [] }
      if hasExamples || !AppProject.isExample(folder: name, beside: names) { return [path] }
      examples.append(path)
      return []
    case S_IFREG:
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
