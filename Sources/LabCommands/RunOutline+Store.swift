import ExperimentDesign
import ResultStore
import Studies

extension RunOutline {
  /// The outline of a stored run.
  init(_ record: RunRecord) throws(UnreadableRun) {
    let description = record.inputs.description
    guard let objective = Objective(named: description.objectiveName) else {
      throw UnreadableRun(run: record.id, what: "its objective '\(description.objectiveName)'")
    }
    self.init(
      run: record.id, name: record.name, description: description, objective: objective,
      platform: record.platform)
  }
}

/// A stored run that this version cannot make sense of.
struct UnreadableRun: CommandFailure, CustomStringConvertible {
  var run: String
  var what: String

  var description: String {
    "run \(run) cannot be read: \(what) is unknown to this version; use the att-lab that made it"
  }

  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["error: \(self)"] }
}
