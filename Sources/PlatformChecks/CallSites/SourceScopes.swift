/// What encloses a position of a source, from the outermost in.
struct SourceScope: Hashable {
  enum Kind: Hashable {
    /// A type; `true` where it is an app of SwiftUI, whose `init` runs before anything else.
    case type(isApp: Bool)
    case function
    /// A block of code given to this function.
    case closure(about: String)
  }

  var kind: Kind
  var name: String
}

/// Follows the brackets of a source and remembers which types, functions and closures are open.
///
/// It knows how declarations begin in each language, not what they mean. A heading it does not understand
/// leaves its block without a name. Work and memory go with the number of tokens.
struct SourceScopes {
  private let language: SourceLanguage
  private var open: [Bracket] = []
  /// How many of them are blocks, so that a sign that closes none is not looked for.
  private var openBlocks = 0
  private var named: [SourceScope] = []
  private var heading: Heading?
  private var container: SourceScope?
  private var lastParenthesis: (bracket: Bracket, end: Int)?
  /// What a name is being set to, by how deep in brackets that is.
  private var assigned: [Int: String] = [:]
  private var controlDepth: Int?
  private var markedApp = false

  private struct Bracket {
    var sign: String
    /// Whether it has a name among ``named``.
    var isNamed: Bool
    /// The function whose arguments it holds.
    var callee: String?
    var start: Int
  }

  /// A declaration whose block has not begun yet.
  private struct Heading {
    var scope: SourceScope
    var depth: Int
    var end: Int
  }

  /// Brackets whose function is kept; what is deeper has none.
  private static let deepest = 2_000
  /// Names kept at a time; what is deeper has none, so that no place of a source costs more than these.
  private static let mostNames = 50

  init(_ language: SourceLanguage) { self.language = language }

  /// The types, functions and closures that are open, from the outermost in.
  var scopes: [SourceScope] { (container.map { [$0] } ?? []) + named }

