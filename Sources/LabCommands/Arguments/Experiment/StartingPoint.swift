import ArgumentParser
import EmbeddedFiles
import ExperimentFiles

/// What `att-lab init` writes: a starter for an app of one kind, or an experiment that comes with the tool.
struct StartingPoint: ExpressibleByArgument {
  /// Its name, and that of the file unless another is given.
  var name: String
  /// What it asks, or whom it is for.
  var summary: String
  /// The file.
  var text: String

  static let all =
    BuiltInPopulation.allCases.map { kind in
      StartingPoint(
        name: kind.rawValue, summary: "starter: \(kind.summary)", text: starterExperiment(preset: kind))
    }
    + shippedExperiments.map(StartingPoint.init(experiment:))

  static var allValueStrings: [String] { all.map(\.name) }

  var defaultValueDescription: String { name }

  private init(name: String, summary: String, text: String) {
    (self.name, self.summary, self.text) = (name, summary, text)
  }

  init?(argument: String) {
    guard let found = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = found
  }

  /// An experiment without what was found with the numbers of the shipped one, which says nothing of another app.
  private init(experiment name: String) {
    let question = "question: "
    var isFinding = false
    var lines: [Substring] = []
    let text = String(cString: embeddedFile("experiments/\(name).yaml"))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# Found:") {
        isFinding = true
        if lines.last == "#" { lines.removeLast() }
      } else if line == "#" || !line.hasPrefix("#") {
        isFinding = false
      }
      if !isFinding { lines.append(line) }
    }
    let asked = lines.first { $0.hasPrefix(question) }?.dropFirst(question.count) ?? ""
    self.init(name: name, summary: String(asked), text: lines.joined(separator: "\n"))
  }
}
