import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import LocalFiles
import PlatformChecks
import Runs

/// The files of one `check`, read.
struct CheckInput {
  var experiment: ExperimentFile?
  var subject: ExperimentSubject?
  var files: [AppFile] = []
  /// What is doubtful in the experiment file, as `simulate` prints it too.
  var warnings: [FileProblem] { experiment?.warnings ?? [] }
  /// What keeps some of the files from being read; the others are checked all the same.
  var problems: [FileProblem] = []
  var sources: [SourceFile] = []
  /// Files of a folder that were left out, since nobody named them, with the reason.
  var leftOut: [FileProblem] = []
  /// Whether one of them is the app's own and not a source: nothing stands in for an Info.plist.
  var leavesOutAppFile = false
  /// YAML files of a folder, which are read where they are named.
  var unnamed: [String] = []
  /// What was read, so that a file in a folder and by its name is one.
  private var known: Set<FileNumber> = []

  /// A file by where it lies on its disk, whatever path leads to it.
  private struct FileNumber: Hashable {
    var device: UInt64
    var number: UInt64

    init?(_ path: String) {
      var info = stat()
      guard stat(path, &info) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: info.st_dev)
      number = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }

  /// Reads every file, and collects all that is wrong with any.
  ///
  /// - Throws: `ValidationError` for what is no file that can be checked, `FileProblems` where no file can
  ///   be read.
  init(_ paths: [String]) throws {
    guard !paths.isEmpty else {
      throw ValidationError("Name at least one file to check, or see '--list'.")
    }
    for path in paths {
      do {
        try read(path)
      } catch {
        guard let found = Self.problems(error, reading: path) else { throw error }
        problems += found
      }
    }
    if experiment == nil, files.isEmpty, sources.isEmpty {
      throw FileProblems(problems: problems + leftOut)
    }
  }

  /// What keeps a file from being read; `nil` for what is no fault of a file.
  private static func problems(_ error: any Error, reading path: String) -> [FileProblem]? {
    switch error {
    case let found as FileProblems: found.problems
    case let error as InputError where AppFile.kind(of: path) != nil:
      [FileProblem(file: path, line: 0, column: 0, message: "could not be read: \(reason(error))")]
    case let problem as AppFileProblem:
      [
        FileProblem(
          file: problem.file, line: problem.line, column: problem.line > 0 ? 1 : 0, message: problem.message)
      ]
    case _: nil
    }
  }

