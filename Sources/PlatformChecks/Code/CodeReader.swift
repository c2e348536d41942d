import RuleBook

/// Follows the brackets of a source and notes what encloses each token.
///
/// It knows how declarations, closures and branches begin in each language, and nothing else of grammar: a heading
/// that it does not understand leaves its block without a name. One pass, and work that goes with the tokens.
struct CodeReader: TokenText {
  let tokens: [SourceToken]
  let language: SourceLanguage
  var match: [Int]
  var frameOf: [Int]
  var frames: [CodeFrame] = []
  var functions: [CodeFunction] = []
  var types: [CodeType] = []
  var declared: Set<Int> = []

  /// The innermost frame where the reader stands.
  var current: Int = -1
  var open: [Level]
  /// The element of markup that was last begun.
  var lastTag = -1

  /// Frames within one another; what is deeper belongs to the last.
  static let deepest = 120

  /// A bracket that is open.
  struct Level {
    var sign: String
    var token: Int
    /// The frame outside.
    var outer: Int
    /// The frame that a comma leads back to.
    var inner: Int
    /// The function whose arguments these are; -1 without one.
    var callee = -1
    var isLiteral = false
    var isSwitch = false
    var tag = -1
    var heading: Heading?
    var control: Control?
    /// The parentheses that were closed last at this level.
    var closed = (open: -1, close: -1)
    /// The call that was last complete at this level, which a trailing closure belongs to.
    var call = -1
    /// The branch that was last closed.
    var branch: Int = -1
    /// Frames that end with a statement: a branch without braces, what stands behind an arrow.
    var soft: [(frame: Int, outer: Int, isArrow: Bool)] = []
    /// The frame of the block that an arrow begins.
    var arrow: Int?
    /// Where the label of a `case` begins.
    var label = -1
  }

  enum Heading {
    case type(name: Int)
    case function(name: Int)
  }

  struct Control {
    enum Kind { case branch, guardStatement, elseBranch, loop, cases, plain }
    var kind: Kind
    var start: Int
    var end = -1
    var negated: Int = -1
  }

  init(_ tokens: [SourceToken], _ language: SourceLanguage) {
    self.tokens = tokens
    self.language = language
    match = Array(repeating: -1, count: tokens.count)
    frameOf = Array(repeating: -1, count: tokens.count)
    open = [Level(sign: "", token: -1, outer: -1, inner: -1)]
  }

  mutating func read() {
    for index in tokens.indices {
      let token = tokens[index]
      if language == .typeScript, !open[top].soft.isEmpty, beginsStatement(index) { endSoft(index) }
      if token.kind == .sign, token.text.utf8.count == 1 { takeSign(token.text, index) }
      frameOf[index] = current
      switch token.kind {
      case .word: takeWord(token.text, index)
      case .sign: afterSign(token.text, index)
      case .text: break
      }
    }
    let end = tokens.count
    for frame in frames.indices where frames[frame].end == .max { frames[frame].end = end }
  }

  // MARK: Looking

  var top: Int { open.count - 1 }

  /// A frame around everything from a token on, within the current one.
  mutating func frame(_ kind: CodeFrame.Kind, name: Int = -1, label: Int = -1, at index: Int) -> Int {
    let depth = current < 0 ? 0 : frames[current].depth + 1
    if depth > Self.deepest { return current }
    frames.append(
      CodeFrame(
        kind: kind, number: frames.count, parent: current, depth: depth, name: name, label: label,
        start: index))
    return frames.count - 1
  }

  /// The innermost frame of a kind where the reader stands.
  func enclosing(_ kind: CodeFrame.Kind) -> Int? {
    var frame = current
    while frame >= 0, frames[frame].kind != kind { frame = frames[frame].parent }
    return frame >= 0 ? frame : nil
  }

  /// Whether a line of a script that has no semicolons begins another statement.
  private func beginsStatement(_ index: Int) -> Bool {
    guard index > 0, tokens[index].line > tokens[index - 1].line else { return false }
    if tokens[index].kind == .sign, tokens[index].text != "}" { return false }
    let before = tokens[index - 1]
    if before.kind == .sign, ![")", "]", "}"].contains(before.text) { return false }
    return !["else", "in", "instanceof", "as"].contains(tokens[index].text) && before.text != "return"
      && before.text != "else"
  }

  // MARK: Signs

  private mutating func takeSign(_ sign: String, _ index: Int) {
    switch sign {
    case ")", "]", "}": close(sign, index)
    case ";": endSoft(index)
    case ",":
      endSoft(index, arrowsAlone: true)
      if open[top].soft.isEmpty, open[top].sign == "(" || open[top].isLiteral { current = open[top].inner }
    case _: break
    }
  }

