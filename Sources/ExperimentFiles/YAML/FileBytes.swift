import Foundation
import LocalFiles
import TextFormats

/// Why a file could not be read, in words.
struct UnreadableFile: Error {
  var reason: String
}

/// Reads a file, or standard input for `-`; of a file past the limit only as much as proves it.
///
/// What a shell hands over as `<(…)` is read as a file is.
func readBytes(_ path: String) throws(UnreadableFile) -> [UInt8] {
  do throws(UnreadableInput) {
    return try InputFile(path).bytes(atMost: ReadingLimits.bytes)
  } catch {
    switch error {
    case .missing:
      let advice =
        Placeholder(rawValue: path)?.advice
        ?? preset(path).map { "Of the preset '\($0)', 'att-lab init \($0)' writes one" } ?? "Look at the path"
      throw UnreadableFile(reason: "there is no such file. \(advice)")
    case .isFolder: throw UnreadableFile(reason: "it is a folder. Name a file in it")
    case .isPipeOrDevice:
      throw UnreadableFile(
        reason: "it is a pipe or a device. Write '-' for standard input, or put the text into a file")
    case .isWaiting: throw UnreadableFile(reason: "it gives no bytes now. Put the text into a file")
    case .isClosed: throw UnreadableFile(reason: "standard input is closed. Name a file")
    case .refused(let failure): throw UnreadableFile(reason: failure.description)
    }
  }
}

/// The preset that a name without a folder begins with: `news` of `news`, `news.yaml` and `news-timing`.
private func preset(_ path: String) -> BuiltInPopulation.RawValue? {
  guard !path.contains("/") else { return nil }
  let word = path.prefix { $0 != "." && $0 != "-" && $0 != "_" }
  return BuiltInPopulation(rawValue: word.lowercased())?.rawValue
}
