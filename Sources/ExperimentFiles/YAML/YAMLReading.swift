import TextFormats
import Yams

/// Thrown after a text's problems have been noted: there is nothing to go on with.
struct UnreadableText: Error {}

/// Reads bytes as one YAML document of located nodes.
///
/// - Returns: `nil` when the text holds nothing but comments.
/// - Throws: ``UnreadableText`` with the reason in `problems`.
func readYAML(_ bytes: [UInt8], file: String, rank: Int, problems: ProblemList) throws -> LocatedNode? {
  var reading = YAMLReading(problems: problems, file: file, rank: rank)
  return try reading.root(bytes)
}

/// One text, read within the limits.
private struct YAMLReading {
  let problems: ProblemList
  let file: String
  let rank: Int
  /// The parser ends a last line that has no end: what it does not find it may place beyond the text.
  var lines = Int.max
  var values = 0

  private func point(_ line: Int, _ column: Int) -> SourcePoint {
    SourcePoint(file: file, rank: rank, line: min(line, lines), column: column)
  }

  private func refused(_ line: Int, _ column: Int, _ message: String) -> UnreadableText {
    problems.unreadable(point(line, column), message)
  }

  mutating func root(_ bytes: [UInt8]) throws -> LocatedNode? {
    guard bytes.count <= ReadingLimits.bytes else {
      throw refused(1, 1, "expected at most \(ReadingLimits.bytes) bytes, found more. Put less into one file")
    }
    let text = try decodedText(bytes)
    lines = lineCount(text)
    do {
      if let (line, column) = try firstAnchor(text) {
        throw refused(
          line, column,
          "anchors (&name) and aliases (*name) are not read. Write out what the name stands for")
      }
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      return try parser.singleRoot().map { try located($0, depth: 0) }
    } catch let error as YamlError {
      throw refused(error)
    }
  }