  private mutating func afterSign(_ sign: String, _ index: Int) {
    switch sign {
    case "(": openParenthesis(index)
    case "[": openSquare(index)
    case "{": openBrace(index)
    case "=>": takeArrow(index)
    case ":": if open[top].isSwitch, open[top].label >= 0 { endLabel(index) }
    case "=": takeEqual(index)
    case "<":
      if language == .typeScript, isWord(index + 1),
        index == 0 || !isWord(index - 1) || text(index - 1) == "return"
      {
        var tag = index + 1
        while text(tag + 1) == ".", isWord(tag + 2) { tag += 2 }
        lastTag = tag
      }
    case "-", "+": if language == .objectiveC, open.count == 1 { takeSelector(index) }
    case _: break
    }
  }

  private mutating func push(_ sign: String, _ index: Int, _ inner: Int) {
    open.append(Level(sign: sign, token: index, outer: current, inner: inner, tag: lastTag))
    current = inner
  }

  private mutating func openParenthesis(_ index: Int) {
    let callee = self.callee(before: index)
    var isHeading = false
    if case .function(let name) = open[top].heading { isHeading = name == callee }
    let isControl = open[top].control.map { $0.end < 0 && language != .swift && $0.start == index } ?? false
    guard callee >= 0, !isHeading, !isControl else { return push("(", index, current) }
    push("(", index, frame(.argument, name: callee, at: index))
    open[top].callee = callee
    takeLabel(index + 1)
  }

  /// The word that is called by the parenthesis at a position; -1 without one.
  func callee(before index: Int) -> Int {
    var before = index - 1
    if text(before) == ">" { before = genericStart(before) - 1 }
    // `call?.(…)`, `handler!(…)`
    while language != .objectiveC, ["?", "!", "."].contains(text(before)) { before -= 1 }
    let isCalled = isWord(before) && !WordList.has("words before parentheses that call nothing", text(before))
    return isCalled ? before : -1
  }

  /// Where the generic arguments begin that end at a position; the position itself where it is none.
  private func genericStart(_ end: Int) -> Int {
    var depth = 0
    for position in before(end + 1, most: 25) {
      switch text(position) {
      case ">": depth += 1
      case "<" where depth == 1: return position
      case "<": depth -= 1
      case "(", ")", ";", "{", "}": return end
      case _: break
      }
    }
    return end
  }

  private mutating func openSquare(_ index: Int) {
    let before = text(index - 1)
    let isMessage =
      language == .objectiveC && before != "@" && before != "]"
      && !(isWord(index - 1) && before != "return" && before != "else")
    push("[", index, current)
    if isMessage { open[top].sign = "[message" }
  }

  private mutating func close(_ sign: String, _ index: Int) {
    let opening = sign == ")" ? "(" : sign == "]" ? "[" : "{"
    guard top > 0 else { return }
    if !open[top].sign.hasPrefix(opening) {
      // A sign that closes none is passed over; a brace closes what was left open within it.
      guard sign == "}", let level = open.suffix(12).lastIndex(where: { $0.sign == "{" }), level > 0 else {
        return
      }
      while top > level { pop(index) }
    }
    let level = open[top]
    match[index] = level.token
    match[level.token] = index
    pop(index)
    switch sign {
    case ")":
      open[top].closed = (level.token, index)
      open[top].call = level.callee
      endCondition(level.token, index)
    case "]":
      if level.callee >= 0 { open[top].call = level.callee }
    case _: endBlock(level.inner, index)
    }
  }

  private mutating func pop(_ index: Int) {
    let level = open.removeLast()
    for soft in level.soft { frames[soft.frame].end = index }
    var frame = current
    while frame >= 0, frame != level.outer {
      frames[frame].end = index
      frame = frames[frame].parent
    }
    if level.inner >= 0, level.inner != level.outer { frames[level.inner].end = index }
    current = level.outer
    lastTag = level.tag
  }

  // MARK: Statements

  /// Ends the frames that end with a statement.
  mutating func endSoft(_ index: Int, arrowsAlone: Bool = false) {
    while let last = open[top].soft.last, !arrowsAlone || last.isArrow {
      open[top].soft.removeLast()
      frames[last.frame].end = index
      current = last.outer
      if !last.isArrow { endBranch(last.frame, index) }
    }
  }

  private mutating func endBlock(_ inner: Int, _ index: Int) {
    guard inner >= 0, frames[inner].kind == .branch, inner > current else { return }
    if text(index + 1) != "else" {
      while let last = open[top].soft.last, !last.isArrow {
        open[top].soft.removeLast()
        frames[last.frame].end = index
        current = last.outer
      }
    }
    endBranch(inner, index)
  }

  /// After a branch that leaves the function what follows runs under the opposite condition.
  private mutating func endBranch(_ branch: Int, _ index: Int) {
    open[top].branch = branch
    let closed = frames[branch]
    guard closed.kind == .branch, closed.leaves, !closed.condition.isEmpty else { return }
    let rest = frame(.rest, at: index + 1)
    guard rest != current else { return }
    frames[rest].condition = closed.condition
    frames[rest].isElse = !closed.isElse
    current = rest
  }

