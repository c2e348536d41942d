/// A text in lines, to be changed where a key stands; what comes of it ends its lines with line feeds.
///
/// What is made here is a proposal: the caller reads it back. So it knows the usual ways of writing YAML, and
/// gives `nil` for others.
struct SourceLines {
  private typealias Line = [Unicode.Scalar]

  private let lines: [Line]

  init(_ text: String) {
    lines = yamlLines(of: text).map { Array($0.unicodeScalars) }
  }

  /// Where an entry stands: its first line and the one behind its last, and the column of its key, all from 0.
  private struct Block {
    var lines: Range<Int>
    var column: Int
  }

  // MARK: - Changes

  /// The text with a value in place of what the keys lead to, or behind the others where they lead nowhere.
  func setting(_ keys: [String], to value: String, in root: LocatedNode) -> String? {
    var known = 0
    while known < keys.count, root.value(at: Array(keys[...known])) != nil { known += 1 }
    if known == keys.count { return replacing(keys, with: value, in: root) }
    let parent = Array(keys[..<known])
    guard let node = root.value(at: parent) else { return nil }
    if isFlow(node) {
      let rest = keys[(known + 1)...].reversed().reduce(value) { "{\(yamlWord($1)): \($0)}" }
      return inserting("\(yamlWord(keys[known])): \(rest)", intoFlow: node)
    }
    let new = nested(Array(keys[known...]), value)
    if node.isNull, let block = block(of: parent, in: root) {
      guard let head = head(of: parent, in: root) else { return nil }
      let indent = String(repeating: " ", count: block.column + 2)
      return replacing(block.lines, by: [head] + new.map { indent + $0 })
    }
    return appending(new, to: parent, in: root)
  }

  /// The text without what the keys lead to.
  func removing(_ keys: [String], in root: LocatedNode) -> String? {
    guard let parent = root.value(at: Array(keys.dropLast())), !isFlow(parent),
      let block = block(of: keys, in: root)
    else { return nil }
    return replacing(block.lines, by: [])
  }

