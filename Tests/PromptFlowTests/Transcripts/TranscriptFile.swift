import Foundation
import Testing

/// One file of `Data/transcripts`: what a machine does, for other implementations to compare.
struct TranscriptFile: Codable {
  static let schema = "att-lab/transcript/1"

  var schema = Self.schema
  var machine: String
  var transcripts: [Transcript]

  struct Transcript: Codable {
    var title: String
    var given: [String: String]
    var steps: [Step]
  }

  struct Step: Codable, Equatable {
    var event: String
    var action: String
    var state: [String: String]
  }

  /// The repository's folder of transcripts, also from a copy of these tests further down in it.
  static let folder: URL? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path.count > 1 {
      place.deleteLastPathComponent()
      let folder = place.appendingPathComponent("Data/transcripts")
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
    }
    return nil
  }()

  /// JSON with one step a line, so that a difference can be read.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let blocks = try transcripts.map { transcript in
      let steps = try transcript.steps.map { "      \(try json($0))" }.joined(separator: ",\n")
      return """
            {
              "title": \(try json(transcript.title)),
              "given": \(try json(transcript.given)),
              "steps": [
        \(steps)
              ]
            }
        """
    }
    return """
      {
        "schema": \(try json(schema)),
        "machine": \(try json(machine)),
        "transcripts": [
      \(blocks.joined(separator: ",\n"))
        ]
      }

      """
  }
}

/// A transcript that shows a rule: what is not ordinary about its setup, its events, and how it must end.
struct Story: Sendable, CustomTestStringConvertible {
  /// Led by the tags of the rules it shows.
  let title: String
  let given: [String: String]
  let events: [String]
  /// What the last step has to say, by `action` or a key of the state.
  ///
  /// Written by hand from the rule.
  let ends: [String: String]

  init(_ title: String, given: [String: String] = [:], _ events: [String], ends: [String: String]) {
    self.title = title
    self.given = given
    self.events = events
    self.ends = ends
  }

  var testDescription: String { title }

  /// The tags before the title's colon.
  var tags: [String] {
    title.prefix { $0 != ":" }.split(separator: ",").map { $0.filter { $0 != " " } }
  }
}
