import ExperimentFiles
import Foundation
import PlatformChecks

/// What can be checked in a folder and the folders in it: an app's own files, and its sources.
///
/// Hidden folders, what package managers fetched and what builds wrote are left out, and links are not
/// followed. What is found is in the order of the paths, so that the same folder always gives the same output.
struct AppFolder {
  /// Paths of the sources, each with its language.
  let sources: [(path: String, language: SourceLanguage)]
  /// Paths of the app's own files, each with what it is.
  let files: [(path: String, kind: AppFile.Kind)]
  /// Paths of YAML files that may be experiments, which are checked where they are named.
  let experiments: [String]

  /// Files that are looked through in one folder.
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
    var files: [(path: String, kind: AppFile.Kind)] = []
    var experiments: [String] = []
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
        case S_IFREG:
          if let language = SourceLanguage(path: name) {
            found.append((path, language))
          } else if let kind = Self.kind(of: name) {
            files.append((path, kind))
          } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            experiments.append(path)
          }
        case _: break
        }
      }
      guard entries <= Self.mostEntries, found.count + files.count <= Self.most else {
        throw Self.problem(
          folder, "holds more than \(Self.most) files that can be checked; name a folder in it")
      }
    }
    sources = found.sorted { $0.path < $1.path }
    self.files = files.sorted { $0.path < $1.path }
    self.experiments = experiments.sorted()
  }

  /// What a file of an app is by its name; `nil` for property lists, texts and catalogues that hold no usage string.
  private static func kind(of name: String) -> AppFile.Kind? {
    let kind = AppFile.kind(of: name)
    let lowered = name.lowercased()
    switch kind {
    case .infoPlist: return lowered.contains("info") && !lowered.contains("googleservice") ? kind : nil
    case .strings, .stringCatalog: return lowered.hasPrefix("infoplist.") ? kind : nil
    case .privacyManifest, .xcodeProject, .buildSettings, .expoConfig, .projectSpec, nil: return kind
    }
  }

  private static func problem(_ path: String, _ message: String) -> FileProblems {
    FileProblems(problems: [FileProblem(file: path, line: 0, column: 0, message: message)])
  }
}