  private mutating func endCondition(_ opening: Int, _ index: Int) {
    guard language != .swift, var control = open[top].control, control.end < 0, control.start == opening
    else {
      return
    }
    control.start = opening + 1
    control.end = index
    open[top].control = control
    guard text(index + 1) != "{" else { return }
    open[top].control = nil
    beginSoftBranch(control, index + 1)
  }

  /// A branch that has no braces.
  mutating func beginSoftBranch(_ control: Control, _ index: Int) {
    let outer = current
    let branch = branchFrame(control, index)
    guard branch != outer else { return }
    open[top].soft.append((branch, outer, false))
    current = branch
  }

  /// The frame of a branch, and around it that of the branches before it which were not taken.
  private mutating func branchFrame(_ control: Control, _ index: Int) -> Int {
    let outer = current
    if control.negated >= 0 {
      frames[control.negated].hasElse = true
      let other = frame(.branch, at: index)
      if other != current {
        frames[other].condition = frames[control.negated].condition
        frames[other].isElse = true
        current = other
      }
      if control.kind == .elseBranch { defer { current = outer }; return current }
    }
    let kind = control.kind == .loop ? CodeFrame.Kind.loop : control.kind == .cases ? .cases : .branch
    let branch = frame(kind, at: index)
    current = outer
    guard branch != outer, branch >= 0 else { return branch }
    let end = control.end < 0 ? index : control.end
    frames[branch].condition = control.start..<max(control.start, end)
    frames[branch].isElse = control.kind == .guardStatement
    if control.kind == .guardStatement { frames[branch].leaves = true }
    return branch
  }

  // MARK: Braces

  private mutating func openBrace(_ index: Int) {
    if let heading = open[top].heading {
      open[top].heading = nil
      let outer = current
      let inner = begin(heading, at: index)
      current = outer
      return push("{", index, inner)
    }
    if let control = open[top].control, language == .swift || control.end >= 0 || control.start > index - 2 {
      open[top].control = nil
      var control = control
      if control.kind == .guardStatement, text(index - 1) == "else" { control.end = index - 1 }
      if control.kind == .plain { return push("{", index, current) }
      let outer = current
      let inner = branchFrame(control, index)
      current = outer
      push("{", index, inner)
      open[top].isSwitch = control.kind == .cases
      return
    }
    let inner = block(index)
    push("{", index, inner.frame)
    open[top].isLiteral = inner.isLiteral
  }

  /// Begins a declared type or function.
  mutating func begin(_ heading: Heading, at index: Int) -> Int {
    switch heading {
    case .type(let name):
      let inner = frame(.type, name: name, at: index)
      guard inner != current else { return inner }
      declared.insert(name)
      let bases = (name + 1..<max(name + 1, min(index, name + 60))).filter(isWord).map(text)
      types.append(CodeType(name: text(name), bases: bases, frame: inner))
      return inner
    case .function(let name): return beginFunction(name, at: index)
    }
  }

  mutating func beginFunction(_ name: Int, at index: Int, parameters: Range<Int>? = nil) -> Int {
    let inner = frame(.function, name: name, at: index)
    guard inner != current else { return inner }
    declared.insert(name)
    var function = CodeFunction(name: text(name), frame: inner, nameToken: name)
    function.parameters = parameters ?? self.parameters(after: name, before: index)
    function.labels = labels(function.parameters, name, index)
    function.isAction = isAction(name)
    function.type = enclosing(.type).map { text(frames[$0].name) }
    frames[inner].function = functions.count
    functions.append(function)
    return inner
  }

  private func parameters(after name: Int, before index: Int) -> Range<Int> {
    let near = name + 1..<max(name + 1, min(index, name + 40))
    guard let open = near.first(where: { text($0) == "(" }), match[open] > open else { return 0..<0 }
    return open + 1..<match[open]
  }

  /// `didFinishLaunchingWithOptions` of `application(_:didFinishLaunchingWithOptions:)`, and the parts of a selector.
  private func labels(_ parameters: Range<Int>, _ name: Int, _ index: Int) -> [String] {
    if language == .objectiveC {
      return (name..<max(name, min(index, name + 60))).filter { text($0 + 1) == ":" && isWord($0) }.map(text)
    }
    var labels: [String] = []
    var depth = 0
    var isFirst = true
    for position in parameters.prefix(120) {
      let token = tokens[position]
      if token.kind == .sign, "([{".contains(token.text) { depth += 1 }
      if token.kind == .sign, ")]}".contains(token.text) { depth -= 1 }
      if isFirst, token.kind == .word { labels.append(token.text) }
      isFirst = token.text == "," && depth == 0
    }
    return labels
  }

  private func isAction(_ name: Int) -> Bool {
    let near = before(name, most: 8).prefix { !["}", "{", ";"].contains(text($0)) }
    return near.contains { text($0) == "IBAction" }
  }
}
