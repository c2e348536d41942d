import Yams

/// Limits on what is read at all, so that no text can exhaust time or memory.
enum ReadingLimits {
  /// Bytes of one text; a file of a hundred arms has about twenty thousand.
  static let bytes = 1 << 20
  /// Nested mappings and lists.
  static let depth = 40
  /// Values in one text, every alias written out.
  static let values = 100_000
  /// Keys of one mapping; as many as there may be arms.
  static let keys = 1_000
}

/// Thrown after a text's problems have been noted: there is nothing to go on with.
struct UnreadableText: Error {}

/// Reads bytes as one YAML document of located nodes.
///
/// - Returns: `nil` when the text holds nothing but comments.
/// - Throws: ``UnreadableText`` with the reason in `problems`.
func readYAML(_ bytes: [UInt8], file: String, rank: Int, problems: inout ProblemList) throws
  -> LocatedNode?
{
  func point(_ line: Int, _ column: Int) -> SourcePoint {
    SourcePoint(file: file, rank: rank, line: line, column: column)
  }
  guard bytes.count <= ReadingLimits.bytes else {
    problems.error(
      point(1, 1),
      "expected at most \(ReadingLimits.bytes) bytes, found more. Put less into one file")
    throw UnreadableText()
  }
  let text = try decodedText(bytes, point: point, problems: &problems)
  do {
    try AliasExpansion.requireBounded(text)
    let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
    guard let root = try parser.singleRoot() else { return nil }
    var conversion = Conversion(file: file, rank: rank, lines: yamlLines(of: text).count)
    let node = conversion.located(root, depth: 0)
    for (point, message) in conversion.complaints { problems.error(point, message) }
    guard conversion.isComplete else { throw UnreadableText() }
    return node
  } catch let excess as AliasExpansion.Excess {
    problems.error(point(excess.line, excess.column), excess.message)
    throw UnreadableText()
  } catch let error as YamlError {
    let (line, column, message) = explain(error, lines: text)
    problems.error(point(line, column), message)
    throw UnreadableText()
  }
}

/// The bytes as text, where they are UTF-8 without control characters.
private func decodedText(
  _ bytes: [UInt8], point: (Int, Int) -> SourcePoint, problems: inout ProblemList
) throws -> String {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    problems.error(point(1, 1), "expected UTF-8, found UTF-16. Save the file as UTF-8")
    throw UnreadableText()
  }
  var line = 1
  var column = 1
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  reading: while true {
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      if scalar == "\n" {
        line += 1
        column = 1
        continue
      }
      let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
      if isControl {
        problems.error(
          point(line, column),
          "expected text, found the control character \(scalar.value). Remove it")
        throw UnreadableText()
      }
      column += 1
    case .emptyInput: break reading
    case .error:
      problems.error(
        point(line, column), "expected UTF-8, found a byte that is not. Save the file as UTF-8")
      throw UnreadableText()
    }
  }
  // A byte order mark says nothing that is not known by now.
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  return String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
}

/// Turns the parser's tree into located nodes, within the limits.
private struct Conversion {
  var file: String
  var rank: Int
  var lines: Int
  var complaints: [(SourcePoint, String)] = []
  var isComplete = true
  private var values = 0

  init(file: String, rank: Int, lines: Int) {
    self.file = file
    self.rank = rank
    self.lines = lines
  }

  /// The parser ends a last line that has no end: what it does not find it may place beyond the text.
  private func point(_ mark: Mark?) -> SourcePoint {
    SourcePoint(file: file, rank: rank, line: min(mark?.line ?? 1, lines), column: mark?.column ?? 1)
  }

  private mutating func give(up message: String, at point: SourcePoint) -> LocatedNode {
    if isComplete { complaints.append((point, message)) }
    isComplete = false
    return .emptyMapping(at: point)
  }

