import ExperimentSamples
import Foundation
import Synchronization
import Testing

@testable import LabCommands

/// The built program, run as anybody would run it, in a folder of its own.
final class Lab: Sendable {
  /// What a run of the program left.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The current folder of every command; removed with the lab.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("att-lab-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A lab with an experiment in a file of it.
  convenience init(of experiment: String) throws {
    try self.init()
    try write(experiment, to: "sample.yaml")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A lab for all tests of a suite, which goes away with the process.
  static func shared(_ made: () throws -> Lab) -> Result<Lab, any Error> {
    Result {
      let lab = try made()
      folders.withLock { $0.append(lab.folder) }
      atexit { Lab.folders.withLock { for folder in $0 { try? FileManager.default.removeItem(at: folder) } } }
      return lab
    }
  }

  private static let folders = Mutex<[URL]>([])

  /// Runs `att-lab` with these arguments.
  func callAsFunction(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(Self.program, arguments, environment: environment)
  }

  /// Runs `att-lab` with a list of arguments.
  func run(_ arguments: [String]) throws -> Outcome { try run(Self.program, arguments, environment: [:]) }

  /// Runs a line of shell in which `$LAB` is the program.
  func shell(_ line: String) throws -> Outcome {
    try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], environment: ["LAB": Self.program.path])
  }

  /// Starts a line of shell in which `$LAB` is the program, for a test to go on beside it.
  func start(_ line: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["LAB": Self.program.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    // A process begins with the signals blocked that its maker's thread blocks, and threads of tests block
    // nearly all.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // What the tests were started to ignore (Ctrl-C, where a shell runs them in the background) would stay
    // ignored too.
    let signals = [SIGINT, SIGTERM, SIGHUP]
    let dispositions = signals.map { signal($0, SIG_DFL) }
    defer { for (number, disposition) in zip(signals, dispositions) { signal(number, disposition) } }
    try process.run()
    return process
  }

  /// Writes a file into the lab's folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func run(_ program: URL, _ arguments: [String], environment: [String: String]) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["ATT_LAB_DB"] = nil
    variables["COLUMNS"] = "80"
    process.environment = variables.merging(environment) { $1 }
    // Files and not pipes, which a long output would fill while nobody reads.
    let output = FileManager.default.temporaryDirectory.appendingPathComponent(
      "att-lab-output-\(UUID().uuidString)")
    let errors = output.appendingPathExtension("errors")
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Beside the tests, or some folders above them where they are a bundle.
  static let program: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<5 {
      let candidate = folder.appendingPathComponent("att-lab")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return folder.appendingPathComponent("att-lab")
  }()

  /// The folder of the shipped experiments.
  static let experiments = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Experiments")

  /// Their names without the ending, in order.
  static let shippedExperiments: [String] =
    ((try? FileManager.default.contentsOfDirectory(at: experiments, includingPropertiesForKeys: nil)) ?? [])
    .filter { $0.pathExtension == "yaml" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()

  static func experiment(_ name: String) -> String {
    experiments.appendingPathComponent("\(name).yaml").path
  }
}

/// What a command ends with; the library for tests has a type of that name too.
typealias Status = LabCommands.ExitStatus

extension Lab {
  /// What a command writes to its `--out`, run in this process: where neither streams nor exit codes are looked at.
  ///
  /// - Parameters:
  ///   - line: as a shell has it, with single quotes alone; names of files are of the lab's folder.
  ///   - failures: those after which it has written all the same.
  func written(_ line: String, despite failures: Set<Status> = []) async throws -> String {
    let out = path("out-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: out) }
    do {
      try await perform(line + " --out '\(out)'")
    } catch let failure as any CommandFailure where failures.contains(failure.exitStatus) {}
    return try String(contentsOfFile: out, encoding: .utf8)
  }

  /// Runs a command in this process; see ``written(_:despite:)``.
  func perform(_ line: String) async throws {
    var words = line.matches(of: /'([^']*)'|[^ ]+/).map { String($0.output.1 ?? $0.output.0) }.map { word in
      word.wholeMatch(of: /[^\/-][^\/]*\.(yaml|csv|sqlite|json|plist)/) == nil ? word : path(word)
    }
    let stored = ["simulate", "show", "compare", "report", "export", "plan", "calibrate", "optimize", "runs"]
    if stored.contains(words[0]), !words.contains("--db") { words += ["--db", path("att-lab.sqlite")] }
    try await AttLab.perform(words)
  }

  /// How a command ends that is run in this process.
  func ending(_ line: String) async -> Status? {
    do {
      try await perform(line)
      return .done
    } catch let failure as any CommandFailure {
      return failure.exitStatus
    } catch {
      return Status(rawValue: AttLab.exitCode(for: error).rawValue)
    }
  }

  /// A lab with a run of an experiment in its store.
  ///
  /// - Parameter settings: what `simulate` is told beside the file, as a shell has it.
  static func simulated(_ settings: String, of experiment: String = openExperiment) async throws -> Lab {
    let lab = try Lab(of: experiment)
    _ = try await lab.written("simulate sample.yaml --quiet \(settings)")
    return lab
  }

  /// The JSON that a command writes; see ``written(_:despite:)``.
  func object(_ line: String, despite failures: Set<Status> = []) async throws -> [String: Any] {
    let text = try await written(line + " --format json", despite: failures)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}

/// The sample of all tests.
let sampleExperiment = sampleText

/// The sample, with a cold question of a cost that is not known: either option may be best.
let openExperiment = sampleExperiment.replacing(
  "cold_odds_ratio: 0.5", with: "cold_odds_ratio: {lognormal: [0.65, 0.3]}")

/// The sample with a search in place of its arms.
let searchedExperiment =
  sampleExperiment.components(separatedBy: "arms:")[0] + """
    search:
      ask: [onboarding, launch, {session: 2}]
      pre_prompt: [none, open]
      retry: [each_activation, never]
      usage_string: plain

    """