  /// The text with what the keys lead to under another name too.
  func copying(_ keys: [String], as name: String, in root: LocatedNode) -> String? {
    let parent = Array(keys.dropLast())
    guard let node = root.value(at: parent), !isFlow(node), let block = block(of: keys, in: root),
      let head = head(of: keys, in: root)
    else { return nil }
    var copied = lines[block.lines].map { text($0) }
    let indent = String(repeating: " ", count: block.column)
    copied[0] = indent + yamlWord(name) + ":" + String(copied[0].dropFirst(head.count))
    return appending(
      copied.map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }, to: parent, in: root)
  }

  /// The text with another name for what the keys lead to.
  func renaming(_ keys: [String], to name: String, in root: LocatedNode) -> String? {
    guard let node = root.value(at: Array(keys.dropLast())), !isFlow(node),
      let block = block(of: keys, in: root), let head = head(of: keys, in: root)
    else { return nil }
    let first = block.lines.lowerBound
    let rest = text(lines[first]).dropFirst(head.count)
    return replacing(
      first..<first + 1, by: [String(repeating: " ", count: block.column) + yamlWord(name) + ":" + rest])
  }

  // MARK: - Pieces

  private func nested(_ keys: [String], _ value: String) -> [String] {
    keys.enumerated().map { depth, key in
      String(repeating: "  ", count: depth) + yamlWord(key) + (depth == keys.count - 1 ? ": \(value)" : ":")
    }
  }

  private func replacing(_ keys: [String], with value: String, in root: LocatedNode) -> String? {
    guard let node = root.value(at: keys), let parent = root.value(at: Array(keys.dropLast())) else {
      return nil
    }
    let (row, column) = (node.point.line - 1, node.point.column - 1)
    if isFlow(parent) {
      guard let end = end(ofValueAt: row, column, isInFlow: true) else { return nil }
      return changing(row) { $0.replaceSubrange(column..<end, with: Array(value.unicodeScalars)) }
    }
    guard let block = block(of: keys, in: root), let head = head(of: keys, in: root) else { return nil }
    if block.lines.count == 1, row == block.lines.lowerBound,
      let end = end(ofValueAt: row, column, isInFlow: false)
    {
      return changing(row) { $0.replaceSubrange(column..<end, with: Array(value.unicodeScalars)) }
    }
    return replacing(block.lines, by: ["\(head) \(value)"])
  }

  private func inserting(_ entry: String, intoFlow node: LocatedNode) -> String? {
    guard let last = node.entries.last else { return nil }
    let (row, column) = (last.value.point.line - 1, last.value.point.column - 1)
    guard let end = end(ofValueAt: row, column, isInFlow: true) else { return nil }
    return changing(row) { $0.insert(contentsOf: Array(", \(entry)".unicodeScalars), at: end) }
  }

  /// New lines behind the last entry of a mapping in block style; behind everything for the file's own keys.
  private func appending(_ new: [String], to parent: [String], in root: LocatedNode) -> String? {
    guard let node = root.value(at: parent), node.isMapping else { return nil }
    if parent.isEmpty {
      var all = lines.map { text($0) }
      while all.last?.isEmpty == true { all.removeLast() }
      return (all + (new.count > 1 ? [""] : []) + new).joined(separator: "\n") + "\n"
    }
    guard let last = node.entries.last, let block = block(of: parent + [last.key], in: root) else {
      return nil
    }
    let indent = String(repeating: " ", count: block.column)
    let end = block.lines.upperBound
    return replacing(end..<end, by: new.map { $0.isEmpty ? $0 : indent + $0 })
  }

  /// The lines of an entry in block style, without the blank lines and the comments behind it.
  private func block(of keys: [String], in root: LocatedNode) -> Block? {
    guard let key = keys.last, let parent = root.value(at: Array(keys.dropLast())),
      let entry = parent.entry(key), !isFlow(parent), lines.indices.contains(entry.point.line - 1)
    else { return nil }
    let (start, column) = (entry.point.line - 1, entry.point.column - 1)
    var end = start + 1
    var next = end
    while next < lines.count {
      let line = lines[next]
      let indent = line.prefix { $0 == " " }.count
      let isBlank = line.allSatisfy { $0 == " " }
      let isItem = indent == column && line.dropFirst(indent).first == "-" && entry.value.items != nil
      let isComment = indent <= column && line.dropFirst(indent).first == "#"
      guard isBlank || isComment || indent > column || isItem else { break }
      next += 1
      if !isBlank, !isComment { end = next }
    }
    return Block(lines: start..<end, column: column)
  }

  /// The start of an entry's line up to the colon behind its key.
  private func head(of keys: [String], in root: LocatedNode) -> String? {
    guard let key = keys.last, let entry = root.value(at: Array(keys.dropLast()))?.entry(key),
      lines.indices.contains(entry.point.line - 1)
    else { return nil }
    let line = lines[entry.point.line - 1]
    var position = entry.point.column - 1
    guard line.indices.contains(position) else { return nil }
    if line[position] == "\"" || line[position] == "'" {
      let quote = line[position]
      guard let closing = line[(position + 1)...].firstIndex(of: quote) else { return nil }
      position = closing
    }
    guard let colon = line[position...].firstIndex(of: ":") else { return nil }
    return text(Array(line[...colon]))
  }

  /// Whether a mapping is written in braces.
  private func isFlow(_ node: LocatedNode) -> Bool {
    guard let first = node.entries.first else {
      let (row, column) = (node.point.line - 1, node.point.column - 1)
      return lines.indices.contains(row) && lines[row].indices.contains(column) && lines[row][column] == "{"
    }
    var (row, column) = (first.point.line - 1, first.point.column - 1)
    while row >= 0, lines.indices.contains(row) {
      let before = lines[row].prefix(max(0, column)).last { $0 != " " }
      if let before { return before == "{" || before == "," }
      row -= 1
      column = row >= 0 ? lines[row].count : 0
    }
    return false
  }

  /// The column behind a value that ends on the line on which it begins.
  private func end(ofValueAt row: Int, _ column: Int, isInFlow: Bool) -> Int? {
    guard lines.indices.contains(row), lines[row].indices.contains(column) else { return nil }
    let line = lines[row]
    var depth = 0
    var quote: Unicode.Scalar?
    var position = column
    while position < line.count {
      let scalar = line[position]
      if let open = quote {
        if scalar == "\\", open == "\"" { position += 1 } else if scalar == open { quote = nil }
        if quote == nil, depth == 0 { return position + 1 }
      } else {
        switch scalar {
        case "\"", "'":
          if position == column || depth > 0 { quote = scalar }
        case "{", "[": depth += 1
        case "}", "]":
          if depth == 0 { return trimmedEnd(line, column, position) }
          depth -= 1
          if depth == 0 { return position + 1 }
        case "," where depth == 0 && isInFlow: return trimmedEnd(line, column, position)
        case "#" where depth == 0 && position > column && line[position - 1] == " ":
          return trimmedEnd(line, column, position)
        default: break
        }
      }
      position += 1
    }
    return depth == 0 && quote == nil && !isInFlow ? trimmedEnd(line, column, line.count) : nil
  }

  private func trimmedEnd(_ line: Line, _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, line[end - 1] == " " { end -= 1 }
    return end
  }

  // MARK: - Text

  private func text(_ line: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: line)
    return String(result)
  }

  private func changing(_ row: Int, _ change: (inout Line) -> Void) -> String {
    var line = lines[row]
    change(&line)
    return replacing(row..<row + 1, by: [text(line)])
  }

  private func replacing(_ range: Range<Int>, by new: [String]) -> String {
    var all = lines.map { text($0) }
    all.replaceSubrange(range, with: new)
    return all.joined(separator: "\n")
  }
}
