import RuleBook

/// A token of a source, which knows its source; a place outside of it stands for none.
struct CodeToken: Hashable, Strideable {
  unowned let source: CodeFile
  let index: Int

  static func == (one: CodeToken, other: CodeToken) -> Bool {
    one.index == other.index && one.source === other.source
  }

  static func < (one: CodeToken, other: CodeToken) -> Bool {
    (one.source.number, one.index) < (other.source.number, other.index)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(source.number)
    hasher.combine(index)
  }

  func advanced(by steps: Int) -> CodeToken { CodeToken(source: source, index: index + steps) }

  func distance(to other: CodeToken) -> Int { other.index - index }

  static func + (token: CodeToken, steps: Int) -> CodeToken { token.advanced(by: steps) }

  static func - (token: CodeToken, steps: Int) -> CodeToken { token.advanced(by: -steps) }

  /// Another token of the same source.
  func at(_ index: Int) -> CodeToken { CodeToken(source: source, index: index) }

  var text: String { source.text(index) }

  /// The text that many tokens further on.
  subscript(steps: Int) -> String { source.text(index + steps) }

  var isWord: Bool { source.isWord(index) }

  var isText: Bool { source.isText(index) }

  /// Whether it names what it declares.
  var isDeclared: Bool { source.declared.contains(index) }

  var exists: Bool { source.tokens.indices.contains(index) }

  /// The bracket that belongs to it.
  var partner: CodeToken? { exists && source.match[index] >= 0 ? at(source.match[index]) : nil }

  /// The tokens behind it, as far as they are looked at.
  func after(_ most: Int) -> Range<CodeToken> {
    let range = source.after(index, most: most)
    return at(range.lowerBound)..<at(range.upperBound)
  }

  /// The tokens before it, the nearest first, as far as they are looked at.
  func before(_ most: Int) -> ReversedCollection<Range<CodeToken>> {
    let range = source.before(index, most: most)
    return (range.isEmpty ? self..<self : at(index - range.count)..<self).reversed()
  }

  /// Where it stands, its column in characters.
  var place: CodePlace {
    guard exists else { return CodePlace(file: source.path, line: 1, column: 1) }
    let token = source.tokens[index]
    // A line that is longer than this is no one's to read.
    let before = source.bytes[max(0, token.start - 4_096)..<token.start].reversed().prefix {
      $0 != UInt8(ascii: "\n")
    }
    return CodePlace(file: source.path, line: token.line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }
}

/// What encloses it.
extension CodeToken {
  /// The frames around it from the innermost out.
  var frames: UnfoldSequence<CodeFrame, CodeFrame?> {
    let innermost = exists && source.frameOf[index] >= 0 ? source.frames[source.frameOf[index]] : nil
    return sequence(state: innermost) { frame in
      defer { frame = frame?.outer }
      return frame
    }
  }

  /// Those within its function.
  var ownFrames: [CodeFrame] { frames.prefix { $0.kind != .function } }

  /// The function around it; `nil` at the level of a type or of the file.
  var function: CodeFunction? {
    frames.first { $0.function != nil || $0.kind == .type }?.function.map { source.functions[$0] }
  }

  /// The innermost type around it.
  var type: String? { frames.first { $0.kind == .type }?.name.text }

  /// Whether what lies around another token lies around it too.
  func isWithinFrame(of other: CodeToken) -> Bool {
    let frame = other.exists ? source.frameOf[other.index] : -1
    return frame < 0 || frames.contains { $0.number == frame }
  }
}

/// What its word does, by the table of names.
extension CodeToken {
  /// Everything that the word may do, whatever stands before it.
  var kinds: Set<String> { CodeName.kinds[text] ?? [] }

  /// Whether the word may do something, whatever stands before it.
  func may(_ kind: String) -> Bool { CodeName.does(kind, text) }

  /// What the word does here.
  var meanings: [CodeName] {
    guard let rows = CodeName.table[text] else { return [] }
    lazy var owners = self.owners
    return rows.filter { row in
      if let label = row.label, self[1] != "(" || self[2] != label { return false }
      return row.owners.isEmpty || owners.contains(where: row.owners.contains)
    }
  }

  /// Whether the word does one of these here.
  func does(_ kinds: String...) -> Bool { meanings.contains { kinds.contains($0.kind) } }

  /// Of what the word does something, in a word of the table.
  func subject(_ kind: String) -> String? { meanings.first { $0.kind == kind }?.subject }

  /// What stands before a name, and what the variable is that it begins with.
  private var owners: [String] {
    let names = receivers
    let first = names.first == "self" || names.first == "this" ? names.dropFirst().first : names.first
    return names + source.variableTypes(first ?? "")
  }
}