  private mutating func read(_ path: String) throws {
    if let kind = AppFile.kind(of: path), kind != .projectSpec { return try read(path, kind) }
    if AppFile.kind(of: path) == .projectSpec, try readSpecification(path) { return }
    if path == "-" || path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      guard experiment == nil else {
        throw ValidationError("Give one experiment at a time; '\(path)' is a second one.")
      }
      let file = try loadExperiment(path: path)
      experiment = file
      return subject = ExperimentSubject(file, path: path)
    }
    if Self.isFolder(path) { return try readFolder(path) }
    guard let language = SourceLanguage(path: path) else {
      throw ValidationError(
        "'\(path)' cannot be checked; expected an experiment (.yaml or .yml), an app's own file, or a folder with them. \(Self.expected)"
      )
    }
    try read(path, language)
  }

  private static let expected =
    "An app's own files are Info.plist, InfoPlist.strings, .xcstrings, PrivacyInfo.xcprivacy, project.pbxproj, .xcconfig, Expo's app.json, XcodeGen's project.yml, and sources (.swift, .m, .dart, .ts, .js)."

  private mutating func read(_ path: String, _ kind: AppFile.Kind) throws {
    guard !isKnown(path) else { return }
    files.append(try AppFile(try Self.bytes(of: path), path: path, kind: kind))
    remember(path)
  }

  private mutating func read(_ path: String, _ language: SourceLanguage) throws {
    guard !isKnown(path) else { return }
    sources.append(try Self.source(path, language))
    remember(path)
  }

  /// Reads a specification of XcodeGen; one named `project.yml` may be an experiment.
  ///
  /// - Returns: whether it is one.
  private mutating func readSpecification(_ path: String) throws -> Bool {
    guard let root = try PropertyValue(yaml: try Self.bytes(of: path), file: path),
      let file = AppFile(specification: root, path: path)
    else { return false }
    if !isKnown(path) { files.append(file) }
    remember(path)
    return true
  }

  /// Whether a file has been read, by whatever path.
  private func isKnown(_ path: String) -> Bool { FileNumber(path).map { known.contains($0) } ?? false }

  private mutating func remember(_ path: String) {
    if let number = FileNumber(path) { known.insert(number) }
  }

  /// Reads what a folder holds; what cannot be read is left out, since nobody named it.
  private mutating func readFolder(_ path: String) throws {
    let folder = try AppFolder(path)
    for (path, kind) in folder.files {
      let before = leftOut.count
      try leavingOut(path) {
        guard kind == .projectSpec else { return try $0.read(path, kind) }
        if try !$0.readSpecification(path) { $0.unnamed.append(path) }
      }
      // A project.yml or app.json can be another tool's.
      if leftOut.count > before, kind != .projectSpec, kind != .expoConfig { leavesOutAppFile = true }
    }
    for (path, language) in folder.sources { try leavingOut(path) { try $0.read(path, language) } }
    unnamed += folder.experiments
    guard !files.isEmpty || !sources.isEmpty || !leftOut.isEmpty else {
      throw ValidationError(
        "'\(path)' is a folder without a file that can be read from it; name an experiment (.yaml or .yml) or an app's own file. \(Self.expected)"
      )
    }
  }

  /// Reads a file of a folder, which is left out where it cannot be read.
  private mutating func leavingOut(_ path: String, _ read: (inout CheckInput) throws -> Void) throws {
    do {
      try read(&self)
    } catch {
      guard let found = Self.problems(error, reading: path) else { throw error }
      leftOut += found
    }
  }

  /// A source, looked through for calls.
  private static func source(_ path: String, _ language: SourceLanguage) throws -> SourceFile {
    do {
      return try SourceFile(try bytes(of: path), path: path, language: language)
    } catch let error as InputError {
      throw FileProblems(problems: [
        FileProblem(file: path, line: 0, column: 0, message: "could not be read: \(reason(error))")
      ])
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Why a file cannot be read, with what to do where that is known.
  private static func reason(_ error: InputError) -> String {
    if error.path.unicodeScalars.contains("\u{FFFD}") {
      return "\(error.reason); its name is not UTF-8, rename it"
    }
    switch error.problem {
    case .isFolder: return "it is a folder; name the file in it"
    case .isPipeOrDevice: return "it is a pipe or a device; put its text into a file"
    case .missing, .isWaiting, .isClosed, .refused: return error.reason
    }
  }

  /// The bytes of a file, as far as one may be large.
  private static func bytes(of path: String) throws -> [UInt8] {
    do throws(UnreadableInput) {
      return try InputFile(path).bytes(atMost: AppFile.largest)
    } catch {
      throw InputError(path: path, problem: error)
    }
  }

  /// What checking them finds.
  var report: CheckReport { CheckReport(experiment: subject, files: files, sources: sources) }
}

extension PropertyValue {
  /// What a YAML text holds; `nil` for nothing but comments.
  ///
  /// - Throws: `FileProblems` for what is not YAML, or too large.
  fileprivate init?(yaml bytes: [UInt8], file: String) throws {
    let root = try readYAML(
      bytes, file: file, scalar: { PropertyValue(content: .text($0), line: $1) },
      list: { PropertyValue(content: .list($0), line: $1) },
      mapping: { entries, line in
        PropertyValue(
          content: .mapping(entries.map { Entry(key: $0.key, line: $0.line, value: $0.value) }), line: line)
      })
    guard let root else { return nil }
    self = root
  }
}
