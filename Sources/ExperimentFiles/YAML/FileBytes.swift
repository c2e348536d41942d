import Foundation
package import LocalFiles
import TextFormats

/// Reads a file, or standard input for `-`; of a file past the limit only as much as proves it.
///
/// What a shell hands over as `<(…)` is read as a file is.
func readBytes(_ path: String) throws(UnreadableInput) -> [UInt8] {
  try InputFile(path).bytes(atMost: ReadingLimits.bytes)
}

extension UnreadableInput {
  /// Why a file could not be read, and what to do.
  package func reason(_ path: String) -> String {
    switch self {
    case .missing:
      "there is no such file. "
        + (initAdvice(path) ?? "Look at the path")
    case .isFolder: "it is a folder. Name a file in it"
    case .isPipeOrDevice:
      "it is a pipe or a device. Write '-' for standard input, or put the text into a file"
    case .isClosed: "standard input is closed. Name a file"
    case .refused(let failure): failure
    }
  }
}

extension FileProblems {
  /// A file that could not be read.
  package init(_ problem: UnreadableInput, reading path: String) {
    self.init(problems: [
      FileProblem(file: path, line: 1, column: 1, message: "could not be read: \(problem.reason(path))")
    ])
  }
}

/// How a file is written that a name without a folder means, or nearly means; `nil` where none comes with the tool.
private func initAdvice(_ path: String) -> String? {
  guard let name = path.wholeMatch(of: /([^.\/]+)(\.ya?ml)?/)?.output.1 else { return nil }
  let known = BuiltInPopulation.allCases.map(\.rawValue) + shippedExperiments
  return nearestWord(to: String(name), among: known).map { meant in
    (meant == name ? "" : "Did you mean '\(meant)'? ") + "'att-lab init \(meant)' writes it"
  }
}
