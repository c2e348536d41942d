import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import GSLNumerics
import Inference
import LocalFiles
import ResultStore
import Runs
import Studies
import TestData
import Testing

@testable import LabCommands
@testable import Simulation

@Suite("Every error says how it ends the command")
struct CommandFailureTests {
  /// Errors that are caught by the code that calls what throws them, and are put into words there.
  private static let caught: Set<String> = [
    "ExperimentDesign.ExperimentFault", "ExperimentDesign.RequirementProblem",
    "ExperimentFiles.UnreadableText", "ExperimentFiles.UnreadableFile", "ExperimentFiles.Excess",
    "LocalFiles.UnreadableInput", "LocalFiles.SystemFailure", "PlatformChecks.AppFileProblem",
    "PlatformChecks.ReadingFault", "Studies.CalibrationProblem", "Studies.Refusal",
    "TestAnalysis.AnalysisRefusal",
    "TextFormats.Fault", "TextFormats.JSONProblem", "TextFormats.JSONSyntaxProblem",
    "TestData.ReadingRefusal", "LabCommands.ReaderGone", "LabCommands.StoppedSearch",
    "Explore.ConnectionLost", "Explore.NotOffered", "Explore.PortInUse", "Explore.Refusal",
    "Explore.TookTooLong",
    "Runs.RunStopped", "Runs.RunTooLarge", "Runs.WorkStopped",
  ]

  /// Errors that only an app's own code can get.
  private static let ofApps: Set<String> = [
    "PromptFlow.Problem", "PromptFlow.StrategyDocumentError", "PromptFlow.FlowStateError",
    "PromptFlowStorage.InvalidDefaultsSuite", "PromptFlowApple.NotReadYet",
  ]

  private static let problem = FileProblem(file: "a.yaml", line: 2, column: 3, message: "wrong")

  /// One of each type, with what it ends the process with and the start of its first line.
  private static let failures: [(error: any CommandFailure, status: Int32, start: String?)] = [
    (FileProblems(problems: [problem]), 65, "a.yaml:2:3: wrong"),
    (
      DataProblems(problems: [DataProblem(file: "a.csv", line: 1, column: 1, message: "wrong")]), 65,
      "a.csv:1:1: wrong"
    ),
    (RefusedSettings(problems: FileProblems(problems: [problem])), 64, "Error: a.yaml:2:3: wrong"),
    (
      UnreadableExperiment(run: "ab", problems: FileProblems(problems: [problem])), 1,
      "Error: the stored text of run ab"
    ),
    (UnreadableRun(run: "ab", objective: "x"), 1, "Error: run ab cannot be read"),
    (ValidationError("expected a name"), 64, "Error: expected a name"),
    (InputError(path: "a.csv", problem: .missing), 65, "a.csv: cannot be read"),
    (ResultStoreError.missing(path: "s"), 74, "Error: no store at 's'"),
    (ResultStoreError.badName(name: "-"), 64, "Error: "),
    (ResultNotKept(reason: .readOnly(path: "s")), 74, "Error: cannot write the store 's'"),
    (ResultStoreError.unfit(run: "ab", trial: 1, reason: "no sum"), 1, "Error: "),
    (TooLarge(limit: .disk(bytes: 2e13)), 65, "Error: the run is too large: its trials take about 20 TB"),
    (TooLarge(limit: .time(seconds: 1e9, threads: 2), isCommandLine: true), 64, "Error: the run is too"),
    (ShardMismatch.noRun(path: "s"), 65, "Error: 's' holds no run"),
    (ShardMismatch.noStore, 64, "Error: there is no store to join"),
    (OutputError.exists(path: "a"), 74, "Error: 'a' exists already"),
    (NothingFound(examples: [], lookedAt: 1, install: 0, trials: 0...0), 1, "Error: none of the 1 installs"),
    (TestPlanProblem.nothingGiven, 64, "Error: "),
    (TestRequestProblem.incomplete, 64, "Error: Some trials have no value"),
    (
      CalibrationFailure(problem: .noArm("x", line: 3, known: ["a"]), file: "a.csv"), 65,
      "a.csv:3:1: the experiment has no option 'x'; its options are a. If 'x' is 'a' there, add --map-arm a=x, and one more "
    ),
    (
      CalibrationFailure(
        problem: .noArm("Launch", line: 2, known: ["b (looked for as 'c')", "At launch"]), file: "a.csv"), 65,
      "a.csv:2:1: the experiment has no option 'Launch'; its options are b (looked for as 'c'), At launch. If 'Launch' is "
        + "'At launch' there, add --map-arm 'At launch=Launch', and one more for each option that has another name"
    ),
    (
      CalibrationFailure(
        problem: .noArm("lunch", line: 2, others: ["later2", "zzzzzz"], known: ["launch", "later"]),
        file: "a.csv"), 65,
      "a.csv:2:1: the experiment has no options 'lunch', 'later2' and 'zzzzzz'; its options are launch, later. If 'lunch' is "
        + "'launch' and 'later2' is 'later' there, add --map-arm launch=lunch --map-arm later=later2. Leave out the rows of "
        + "'zzzzzz', or add the option to the file"
    ),
    (NotShown(sentences: ["not shown"]), 2, "not shown"),
    (UnjudgedTest(file: "t.csv", cause: .split), 2, "Nothing was learnt from 't.csv'. The split is broken"),
    (Interrupted(stored: 1, trials: 2, command: "x"), 130, "Interrupted: 1 of 2 trials are stored"),
    (EndedWhileWaiting(lines: ["Interrupted"]), 130, "Interrupted"),
    (InterruptedSearch(), 130, "Interrupted: nothing is stored. The same command searches again"),
    (PageNotServed(port: 80, reason: "x"), 74, "Error: the page cannot listen on port 80 of 127.0.0.1: x."),
    (PageNotServed(port: 80, reason: "x", isTaken: true), 74, "Error: another program listens on port 80"),
    (InterruptedUnchanged(), 130, "Interrupted: nothing was changed"),
    (
      RunShapeMismatch(run: "ab", engine: "4", differences: []), 2, "Error: run ab cannot be computed again"
    ),
    (ReportedFailure(.notShown), 2, nil),
    (OverlongLife(trial: 0, installs: 1), 1, "Error: trial 0: 1 install would open"),
    (NumericsError.noVariation, 1, "Error: "),
    (RetentionFitError.sessionsPerActiveDayOutOfRange(value: 0), 1, "Error: 'sessions_per_active_day'"),
    (ObservedCountError.negative(-1), 1, "Error: a count must be at least 0, not -1"),
    (DecisionTimesError.time(-1), 1, "Error: the days since an install must be 0 or more"),
  ]

