import LocalFiles
import TextFormats

/// A text with those that it extends, one over the other.
struct ExtendedFile {
  /// All of them together, without `extends`.
  let root: LocatedNode
  /// Whether the text extends another.
  let isOverlay: Bool

  /// Reads a text, and what it extends.
  ///
  /// - Parameters:
  ///   - given: what the text extends, where that is not to be read from its path.
  ///   - above: the files that extend this one, the nearest last; `at` is where that names it.
  /// - Throws: ``UnreadableText`` with the reason in `problems`.
  init(
    text: [UInt8], path: String, given: (name: String, text: String)? = nil, above: [String] = [],
    at naming: SourcePoint? = nil, _ problems: ProblemList
  ) throws {
    // A text comes before those that it extends.
    let start = SourcePoint(file: path, rank: -above.count, line: 1, column: 1)
    let read = try readYAML(text, file: path, rank: start.rank, problems: problems)
    guard var own = read, own.isMapping else {
      if let naming {
        throw problems.unreadable(naming, "expected an experiment, a mapping, in \(path.cited)")
      }
      throw problems.unreadable(
        read?.point ?? start,
        "expected an experiment, a mapping with 'population' and 'arms', found \(read?.found ?? "an empty file"). 'att-lab init' writes one to start from"
      )
    }
    guard let entry = own.entry("extends") else {
      (root, isOverlay) = (own, false)
      return
    }
    func refused(_ message: String) -> UnreadableText { problems.unreadable(entry.value.point, message) }
    guard let name = entry.value.scalar, !name.isEmpty, !entry.value.isNull else {
      throw refused("'extends' expects the path of an experiment file, found \(entry.value.found)")
    }
    let file = isHandedOver(path) ? name : path.sibling(name)
    let chain = above + [path]
    let bytes: [UInt8]
    if let given {
      guard given.name == name else {
        throw refused(
          "expected '\(given.name)', the file that the page was started with, found \(name.cited)")
      }
      bytes = Array(given.text.utf8)
    } else {
      if let first = chain.firstIndex(where: { $0.realPath == file.realPath }) {
        let circle = (chain[first...] + [file]).map(\.fileName)
        throw refused(
          "expected files that extend others, found a circle: \(circle.joined(separator: ", which extends ")). "
            + "Take 'extends' out of one")
      }
      do {
        bytes = try readBytes(file)
      } catch {
        throw refused("the file \(name.cited), sought beside this one, \(error.message)")
      }
    }
    let base = try ExtendedFile(text: bytes, path: file, above: chain, at: entry.value.point, problems)
    own["extends"] = nil
    root = base.root.overlaid(by: own) { entry in
      problems.error(
        entry.point,
        "there is no \(entry.key.cited) in \(name.cited) to take out. Remove the line, or write its name as there"
      )
    }
    isOverlay = true
  }
}

/// Whether a text comes from standard input or an open descriptor, whose name and folder say nothing of it.
func isHandedOver(_ path: String) -> Bool {
  path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
}
