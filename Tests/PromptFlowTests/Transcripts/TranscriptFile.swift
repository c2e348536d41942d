import Foundation
import Testing

/// One file of `Data/transcripts`: what a machine does, for other implementations to compare.
struct TranscriptFile: Codable {
  static let schema = "att-lab/transcript/1"

  var schema: String
  var machine: String
  var transcripts: [Transcript]

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
      let ends = try transcript.ends.map { "\n      \"ends\": \(try json($0))," } ?? ""
      return """
            {
              "title": \(try json(transcript.title)),
              "given": \(try json(transcript.given)),\(ends)
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

/// A story that shows rules, or events in any order.
struct Transcript: Codable, Sendable, CustomTestStringConvertible {
  /// A story's is led by the tags of the rules it shows.
  var title: String
  var given: [String: String]
  /// What the last step of a story has to say, by `action` or a key of the state: written by hand from the rule.
  var ends: [String: String]?
  /// What a recording fills in are their actions and states.
  var steps: [Step]

  struct Step: Codable, Equatable {
    var event: String
    var action: String
    var state: [String: String]
  }

  var testDescription: String { title }

  /// The tags before the title's colon; none where events come in any order.
  var tags: [String] {
    title.prefix { $0 != ":" }.split(separator: ",").map { $0.filter { $0 != " " } }.filter {
      $0.hasPrefix("R")
    }
  }
}