  /// The types that are declared to be errors, as `Module.Name`, and the names of those that end a command.
  private static func declared() throws -> (errors: Set<String>, failures: Set<String>) {
    let sources = Lab.experiments.deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var errors: Set<String> = []
    var failures: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let module = file.path.dropFirst(sources.path.count + 1).prefix { $0 != "/" }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(enum|struct|class|extension) ([A-Z][\w.]*): ([^{\n]*)\{/) {
        let name = match.2.split(separator: ".").last.map(String.init) ?? ""
        if match.3.contains(/\bCommandFailure\b/) {
          failures.insert(name)
        } else if match.3.contains(/\bError\b/) {
          errors.insert("\(module).\(name)")
        }
      }
    }
    return (errors, failures)
  }

  @Test("an error that nobody catches on the way says its own exit status and lines")
  func conformance() throws {
    let (errors, failures) = try Self.declared()
    #expect(errors.count > 20)
    let known = Self.caught.union(Self.ofApps)
    let silent = errors.subtracting(known).filter { name in
      !failures.contains(name.split(separator: ".").last.map(String.init) ?? "")
    }
    #expect(silent.isEmpty, "\(silent.sorted())")
    #expect(known.isSubset(of: errors), "\(known.subtracting(errors).sorted())")
  }

  @Test("every such type is among those whose status is held here")
  func complete() throws {
    let held = Set(Self.failures.map { "\(type(of: $0.error))" })
    #expect(try Self.declared().failures == held)
  }

  @Test("the status and the first line are those of the error", arguments: failures.indices)
  func words(index: Int) {
    let (error, status, start) = Self.failures[index]
    #expect(error.exitStatus.rawValue == status)
    #expect(start == nil ? error.lines.isEmpty : error.lines.first?.hasPrefix(start ?? "-") == true)
    // The parser of arguments begins with a capital letter, and so does everything else.
    #expect(error.lines.first?.hasPrefix("error:") != true)
  }
}
