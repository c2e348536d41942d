import Foundation
import Testing

/// A page of the guide, for tests to run what stands on it.
func guidePage(_ name: String) throws -> String {
  let file = Lab.experiments.deletingLastPathComponent()
    .appendingPathComponent("Sources/LabCommands/LabCommands.docc/\(name).md")
  return try String(contentsOf: file, encoding: .utf8)
}

extension String {
  /// What stands under a heading of a page.
  func section(_ heading: String) throws -> String {
    let found = range(of: "\n## \(heading)\n")
    let start = try #require(found, "no '\(heading)'").upperBound
    let end = range(of: "\n## ", range: start..<endIndex)?.lowerBound ?? endIndex
    return String(self[start..<end])
  }

  /// The code in a language, its blocks one after the other.
  func code(in language: String) -> String {
    var code = ""
    var isCode = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode = line == "```\(language)"
      } else if isCode {
        code += line + "\n"
      }
    }
    return code
  }
}

extension Lab {
  /// Runs a line of shell on whose path the program is.
  func shellWithProgram(_ line: String) throws -> Outcome {
    try shell("PATH=\"$(dirname \"$LAB\"):$PATH\" \(line)")
  }
}
