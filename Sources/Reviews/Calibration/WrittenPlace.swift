import Rendering

/// The part of a file in which a learnt number is written: numbers of two parts are not drawn together.
enum WrittenPlace: Hashable {
  case everybody
  case segment(String)
  case scenario(String)
  case words(String)

  init(path: String) {
    let keys = path.split(separator: ".").map(String.init)
    switch (keys.first, keys.dropFirst().first) {
    case ("segments"?, let name?): self = .segment(name)
    case ("scenarios"?, let name?): self = .scenario(name)
    case (let section?, _?) where ["usage_strings", "pre_prompts"].contains(section): self = .words(section)
    case _: self = .everybody
    }
  }

  /// After "numbers of".
  var words: String {
    switch self {
    case .everybody: "everybody"
    case .segment(let name): "the segment \(TerminalText.safe(name))"
    case .scenario(let name): "the scenario \(TerminalText.safe(name))"
    case .words(let section): section
    }
  }
}

extension LearnedWords {
  /// A correlation between written numbers below which nobody misses it.
  private static let leastCorrelation = 0.1

  /// That numbers which are written in several places are no longer drawn together, where that loses something.
  var parted: String? {
    let written = report.numbers.indices.filter { report.numbers[$0].isWritten }
    guard report.covariance.count == written.count else { return nil }
    let places = written.map { WrittenPlace(path: report.numbers[$0].path) }
    var apart: [WrittenPlace] = []
    for row in written.indices {
      for column in written.indices[..<row] where places[row] != places[column] {
        let own = report.covariance[row][row] * report.covariance[column][column]
        guard own > 0, abs(report.covariance[row][column]) > Self.leastCorrelation * own.squareRoot() else {
          continue
        }
        for place in [places[column], places[row]] where !apart.contains(place) { apart.append(place) }
      }
    }
    guard apart.count > 1 else { return nil }
    return
      "\(report.out == nil ? "A file has" : "The written file has") no correlation between numbers of \(apart.map(\.words).inProse). "
      + "So it can predict a little more widely than the fit."
  }
}
