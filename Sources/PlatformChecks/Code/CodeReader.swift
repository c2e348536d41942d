/// Follows the brackets of a source and notes what encloses each token.
///
/// It knows how declarations, closures and branches begin in each language, and nothing else of grammar: a heading
/// that it does not understand leaves its block without a name. One pass, and work that goes with the tokens.
struct CodeReader {
  let tokens: [SourceToken]
  let language: SourceLanguage
  var match: [Int32]
  var frameOf: [Int32]
  var frames: [CodeFrame] = []
  var functions: [CodeFunction] = []
  var types: [CodeType] = []
  var declared: Set<Int32> = []

  /// The innermost frame where the reader stands.
  var current: Int32 = -1
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
    var outer: Int32
    /// The frame that a comma leads back to.
    var inner: Int32
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
    var branch: Int32 = -1
    /// Frames that end with a statement: a branch without braces, what stands behind an arrow.
    var soft: [(frame: Int32, outer: Int32, isArrow: Bool)] = []
    /// The frame of the block that an arrow begins.
    var arrow: Int32?
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
    var negated: Int32 = -1
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
    let end = Int32(tokens.count)
    for frame in frames.indices where frames[frame].end == .max { frames[frame].end = end }
  }

  // MARK: Looking

  var top: Int { open.count - 1 }

  func text(_ index: Int) -> String { index >= 0 && index < tokens.count ? tokens[index].text : "" }

  func isWord(_ index: Int) -> Bool { index >= 0 && index < tokens.count && tokens[index].kind == .word }

  /// A frame around everything from a token on, within the current one.
  mutating func frame(_ kind: CodeFrame.Kind, name: Int = -1, label: Int = -1, at index: Int) -> Int32 {
    let depth = current < 0 ? 0 : frames[Int(current)].depth + 1
    if depth > Self.deepest { return current }
    frames.append(
      CodeFrame(
        kind: kind, parent: current, depth: depth, name: Int32(name), label: Int32(label), start: Int32(index)
      ))
    return Int32(frames.count - 1)
  }

  /// Whether a line of a script that has no semicolons begins another statement.
  private func beginsStatement(_ index: Int) -> Bool {
    guard index > 0, tokens[index].line > tokens[index - 1].line else { return false }
    if tokens[index].kind == .sign, !"{}".contains(tokens[index].text) { return false }
    if tokens[index].text == "{" { return false }
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

  private mutating func push(_ sign: String, _ index: Int, _ inner: Int32) {
    open.append(Level(sign: sign, token: index, outer: current, inner: inner, tag: lastTag))
    current = inner
  }

  private mutating func openParenthesis(_ index: Int) {
    let callee = self.callee(before: index)
    let isHeading =
      switch open[top].heading {
      case .function(let name): name == callee
      case .type, nil: false
      }
    let isControl = open[top].control.map { $0.end < 0 && language != .swift && $0.start == index } ?? false
    guard callee >= 0, !isHeading, !isControl else { return push("(", index, current) }
    push("(", index, frame(.argument, name: callee, at: index))
    open[top].callee = callee
    takeLabel(index + 1)
  }

  /// The word that is called by the parenthesis at a position; -1 without one.
  func callee(before index: Int) -> Int {
    var before = index - 1
    if before >= 0, tokens[before].text == ">" { before = genericStart(before) - 1 }
    if language == .dart || language == .swift || language == .typeScript {
      // `call?.(…)`, `handler!(…)`
      while before > 0, tokens[before].text == "?" || tokens[before].text == "!" || tokens[before].text == "."
      {
        before -= 1
      }
    }
    guard isWord(before), !Self.notCalled.contains(tokens[before].text) else { return -1 }
    return before
  }

  private static let notCalled: Set<String> = [
    "if", "while", "for", "switch", "catch", "return", "in", "guard", "await", "try", "case", "where", "else",
    "typeof", "async", "is", "as", "get", "set", "function", "throw", "yield", "let", "var", "const",
  ]

  /// Where the generic arguments begin that end at a position; the position itself where it is none.
  private func genericStart(_ end: Int) -> Int {
    var depth = 0
    for position in stride(from: end, through: max(0, end - 24), by: -1) {
      switch tokens[position].text {
      case ">": depth += 1
      case "<":
        depth -= 1
        if depth == 0 { return position }
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
    match[index] = Int32(level.token)
    match[level.token] = Int32(index)
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
    endSoft(of: level, index)
    var frame = current
    while frame >= 0, frame != level.outer {
      frames[Int(frame)].end = Int32(index)
      frame = frames[Int(frame)].parent
    }
    if level.inner >= 0, level.inner != level.outer { frames[Int(level.inner)].end = Int32(index) }
    current = level.outer
    lastTag = level.tag
  }

  // MARK: Statements

  /// Ends the frames that end with a statement.
  mutating func endSoft(_ index: Int, arrowsAlone: Bool = false) {
    while let last = open[top].soft.last, !arrowsAlone || last.isArrow {
      open[top].soft.removeLast()
      frames[Int(last.frame)].end = Int32(index)
      current = last.outer
      if !last.isArrow { endBranch(last.frame, index) }
    }
  }

  private mutating func endSoft(of level: Level, _ index: Int) {
    for soft in level.soft { frames[Int(soft.frame)].end = Int32(index) }
  }

  private mutating func endBlock(_ inner: Int32, _ index: Int) {
    guard inner >= 0, frames[Int(inner)].kind == .branch, inner > current else { return }
    if text(index + 1) != "else" {
      while let last = open[top].soft.last, !last.isArrow {
        open[top].soft.removeLast()
        frames[Int(last.frame)].end = Int32(index)
        current = last.outer
      }
    }
    endBranch(inner, index)
  }

  /// After a branch that leaves the function what follows runs under the opposite condition.
  private mutating func endBranch(_ branch: Int32, _ index: Int) {
    open[top].branch = branch
    let closed = frames[Int(branch)]
    guard closed.kind == .branch, closed.leaves, !closed.condition.isEmpty else { return }
    let rest = frame(.rest, at: index + 1)
    guard rest != current else { return }
    frames[Int(rest)].condition = closed.condition
    frames[Int(rest)].isElse = !closed.isElse
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
  private mutating func branchFrame(_ control: Control, _ index: Int) -> Int32 {
    var kind = CodeFrame.Kind.branch
    switch control.kind {
    case .loop: kind = .loop
    case .cases: kind = .cases
    case .branch, .guardStatement, .elseBranch, .plain: break
    }
    let outer = current
    if control.negated >= 0 {
      frames[Int(control.negated)].hasElse = true
      let other = frame(.branch, at: index)
      if other != current {
        frames[Int(other)].condition = frames[Int(control.negated)].condition
        frames[Int(other)].isElse = true
        current = other
      }
      if control.kind == .elseBranch { defer { current = outer }; return current }
    }
    let branch = frame(kind, at: index)
    current = outer
    guard branch != outer, branch >= 0 else { return branch }
    let end = control.end < 0 ? index : control.end
    frames[Int(branch)].condition = Int32(control.start)..<Int32(max(control.start, end))
    frames[Int(branch)].isElse = control.kind == .guardStatement
    if control.kind == .guardStatement { frames[Int(branch)].leaves = true }
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
  mutating func begin(_ heading: Heading, at index: Int) -> Int32 {
    switch heading {
    case .type(let name):
      let inner = frame(.type, name: name, at: index)
      guard inner != current else { return inner }
      declared.insert(Int32(name))
      var bases: [String] = []
      for position in (name + 1)..<max(name + 1, min(index, name + 60)) where tokens[position].kind == .word {
        bases.append(tokens[position].text)
      }
      types.append(CodeType(name: text(name), bases: bases, frame: inner))
      return inner
    case .function(let name): return beginFunction(name, at: index)
    }
  }

  mutating func beginFunction(_ name: Int, at index: Int, parameters: Range<Int32>? = nil) -> Int32 {
    let inner = frame(.function, name: name, at: index)
    guard inner != current else { return inner }
    declared.insert(Int32(name))
    var function = CodeFunction(name: text(name), frame: inner, nameToken: Int32(name))
    function.parameters = parameters ?? self.parameters(after: name, before: index)
    function.labels = labels(function.parameters, name, index)
    function.isAction = isAction(name)
    var frame = current
    while frame >= 0 {
      let around = frames[Int(frame)]
      if around.kind == .type {
        function.type = text(Int(around.name))
        break
      }
      frame = around.parent
    }
    functions.append(function)
    return inner
  }

  private func parameters(after name: Int, before index: Int) -> Range<Int32> {
    for position in (name + 1)..<max(name + 1, min(index, name + 40)) where tokens[position].text == "(" {
      let end = match[position]
      return end > position ? Int32(position + 1)..<end : 0..<0
    }
    return 0..<0
  }

  /// `didFinishLaunchingWithOptions` of `application(_:didFinishLaunchingWithOptions:)`, and the parts of a selector.
  private func labels(_ parameters: Range<Int32>, _ name: Int, _ index: Int) -> [String] {
    var labels: [String] = []
    if language == .objectiveC {
      for position in name..<max(name, min(index, name + 60))
      where text(position + 1) == ":" && isWord(position) {
        labels.append(text(position))
      }
      return labels
    }
    var depth = 0
    var isFirst = true
    for position in parameters.prefix(120) {
      let token = tokens[Int(position)]
      if token.kind == .sign, "([{".contains(token.text) { depth += 1 }
      if token.kind == .sign, ")]}".contains(token.text) { depth -= 1 }
      if isFirst, token.kind == .word { labels.append(token.text) }
      isFirst = token.text == "," && depth == 0
    }
    return labels
  }

  private func isAction(_ name: Int) -> Bool {
    for position in stride(from: name - 1, through: max(0, name - 8), by: -1) {
      if tokens[position].text == "IBAction" { return true }
      if ["}", "{", ";"].contains(tokens[position].text) { return false }
    }
    return false
  }
}
