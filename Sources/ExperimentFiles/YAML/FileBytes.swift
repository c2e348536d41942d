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
      let near =
        Placeholder(rawValue: path)?.advice ?? fileBeside(path).map { "Did you mean '\($0)'?" }
        ?? preset(path).map { "Of the preset '\($0)', 'att-lab init \($0)' writes one" }
        ?? "Look at the path"
      throw UnreadableFile(reason: "there is no such file. \(near)")
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

/// The YAML file of the same folder whose name is nearest to that of a file that is missing.
private func fileBeside(_ path: String) -> String? {
  guard !path.utf8.contains(0), path.utf8.count < 4_096 else { return nil }
  let url = URL(fileURLWithPath: path)
  let own = url.lastPathComponent
  let folder = url.deletingLastPathComponent().path(percentEncoded: false)
  let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
  let whole = names.first { $0 == "\(own).yaml" || $0 == "\(own).yml" }
  // What every name ends with makes none of them near.
  func stem(_ name: String) -> String { name.replacing(#/\.ya?ml$/#, with: "") }
  let near = nearestWord(to: stem(own), among: names.map(stem)).flatMap { nearest in
    names.first { stem($0) == nearest }
  }
  guard path.hasSuffix(own), let found = whole ?? near else { return nil }
  return path.dropLast(own.count) + found
}
