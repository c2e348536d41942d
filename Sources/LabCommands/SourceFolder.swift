import ExperimentFiles
import Foundation
import PlatformChecks

/// The sources of an app in a folder and the folders in it, to be looked through for calls.
///
/// Hidden folders, what package managers fetched and what builds wrote are left out, and links are not
/// followed. What is found is in the order of the paths, so that the same folder is always told alike.
struct SourceFolder {
  /// Paths of the sources, each with its language.
  let sources: [(path: String, language: SourceLanguage)]

  /// Sources that are looked through in one folder.
  static let most = 20_000
  /// Entries of folders that are looked at.
  private static let mostEntries = 500_000

  private static let skipped: Set<String> = [
    "Pods", "Carthage", "node_modules", "DerivedData", "build", "vendor", "dist", "checkouts",
  ]

  /// - Throws: `FileProblems` where the folder cannot be read, or holds more than is looked through.
  init(_ folder: String) throws {
    var waiting = [folder]
    var found: [(path: String, language: SourceLanguage)] = []
    var entries = 0
    while let next = waiting.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: next)
      } catch {
        throw Self.problem(next, "the folder could not be read")
      }
      entries += names.count
      for name in names where !name.hasPrefix(".") {
        let path = next.hasSuffix("/") ? next + name : "\(next)/\(name)"
        var info = stat()
        guard lstat(path, &info) == 0 else { continue }
        switch info.st_mode & S_IFMT {
        case S_IFDIR: if !Self.skipped.contains(name) { waiting.append(path) }
        case S_IFREG: if let language = SourceLanguage(path: name) { found.append((path, language)) }
        case _: break
        }
      }
      guard entries <= Self.mostEntries, found.count <= Self.most else {
        throw Self.problem(folder, "holds more than \(Self.most) sources; name a folder in it")
      }
    }
    sources = found.sorted { $0.path < $1.path }
  }

  private static func problem(_ path: String, _ message: String) -> FileProblems {
    FileProblems(problems: [FileProblem(file: path, line: 0, column: 0, message: message)])
  }
}
