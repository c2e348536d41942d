import ExperimentFiles
import Foundation
import LocalFiles
import PlatformChecks
import TextFormats

/// `.att-lab.yml`, found in the folder of what is checked or in one above it.
struct TeamSettings {
  private(set) var settings = CheckSettings()
  /// The folder that its paths start from.
  private var folder = ""

  private static let name = ".att-lab.yml"

  /// - Parameter path: what is checked.
  /// - Throws: `FileProblem` or `FileProblems` for a file that is none.
  init(above path: String, baseline: String?) throws {
    if let file = Self.file(above: path) {
      folder = String(file.dropLast(Self.name.count))
      // It is named as somebody would open it from here.
      let here = FileManager.default.currentDirectoryPath + "/"
      let named = file.hasPrefix(here) ? String(file.dropFirst(here.count)) : file
      if let root = try PropertyValue(yaml: try Self.bytes(file, called: named), file: named) {
        settings = try CheckSettings(root, path: named)
      }
    }
    if let baseline {
      let bytes = try Self.bytes(baseline, called: baseline)
      try settings.know(bytes, path: baseline)
    }
  }

  /// Whether the team leaves a path out.
  func excludes(_ path: String) -> Bool {
    guard !settings.exclude.isEmpty else { return false }
    let whole = URL(fileURLWithPath: path).standardizedFileURL.path
    return whole.hasPrefix(folder) && settings.excludes(String(whole.dropFirst(folder.count)))
  }

  /// The nearest one; of a repository no further than its own folder.
  private static func file(above path: String) -> String? {
    var folder = URL(fileURLWithPath: path == "-" ? "." : path).standardizedFileURL
    while true {
      let file = folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: file) { return file }
      if folder.path == "/"
        || FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
      {
        return nil
      }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
  }

  private static func bytes(_ path: String, called name: String) throws(FileProblem) -> [UInt8] {
    try FileProblem.located(in: name) { () throws(FileProblem) in
      try InputFile(path).bytes(atMost: AppFile.largest)
    }
  }
}