  mutating func located(_ node: Node, depth: Int) -> LocatedNode {
    let here = point(node.mark)
    guard isComplete else { return .emptyMapping(at: here) }
    values += 1
    guard values <= ReadingLimits.values else {
      return give(up: "expected at most \(ReadingLimits.values) values, found more", at: here)
    }
    guard depth <= ReadingLimits.depth else {
      return give(
        up: "expected at most \(ReadingLimits.depth) levels of nesting, found more", at: here)
    }
    switch node {
    case .scalar(let scalar):
      if scalar.string.unicodeScalars.contains("\0") {
        complaints.append((here, "expected text, found the control character 0. Remove it"))
      }
      let isPlain = scalar.style == .plain || scalar.style == .any
      return LocatedNode(content: .scalar(scalar.string, isPlain: isPlain), point: here)
    case .sequence(let sequence):
      return LocatedNode(
        content: .sequence(sequence.map { located($0, depth: depth + 1) }), point: here)
    case .mapping(let mapping):
      guard mapping.count <= ReadingLimits.keys else {
        return give(
          up: "expected at most \(ReadingLimits.keys) keys in one mapping, found \(mapping.count)", at: here)
      }
      var entries: [LocatedNode.Entry] = []
      var names: Set<String> = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          complaints.append((point(key.mark), "expected a word as a key, found a list or a mapping"))
          continue
        }
        if !names.insert(name.string).inserted {
          complaints.append((point(key.mark), "the key '\(name.string)' is written twice. Remove one"))
          continue
        }
        entries.append(
          .init(key: name.string, point: point(key.mark), value: located(value, depth: depth + 1)))
      }
      return LocatedNode(content: .mapping(entries), point: here)
    case .alias:
      return give(up: "found an alias without its anchor", at: here)
    }
  }
}

/// Where and why the parser stopped, in words of ours.
private func explain(_ error: YamlError, lines text: String) -> (Int, Int, String) {
  switch error {
  case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
    .composer(let context, let problem, let mark, _):
    let last = yamlLines(of: text).count
    if problem.contains("another document") {
      return (
        min(mark.line, last), mark.column, "expected one document, found a second. Remove what follows '---'"
      )
    }
    if problem.contains("nesting level") {
      return (
        min(mark.line, last), mark.column,
        "expected at most \(ReadingLimits.depth) levels of nesting, found more"
      )
    }
    var message = "not YAML: \(problem)"
    if let context, !context.text.isEmpty {
      message += " (\(context.text), line \(min(context.mark.line, last)))"
    }
    let lines = yamlLines(of: text)
    let hint = WrittenLineHint(
      problem: problem, context: context?.text, line: Int(mark.line), at: context.map { Int($0.mark.line) },
      of: lines)
    if let hint {
      message += ". \(hint.words)"
    } else {
      message +=
        problem.contains("cannot start any token")
        ? ". Indent with spaces, not tabs, and quote text that starts with a sign"
        : ". Check the brackets, quotes and indentation there" + indentationHint(text, line: Int(mark.line))
    }
    return (min(mark.line, last), mark.column, message)
  case .duplicatedKeysInMapping(let duplicates, let context):
    let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
    return (
      context.mark.line, context.mark.column, "expected each key once, found \(names) twice. Remove one"
    )
  case .reader(let problem, _, _, _):
    return (1, 1, "not YAML: \(problem)")
  case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
    return (1, 1, "could not be read as YAML")
  }
}

/// Where a line above, or the line itself, begins with an odd number of spaces, which of them does: of text that was taken
/// out of a comment one space stays behind.
private func indentationHint(_ text: String, line: Int) -> String {
  let lines = yamlLines(of: text).prefix(line)
  func spaces(_ line: String) -> Int { line.prefix { $0 == " " }.count }
  for (index, own) in lines.enumerated().reversed().prefix(20) {
    let written = own.drop { $0 == " " }
    guard !written.isEmpty, written.first != "#", spaces(own) % 2 == 1 else { continue }
    return "; line \(index + 1) begins with \(spaces(own)) \(spaces(own) == 1 ? "space" : "spaces"), "
      + "and lines of one level begin with as many"
  }
  return ""
}
