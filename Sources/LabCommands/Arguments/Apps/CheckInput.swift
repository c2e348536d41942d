import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import LocalFiles
import PlatformChecks
import Runs
import TextFormats

/// The files of one `check`, read.
struct CheckInput {
  private(set) var subjects: [ExperimentSubject] = []
  private(set) var project = AppProject()
  /// What is doubtful in the experiment's file, and files that were named and cannot be read.
  private(set) var remarks: [Finding] = []
  /// What keeps named files from being read.
  private(set) var problems: [FileProblem] = []
  private let isExcluded: (String) -> Bool
  /// What was read, so that a file in a folder and by its name is one.
  private var known: Set<String> = []

  /// Reads every file; what cannot be read keeps none of the others from being checked.
  ///
  /// - Parameter isExcluded: Says of a path in a folder whether its team leaves it out.
  /// - Throws: `ValidationError` for what is no file that can be checked.
  init(_ paths: [String], isExcluded: @escaping (String) -> Bool) throws {
    self.isExcluded = isExcluded
    for path in paths {
      do {
        try read(path)
      } catch {
        guard let found = Self.problems(error) else { throw error }
        problems += found
      }
    }
    remarks += problems.map { Finding($0, .error, "file") }
  }

  private mutating func read(_ path: String) throws {
    if Self.isFolder(path) { return try readFolder(path) }
    let isYAML = path == "-" || path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    if isYAML {
      if AppProject.role(of: path, isNamed: true) == .file(.projectSpec), try readSpecification(path) {
        return
      }
      return try readExperiment(path)
    }
    guard let role = AppProject.role(of: path, isNamed: true) else {
      throw ValidationError(
        "'\(path)' cannot be checked; expected an experiment (.yaml or .yml), an app's own file, or a folder with them. An app's own files are Info.plist, InfoPlist.strings, .xcstrings, PrivacyInfo.xcprivacy, project.pbxproj, .xcconfig, Expo's app.json, XcodeGen's project.yml, and sources (.swift, .m, .dart, .ts, .js)."
      )
    }
    try read(path, role)
  }

  private mutating func readExperiment(_ path: String) throws {
    guard path == "-" || isNew(path) else { return }
    let file = try loadExperiment(path: path)
    subjects.append(ExperimentSubject(file, path: path))
    remarks += file.warnings.map { Finding($0.problem, .warning, "experiment") }
    if path != "-", let bytes = try? Self.bytes(of: path) { project.noteComments(bytes, path) }
  }

  private mutating func read(_ path: String, _ role: AppProject.Role) throws {
    guard isNew(path) else { return }
    let bytes = try Self.bytes(of: path)
    if case .file = role {
    } else if bytes.count > AppFile.largest {
      return project.skip(path, "it has more than \(AppFile.largest) bytes")
    }
    try project.add(bytes, path: path, role: role)
  }

  /// Reads a specification of XcodeGen; one named `project.yml` may be an experiment.
  ///
  /// - Returns: whether it is one.
  private mutating func readSpecification(_ path: String) throws -> Bool {
    let bytes = try Self.bytes(of: path)
    guard let root = try PropertyValue(yaml: bytes, file: path) else { return false }
    // Known already, it is one all the same.
    guard isNew(path) else { return true }
    guard project.add(specification: root, path: path) else {
      known.remove(path.realPath)
      return false
    }
    project.noteComments(bytes, path)
    return true
  }

  /// Reads what a folder holds; what cannot be read is left out, since nobody named it.
  private mutating func readFolder(_ path: String) throws {
    let folder = try AppFolder(path, isExcluded: isExcluded)
    let experiments = folder.yaml.filter { path in
      (try? Self.bytes(of: path))?.firstOffset(of: Array("arms:".utf8)) != nil
    }
    for (path, role) in folder.files.map({ ($0.path, Optional($0.role)) }) + experiments.map({ ($0, nil) }) {
      do {
        switch role {
        case .file(.projectSpec): _ = try readSpecification(path)
        case let role?: try read(path, role)
        case nil: try readExperiment(path)
        }
      } catch {
        guard let found = Self.problems(error) else { throw error }
        for problem in found { project.skip(problem.file, line: problem.line, problem.message) }
      }
    }
    if let first = folder.examples.min() {
      let more = folder.examples.count - 1
      project.skip(
        first, "examples are left out beside an app" + (more > 0 ? ", and in \(more) more folders" : ""))
    }
    if folder.files.isEmpty, folder.yaml.isEmpty {
      throw Self.nothing(in: path)
    }
  }

  static func nothing(in path: String) -> FileProblem {
    FileProblem(
      file: path,
      message: "the folder holds no file that can be checked: no Info.plist, project or source of an app")
  }

  /// Whether a file has not been read yet, by whatever path.
  private mutating func isNew(_ path: String) -> Bool {
    known.insert(path.realPath).inserted
  }

  private static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  private static func bytes(of path: String) throws(FileProblem) -> [UInt8] {
    do throws(FileProblem) {
      return try InputFile(path).bytes(atMost: AppFile.largest)
    } catch {
      var problem = FileProblem(file: path, message: error.message)
      // Names of files can be any bytes; of these no path is made again.
      if path.unicodeScalars.contains("\u{FFFD}") { problem.message += "; its name is not UTF-8, rename it" }
      throw problem
    }
  }

  /// What keeps a file from being read; `nil` for what is no fault of a file.
  private static func problems(_ error: any Error) -> [FileProblem]? {
    switch error {
    case let found as FileProblems: return found.problems
    case let problem as FileProblem: return [problem]
    case _: return nil
    }
  }
}

extension Finding {
  /// What is wrong with a file itself.
  fileprivate init(_ problem: FileProblem, _ severity: Severity, _ rule: String) {
    self.init(
      rule, severity,
      at: FileLocation(file: problem.file, line: problem.line, column: problem.column), problem.message,
      fix: "")
  }
}
