import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import ResultStore
import Runs
import ScratchFolders
import Synchronization
import TextFormats

extension Scratch {
  /// A new store.
  func store(_ name: String) throws -> ResultStore { try ResultStore(path: path(name), access: .writing) }
}

/// The sample of all tests, with fewer installs.
let sample = sampleText.replacing("installs: 400", with: "installs: 300")

/// The same with as many trials as a chance needs, and a margin for which they are enough.
let longer = sample.replacing("trials: 6", with: "trials: 20\nmargin: 20pp")

/// The plan of the sample, or of another text, with what is set in it.
func plan(_ text: String = sample, _ settings: [Setting] = []) throws -> SimulationPlan {
  let file = try loadExperiment(
    text: Array(text.utf8), path: "sample.yaml", overrides: settings)
  return SimulationPlan(file, overrides: settings)
}

/// The problems of an experiment in `x.yaml`, or its warnings where it loads.
func told(_ text: [UInt8]) -> (problems: [String], areErrors: Bool) {
  do throws(FileProblems) {
    return (try loadExperiment(text: text, path: "x.yaml").warnings.map(\.description), false)
  } catch {
    return (error.problems.map(\.description), true)
  }
}

/// What a context received, in few words.
final class Told: Sendable {
  private let told = Mutex<[String]>([])

  /// In the order in which it happened; trials are counted where they end.
  var events: [String] { told.withLock { $0 } }

  /// How many trials have been reported.
  var trials: Int { seen.withLock { $0 } }

  private let seen = Mutex(0)

  /// How many simulations of alternative models were done of how many, step by step.
  var steps: [(done: Int, most: Int)] { judgedSteps.withLock { $0 } }

  private let judgedSteps = Mutex<[(done: Int, most: Int)]>([])

  func callAsFunction(_ event: RunEvent) {
    switch event {
    case .renaming(_, let name): add("renaming to \(name)")
    case .found: add("found")
    case .resuming(let run): add("resuming \(run.storedTrials)")
    case .resumingShard(let stored, let count): add("resuming shard \(stored) of \(count)")
    case .simulating(_, let trials): add("simulating \(trials)")
    case .trial: seen.withLock { $0 += 1 }
    case .simulated: add("simulated \(trials)")
    case .answering: add("answering")
    case .judging(let done, let most):
      judgedSteps.withLock { $0.append((done, most)) }
      if done == 0 { add("judging") }
    case .judged: add("judged")
    case .joining(let shard, let count): add("joining \(shard) of \(count)")
    case .joined: add("joined")
    }
  }

  private func add(_ event: String) { told.withLock { $0.append(event) } }
}