  /// Takes the token at a position of the source.
  mutating func take(_ tokens: [SourceToken], at index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .text: break
    case .word: takeWord(token.text, tokens, index)
    case .sign: takeSign(token.text, tokens, index)
    }
  }

  // MARK: Words

  private static let control: Set<String> = [
    "if", "for", "while", "switch", "guard", "catch", "else", "repeat", "do",
  ]

  private mutating func takeWord(_ word: String, _ tokens: [SourceToken], _ index: Int) {
    let before = index > 0 ? tokens[index - 1].text : ""
    let isMember = before == "."
    if Self.control.contains(word), !isMember { controlDepth = open.count }
    switch language {
    case .swift: if !isMember { takeSwiftWord(word, tokens, index) }
    case .objectiveC: takeObjectiveCWord(word, tokens, index, before)
    case .dart: if !isMember { takeTypeWord(word, ["class", "mixin", "extension", "enum"], tokens, index) }
    case .typeScript:
      guard !isMember else { return }
      takeTypeWord(word, ["class", "namespace"], tokens, index)
      if word == "function", let name = self.word(tokens, index + 1) {
        heading = Heading(scope: SourceScope(kind: .function, name: name), depth: open.count, end: index + 1)
      }
    }
  }

  private func word(_ tokens: [SourceToken], _ index: Int) -> String? {
    guard index < tokens.count, tokens[index].kind == .word else { return nil }
    return tokens[index].text
  }

  private mutating func takeTypeWord(
    _ word: String, _ types: Set<String>, _ tokens: [SourceToken], _ index: Int
  ) {
    guard types.contains(word), let name = self.word(tokens, index + 1) else { return }
    heading = Heading(
      scope: SourceScope(kind: .type(isApp: false), name: name), depth: open.count, end: index + 1)
  }

  private static let swiftTypes: Set<String> = ["class", "struct", "enum", "extension", "actor", "protocol"]
  private static let swiftMembers: Set<String> = ["func", "var", "let", "subscript", "override", "init"]

  private mutating func takeSwiftWord(_ word: String, _ tokens: [SourceToken], _ index: Int) {
    if word == "main", index > 0, tokens[index - 1].text == "@" { return markedApp = true }
    if Self.swiftTypes.contains(word), let name = self.word(tokens, index + 1),
      !Self.swiftMembers.contains(name)
    {
      let isApp = markedApp || inherits("App", tokens, after: index + 1)
      markedApp = false
      heading = Heading(
        scope: SourceScope(kind: .type(isApp: isApp), name: name), depth: open.count, end: index + 1)
    } else if word == "func", let name = self.word(tokens, index + 1) {
      let full = name + Self.labels(tokens, after: index + 2)
      heading = Heading(scope: SourceScope(kind: .function, name: full), depth: open.count, end: index + 1)
    } else if word == "init" || word == "deinit", index + 1 < tokens.count,
      "({?<!".contains(tokens[index + 1].text)
    {
      heading = Heading(scope: SourceScope(kind: .function, name: word), depth: open.count, end: index)
    } else if word == "var", let name = self.word(tokens, index + 1) {
      heading = Heading(scope: SourceScope(kind: .function, name: name), depth: open.count, end: index + 1)
    } else if word == "let" {
      if heading?.depth == open.count { heading = nil }
    }
  }

  /// Whether a type's list of what it is has a word, before its block begins.
  private func inherits(_ word: String, _ tokens: [SourceToken], after index: Int) -> Bool {
    for token in tokens[min(index, tokens.count)..<min(index + 40, tokens.count)] {
      if token.text == "{" { return false }
      if token.kind == .word, token.text == word { return true }
    }
    return false
  }

  /// `(_:didFinishLaunchingWithOptions:)`, from the opening parenthesis on; empty without one.
  private static func labels(_ tokens: [SourceToken], after index: Int) -> String {
    guard index < tokens.count, tokens[index].text == "(" else { return "" }
    var depth = 0
    var names: [String] = []
    var isFirst = true
    for token in tokens[index..<min(index + 200, tokens.count)] {
      switch token.text {
      case "(", "[", "{":
        depth += 1
        isFirst = depth == 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return names.isEmpty ? "()" : "(" + names.map { "\($0):" }.joined() + ")" }
      case ",": isFirst = depth == 1
      case _:
        if isFirst, depth == 1, token.kind == .word { names.append(token.text) }
        isFirst = false
      }
    }
    return ""
  }

  private mutating func takeObjectiveCWord(
    _ word: String, _ tokens: [SourceToken], _ index: Int, _ before: String
  ) {
    guard before == "@" else { return }
    switch word {
    case "implementation":
      container = self.word(tokens, index + 1).map { SourceScope(kind: .type(isApp: false), name: $0) }
      reset()
    case "end":
      container = nil
      reset()
    case _: break
    }
  }

  private mutating func reset() {
    open = []
    openBlocks = 0
    named = []
    heading = nil
  }

  // MARK: Signs

  private mutating func takeSign(_ sign: String, _ tokens: [SourceToken], _ index: Int) {
    switch sign {
    case "(", "[": push(sign, nil, callee: sign == "(" ? callee(tokens, before: index) : nil, index)
    case "{": beginBlock(tokens, index)
    case ")", "]", "}": pop(sign, tokens, index)
    case "-", "+":
      if language == .objectiveC, open.isEmpty { takeSelector(tokens, after: index) }
    case "=":
      if index > 0, tokens[index - 1].kind == .word, open.count < Self.deepest {
        assigned[open.count] = tokens[index - 1].text
      }
      if language == .swift, heading?.depth == open.count { heading = nil }
    case ";":
      if heading?.depth == open.count { heading = nil }
      assigned[open.count] = nil
    case _: break
    }
  }

  private func callee(_ tokens: [SourceToken], before index: Int) -> String? {
    guard index > 0, tokens[index - 1].kind == .word else { return nil }
    return tokens[index - 1].text
  }

  private mutating func push(_ sign: String, _ scope: SourceScope?, callee: String?, _ index: Int) {
    if sign == "{" { openBlocks += 1 }
    let isNamed = scope != nil && named.count < Self.mostNames
    if isNamed, let scope { named.append(scope) }
    open.append(
      Bracket(sign: sign, isNamed: isNamed, callee: open.count < Self.deepest ? callee : nil, start: index))
  }

  private static let openings = [")": "(", "]": "[", "}": "{"]

  private mutating func pop(_ sign: String, _ tokens: [SourceToken], _ index: Int) {
    guard let opening = Self.openings[sign] else { return }
    if sign == "}" {
      // What was left open inside ends with the block: a source that is cut up still ends its functions.
      guard openBlocks > 0, let position = open.lastIndex(where: { $0.sign == "{" }) else { return }
      named.removeLast(open[position...].count { $0.isNamed })
      open.removeSubrange(position...)
      openBlocks -= 1
      if let depth = heading?.depth, depth > open.count { heading = nil }
      return
    }
    guard let last = open.last, last.sign == opening else { return }
    open.removeLast()
    guard sign == ")" else { return }
    lastParenthesis = (last, index)
  }

  /// The name of a method of Objective-C, whose heading begins with a sign at the outermost level.
  private mutating func takeSelector(_ tokens: [SourceToken], after index: Int) {
    guard index + 1 < tokens.count, tokens[index + 1].text == "(" else { return }
    var name = ""
    var depth = 0
    var first: String?
    for position in (index + 1)..<min(index + 200, tokens.count) {
      let token = tokens[position]
      switch token.text {
      case "(": depth += 1
      case ")": depth -= 1
      case "{", ";":
        guard token.text == "{" else { return }
        let whole = name.isEmpty ? first ?? "" : name
        heading = Heading(scope: SourceScope(kind: .function, name: whole), depth: 0, end: position)
        return
      case _:
        guard depth == 0, token.kind == .word else { continue }
        first = first ?? token.text
        if position + 1 < tokens.count, tokens[position + 1].text == ":" { name += token.text + ":" }
      }
    }
  }

  private mutating func beginBlock(_ tokens: [SourceToken], _ index: Int) {
    if let heading, heading.depth == open.count {
      self.heading = nil
      controlDepth = nil
      return push("{", heading.scope, callee: nil, index)
    }
    if controlDepth == open.count {
      controlDepth = nil
      return push("{", nil, callee: nil, index)
    }
    push("{", blockName(tokens, index), callee: nil, index)
  }

  /// The name of a block that no declaration begins.
  private func blockName(_ tokens: [SourceToken], _ index: Int) -> SourceScope? {
    guard index > 0 else { return nil }
    let before = tokens[index - 1]
    let argument = open.last.flatMap { $0.sign == "(" ? $0 : nil }
    switch language {
    case .swift:
      if before.text == ")", let last = lastParenthesis, last.end == index - 1 {
        return last.bracket.callee.map { closure($0, words(of: last.bracket, tokens, index)) }
      }
      if before.kind == .word, !Self.notCalled.contains(before.text) { return closure(before.text, []) }
      return argument?.callee.map { closure($0, words(of: argument, tokens, index)) }
    case .objectiveC:
      if open.isEmpty, before.text == ")", let callee = lastParenthesis?.bracket.callee {
        return SourceScope(kind: .function, name: callee)
      }
      return argument?.callee.map { closure($0, words(of: argument, tokens, index)) }
    case .dart, .typeScript:
      return scriptBlock(tokens, index, argument)
    }
  }

  private static let notCalled: Set<String> = [
    "try", "in", "defer", "get", "set", "willSet", "didSet", "return", "await", "async", "throws", "where",
  ]

  private func closure(_ name: String, _ words: [String]) -> SourceScope {
    SourceScope(kind: .closure(about: words.joined(separator: " ")), name: name)
  }

  private func words(of bracket: Bracket?, _ tokens: [SourceToken], _ index: Int) -> [String] {
    guard let bracket else { return [] }
    // With what the function is called on: `AppState.addEventListener(…)`.
    let start = max(0, bracket.start - 4)
    return tokens[start..<min(index, bracket.start + 60)].filter { $0.kind == .word }.map(\.text)
  }

  /// `name(…) {`, `name(…): Type {`, `name = () => {`, `call(() => {`, `call(() async {`.
  private func scriptBlock(_ tokens: [SourceToken], _ index: Int, _ argument: Bracket?) -> SourceScope? {
    let isArrow = tokens[index - 1].text == "=>"
    if let argument {
      // What follows the parenthesis itself, a comma or a name is a mapping, no code.
      guard isArrow || tokens[index - 1].text == ")" || tokens[index - 1].kind == .word else { return nil }
      return argument.callee.map { closure($0, words(of: argument, tokens, index)) }
    }
    if isArrow {
      return assigned[open.count].map { SourceScope(kind: .function, name: $0) }
    }
    guard let last = lastParenthesis, let callee = last.bracket.callee, index - last.end <= 12,
      tokens[last.end].line == tokens[index].line
    else { return nil }
    let isHeading = tokens[(last.end + 1)..<index].allSatisfy {
      $0.kind == .word || [":", "<", ">", ".", "|", "[", "]", "?", "*"].contains($0.text)
    }
    guard isHeading else { return nil }
    // `name = function (…) {` has the name of what it is set to.
    let name = callee == "function" ? assigned[open.count] : callee
    return name.map { SourceScope(kind: .function, name: $0) }
  }
}