  /// The bytes as text, where they are UTF-8 without control characters.
  private func decodedText(_ bytes: [UInt8]) throws -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw refused(1, 1, "expected UTF-8, found UTF-16. Save the file as UTF-8")
    }
    // A byte order mark says nothing that is not known by now.
    let own = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let text = String(decoding: own, as: UTF8.self)
    let isUTF8 = String(validating: own, as: UTF8.self) != nil
    let scalars = text.unicodeScalars
    let bad = scalars.firstIndex { scalar in
      // What a byte that is none is read as.
      !isUTF8 && scalar == "\u{FFFD}"
        || scalar.value < 0x20 && !["\t", "\r", "\n"].contains(scalar) || scalar.value == 0x7F
    }
    guard let bad else { return text }
    let before = scalars[..<bad]
    throw refused(
      1 + before.count { $0 == "\n" }, 1 + before.reversed().prefix { $0 != "\n" }.count,
      scalars[bad] == "\u{FFFD}"
        ? "expected UTF-8, found a byte that is not. Save the file as UTF-8"
        : "expected text, found the control character \(scalars[bad].value). Remove it")
  }

  /// Where and why the parser stopped, in words of ours.
  private func refused(_ error: YamlError) -> UnreadableText {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      var message = "not YAML: \(problem)"
      if problem.contains("another document") {
        message = "expected one document, found a second. Remove what follows '---'"
      } else if problem.contains("nesting level") {
        message = "expected at most \(ReadingLimits.depth) levels of nesting, found more"
      } else {
        if let context, !context.text.isEmpty {
          message += " (\(context.text), line \(min(context.mark.line, lines)))"
        }
        message +=
          problem.contains("cannot start any token")
          ? ". Indent with spaces, not tabs, and quote text that starts with a sign"
          : ". Check the brackets, colons, quotes and indentation there"
      }
      return refused(mark.line, mark.column, message)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.prefix(4).map(\.cited).joined(separator: ", ")
      return refused(
        context.mark.line, context.mark.column, "expected each key once, found \(names) twice. Remove one")
    case .reader(let problem, _, _, _):
      return refused(1, 1, "not YAML: \(problem)")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      return refused(1, 1, "could not be read as YAML")
    }
  }

  /// Turns the parser's tree into located nodes.
  private mutating func located(_ node: Node, depth: Int) throws -> LocatedNode {
    let here = point(node.mark?.line ?? 1, node.mark?.column ?? 1)
    values += 1
    guard values <= ReadingLimits.values else {
      throw problems.unreadable(here, "expected at most \(ReadingLimits.values) values, found more")
    }
    guard depth <= ReadingLimits.depth else {
      throw problems.unreadable(
        here, "expected at most \(ReadingLimits.depth) levels of nesting, found more")
    }
    switch node {
    case .scalar(let scalar):
      if scalar.string.unicodeScalars.contains("\0") {
        problems.error(here, "expected text, found the control character 0. Remove it")
      }
      let isPlain = scalar.style == .plain || scalar.style == .any
      return LocatedNode(content: .scalar(scalar.string, isPlain: isPlain), point: here)
    case .sequence(let sequence):
      return LocatedNode(
        content: .sequence(try sequence.map { try located($0, depth: depth + 1) }), point: here)
    case .mapping(let mapping):
      guard mapping.count <= ReadingLimits.keys else {
        throw problems.unreadable(
          here, "expected at most \(ReadingLimits.keys) keys in one mapping, found \(mapping.count)")
      }
      var entries: [LocatedNode.Entry] = []
      var names: Set<String> = []
      for (key, value) in mapping {
        let place = point(key.mark?.line ?? 1, key.mark?.column ?? 1)
        guard case .scalar(let name) = key else {
          problems.error(place, "expected a word as a key, found a list or a mapping")
          continue
        }
        if !names.insert(name.string).inserted {
          problems.error(place, "the key \(name.string.cited) is written twice. Remove one")
          continue
        }
        entries.append(
          .init(key: name.string, point: place, value: try located(value, depth: depth + 1)))
      }
      return LocatedNode(content: .mapping(entries), point: here)
    case .alias:
      throw problems.unreadable(here, "found an alias without its anchor")
    }
  }
}

/// Where the first anchor or alias of a text stands.
///
/// An alias shares the node of its anchor, so that a small text can stand for an enormous tree, and the parser compares
/// keys before it gives the tree. Here every alias is read as an anchor of an empty value, which has the same structure
/// and shares nothing.
private func firstAnchor(_ text: String) throws -> (line: Int, column: Int)? {
  guard text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "&") }) else { return nil }
  let parser = try Parser(yaml: text.replacing("*", with: "&"), resolver: .basic, encoding: .utf8)
  func first(_ node: Node, depth: Int) -> (line: Int, column: Int)? {
    let anchor: Anchor?
    let parts: [Node]
    switch node {
    case .scalar(let scalar): (anchor, parts) = (scalar.anchor, [])
    case .sequence(let items): (anchor, parts) = (items.anchor, Array(items))
    case .mapping(let entries): (anchor, parts) = (entries.anchor, entries.flatMap { [$0.key, $0.value] })
    case .alias(let alias): (anchor, parts) = (alias.anchor, [])
    }
    if anchor != nil { return (node.mark?.line ?? 1, node.mark?.column ?? 1) }
    // What is nested deeper is refused when it is read.
    return depth > ReadingLimits.depth ? nil : parts.lazy.compactMap { first($0, depth: depth + 1) }.first
  }
  // Nodes hold their anchors weakly; the parser keeps them.
  return try withExtendedLifetime(parser) { try parser.singleRoot().flatMap { first($0, depth: 0) } }
}

/// The lines of a text as the parser counts them.
///
/// To YAML a carriage return ends a line, alone or before a line feed, and so do U+0085, U+2028 and U+2029.
private func lineCount(_ text: String) -> Int { 1 + text.count(where: \.isNewline) }
