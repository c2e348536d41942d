import ExperimentDesign
import Rendering

/// What an input of the model is, for a sentence of an answer.
public struct ParameterWords: Equatable, Sendable {
  /// Completes "is": `how asking before any use changes the odds to allow`.
  public var meaning: String
  /// Whether it is a share of people or of times, which is written in per cent.
  public var isShare: Bool

  /// The words of the parameter at a path, as runs and experiment files write it; `nil` where the path is none of the
  /// model's.
  public init?(path: String) {
    var keys = path.split(separator: ".").map(String.init)
    if keys.first == "population" { keys.removeFirst() }
    // What is written for some people or for one option alone; the delay is an option's own.
    var notes: [String] = []
    while keys.count > 2, let note = Self.notes[keys[0]], keys[0] != "arms" || keys.count > 3 {
      notes.append("\(note) \(Self.quoted(keys[1]))")
      keys.removeFirst(2)
    }
    let words: String
    if let visits = Self.visits[keys.joined(separator: ".")] {
      (words, isShare) = (visits, keys.last == "leave")
    } else if let (number, name) = Number.at(keys) {
      words = number.row.meaning.replacing("NAME", with: Self.quoted(name ?? ""))
      isShare = number.row.range.isShare
    } else {
      return nil
    }
    meaning = words + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  private static let notes = ["scenarios": "scenario", "segments": "segment", "arms": "option"]

  /// A name of the file in a sentence.
  private static func quoted(_ name: String) -> String { "'\(TerminalText.safe(name))'" }

  /// The numbers of visits, which are not in the table.
  private static let visits = [
    "sessions.rate": "how often people open the app",
    "sessions.rate.shape": "how alike people are in how often they open the app",
    "sessions.rate.rate": "how seldom people open the app",
    "sessions.leave": "the share who leave for good after a session",
    "sessions.leave.a": "how many leave for good after a session",
    "sessions.leave.b": "how many stay after a session",
  ]
}

extension RunDescription.Parameter {
  /// What is known of it, for people: the distribution as a file has it, or that it is drawn with others.
  var words: String {
    joint.map { "drawn together with other inputs (\($0.dropFirst("joint ".count)))" } ?? distribution
  }
}
