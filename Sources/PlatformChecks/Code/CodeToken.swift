import ExperimentDesign
import RuleBook

/// A token of a source, which knows its source; a place outside of it stands for none.
struct CodeToken: Hashable, Strideable {
  unowned let source: CodeFile
  let index: Int

  func hash(into hasher: inout Hasher) { hasher.combine(source.number << 32 + index) }

  func advanced(by steps: Int) -> CodeToken { at(index + steps) }

  /// Far more than a source has tokens where the sources are not the same, in their order.
  func distance(to other: CodeToken) -> Int {
    (other.source.number - source.number) << 32 + other.index - index
  }

  static func + (token: CodeToken, steps: Int) -> CodeToken { token.advanced(by: steps) }
  static func - (token: CodeToken, steps: Int) -> CodeToken { token.advanced(by: -steps) }

  func at(_ index: Int) -> CodeToken { source.token(index) }
  var text: String { source.text(index) }
  subscript(steps: Int) -> String { source.text(index + steps) }

  var isWord: Bool { source.isWord(index) }
  var isText: Bool { source.isText(index) }
  var exists: Bool { source.tokens.indices.contains(index) }
  var partner: CodeToken? { exists && source.match[index] >= 0 ? at(source.match[index]) : nil }

  /// The tokens behind it, as far as they are looked at.
  func after(_ most: Int) -> Range<CodeToken> {
    self + 1..<at(max(index + 1, min(index + 1 + most, source.tokens.count)))
  }

  /// The tokens before it, the nearest first, as far as they are looked at.
  func before(_ most: Int) -> ReversedCollection<Range<CodeToken>> {
    (at(min(index, max(0, index - most)))..<self).reversed()
  }

  /// Where it stands, its column in characters.
  var place: FileLocation {
    guard exists else { return FileLocation(file: source.path, line: 1, column: 1) }
    let token = source.tokens[index]
    // A line that is longer than this is no one's to read.
    let before = source.bytes[max(0, token.start - 4_096)..<token.start].reversed().prefix {
      $0 != UInt8(ascii: "\n")
    }
    return FileLocation(file: source.path, line: token.line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
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

  /// Those that do not lie around another token of its source.
  func frames(beside other: CodeToken) -> [CodeFrame] {
    let around = Set(other.frames.map(\.number))
    return frames.prefix { !around.contains($0.number) }
  }

  var function: CodeFrame? {
    frames.first { $0.kind == .function || $0.kind == .type }.flatMap { $0.kind == .function ? $0 : nil }
  }

  var type: String? { frames.first { $0.kind == .type }?.name.text }

  /// Whether what lies around another token lies around it too.
  func isWithinFrame(of other: CodeToken) -> Bool { other.frames(beside: self).isEmpty }

  // MARK: What its word does, by the table of names.

  var kinds: Set<String> { CodeName.kinds[text] ?? [] }

  /// Whether the word may do something, whatever stands before it.
  func may(_ kind: String) -> Bool { CodeName.does(kind, text) }

  var meanings: [CodeName] {
    guard let rows = CodeName.table[text] else { return [] }
    // What stands before the name, and what the variable is that it begins with.
    lazy var names = receivers
    lazy var owners = names + source.variableTypes(names.first { $0 != "self" && $0 != "this" } ?? "")
    return rows.filter { row in
      if let label = row.label, self[1] != "(" || self[2] != label { return false }
      if row.kind == "permission" {
        // Settings that ask for permission where nothing else is said may have each of its parts off.
        let parts = arguments.filter { WordList.has("parts of a permission that settings ask for", $0.text) }
        if parts.count > 2, parts.allSatisfy({ $0[2] == "false" }) { return false }
      }
      return row.owners.isEmpty || owners.contains(where: row.owners.contains)
    }
  }

  func does(_ kinds: String...) -> Bool { meanings.contains { kinds.contains($0.kind) } }

  /// Whether it names the app's activation, or a stream of its states.
  var isActivation: Bool { CodeTrigger.Moment("word", text) == .activation }

  /// Of what the word does something, in a word of the table.
  func subject(_ kind: String) -> String? { meanings.first { $0.kind == kind }?.subject }

  // MARK: How a word is used.

  /// The names that lead to it: `a.b().c` gives a, b; of a message what it is sent to.
  var receivers: [String] { message ?? chain.names }

  /// Where the expression begins that ends in it.
  var expressionStart: CodeToken { chain.start }

  /// The words behind the dots before it, with the type that each is told in angle brackets; where the first stands.
  private var chain: (names: [String], start: CodeToken) {
    func unmarked(_ token: CodeToken) -> CodeToken {
      (token + 1).before(8).first { $0.text != "?" && $0.text != "!" } ?? at(-1)
    }
    var (names, start) = ([String](), self)
    while names.count < 12 {
      var token = unmarked(start - 1)
      guard token.text == "." else { break }
      token = unmarked(token - 1)
      if token.text == "." { token = token - 1 }
      while [")", "]", "}"].contains(token.text), let opening = token.partner {
        // `(delegate as? Type)?.ask()` is a Type's.
        if source.language == .swift, opening.text == "(", source.callee(before: opening.index) < 0 {
          let type = (opening..<token).last { unmarked($0 - 1).text == "as" } ?? opening + 1
          return ([type.text] + names, opening)
        }
        token = opening - 1
      }
      if token.text == ">" {
        let type = token - 1
        token = (token + 1).before(17).first { $0.text == "<" }.map { $0 - 1 } ?? token
        // `Type<Part>()` is a Type, what a function is told is what it gives.
        if type.isWord, token.text.first?.isUppercase != true || token.may("only instance") {
          names.insert(type.text, at: 0)
        }
      }
      guard token.isWord else { return (names, token + 1) }
      names.insert(token.text, at: 0)
      start = token
    }
    return (names, start)
  }

  /// The words of a message before its name: `[[A b] c:d]` gives A, b at c; `nil` where it is none's name.
  private var message: [String]? {
    guard source.language == .objectiveC, [":", "]"].contains(self[1]), let bracket, bracket.text == "[",
      bracket[-1] != "@"
    else { return nil }
    return (bracket..<self).filter(\.isWord).map(\.text)
  }

  /// The innermost bracket around it that is near.
  var bracket: CodeToken? {
    before(60).first { ["(", "[", "{"].contains($0.text) && $0.partner ?? $0 > self }
  }

  /// Whether it is given arguments or a closure, or is a message, or an element of markup.
  var isCalled: Bool { source.called.contains(index) ? !isSelector : isElement || message != nil }

  /// Where the name was taken out of a call's result, and that call.
  var origin: (name: CodeToken, call: CodeToken)? {
    source.parts[text]?.last { $0.name <= self && isWithinFrame(of: $0.name) }
  }

  /// Whether a script imports it from a library, and not from a file of its own.
  var isOfPackage: Bool {
    guard receivers.isEmpty, let module = source.modules[text], !module.hasPrefix(".") else { return false }
    return ["react-native", "expo-"].contains(where: module.contains)
  }

  /// Whether it is a value of a script's hook, a new one of which runs the effects that depend on it: `useAppState`.
  var isHookState: Bool {
    guard source.language == .typeScript, isWord else { return false }
    let call = origin?.call ?? value(of: text, most: 2_000).first
    return call?.text.hasPrefix("use") ?? false
  }

  /// Whether it is the name of an element, as in `<Name`.
  var isElement: Bool {
    source.language == .typeScript && self[-1] == "<" && (!(self - 2).isWord || self[-2] == "return")
  }

  /// Whether a name is given away without being called: `onPress={ask}`, `#selector(ask)`, `then(ask)`.
  var isHandedOver: Bool {
    if isSelector { return true }
    // `useStore((state) => state.ask)` reads it, and a hook depends on what stands in a script's list.
    let isListed = source.language == .typeScript && bracket?.text == "["
    if origin?.name == self || isListed || expressionStart[-1] == "=>" && expressionStart != self {
      return false
    }
    return isSet
      || [")", ",", "}", "]"].contains(self[1])
        && ["(", ",", ":", "{", "=", "?", "=>", "&"].contains(expressionStart[-1])
  }

  /// Whether an object's property is set to it: `screen.onDone = ask`.
  var isSet: Bool {
    let start = expressionStart
    return start[-1] == "=" && start[-3] == "." && statementEnd == self + 1
  }

  /// `#selector(ask(_:))`, `@selector(ask:)`.
  private var isSelector: Bool { expressionStart[-1] == "(" && expressionStart[-2] == "selector" }

  /// `requestTrackingAuthorization: true`, which has an SDK ask; but not in an object that is given to nothing.
  var isOption: Bool {
    ["true", "YES"].contains(self[2])
      && (self[1] == "=" || self[1] == ":" && frames.contains { $0.isGiven && $0.name.exists })
  }

  /// What stands between the parentheses after it; empty without any.
  var arguments: Range<CodeToken> {
    let open = after(15).first { $0.text == "(" }
    return open.flatMap { open in open.partner.map { open + 1..<max(open + 1, $0) } } ?? self..<self
  }

  /// About how many seconds a call holds something up, by the numbers of one of its arguments; 0 where none says.
  var seconds: Double {
    let isCall = self[1] == "("
    var token = isCall ? self + 2 : self
    let end = isCall ? arguments.upperBound : statementEnd
    // A script's timer is told in milliseconds, after what it runs.
    let isScript = source.language == .typeScript
    var (product, unit, isSaid) = (1.0, unit ?? (isScript ? 1e-3 : 1), false)
    while token < end {
      switch token.text {
      case "{": token = token.partner ?? token
      case "(" where isScript: token = token.partner ?? token
      case "," where isSaid && !isScript: token = end
      case ",": (product, isSaid) = (1, false)
      case let word:
        unit = token.unit ?? unit
        guard token[-1] != ".", word.first?.isNumber == true, let number = Double(word.filter { $0 != "_" })
        else { break }
        (product, isSaid) = (product * number, true)
      }
      token = token + 1
    }
    // What is no number any more is as long as can be.
    return !isSaid ? 0 : product * unit < 86_400 ? product * unit : 86_400
  }

  /// How many seconds are in what it counts, where it says what.
  private var unit: Double? { subject("unit").flatMap(Double.init) }

  /// Whether it declares a closure that is kept: `let onDone: () -> Void`.
  var isKeptClosure: Bool {
    source.language == .swift && self[1] == ":" && ["let", "var"].contains(self[-1])
      && after(40).contains { $0.text == "->" && source.tokens[$0.index].line == source.tokens[index].line }
  }

  /// Whether it names what is declared, imported or exported there, and so uses nothing.
  var isName: Bool {
    if source.declared.contains(index) || WordList.has("words before a name", self[-1]) { return true }
    guard source.language == .typeScript else { return false }
    let first = before(120).first {
      $0.isWord ? WordList.has("words that begin a statement", $0.text) : !["{", ",", "*"].contains($0.text)
    }
    return first?.text == "import" || first?.text == "export" && first?[1] != "default"
  }

  /// The end of the statement around it, as far as its signs say: not far.
  var statementEnd: CodeToken {
    let endsWithLine = source.language == .swift || source.language == .typeScript
    var token = self
    while token.index < min(index + 60, source.tokens.count), ![";", ")", "}", "]"].contains(token.text) {
      if endsWithLine, token > self, token.isWord, !["await", "=", "try"].contains(token[-1]),
        source.tokens[token.index].line > source.tokens[token.index - 1].line
      {
        return token
      }
      token = max(token, token.partner ?? token) + 1
    }
    return token
  }

  /// The equals sign that sets something to what its expression gives; `nil` without one.
  var assignment: CodeToken? {
    let sign = expressionStart.before(60).first { !["await", "try", "?", "[", "("].contains($0.text) }
    return sign?.text == "=" ? sign : nil
  }

  /// The names before a sign or an arrow: `x =`, `{x, y} =`, `[x, y] =`, `(x, y) =>`.
  var namesBefore: [CodeToken] {
    let last = self - 1
    let first = ["}", "]", ")"].contains(last.text) ? last.partner ?? last : last
    return (first..<self).filter(\.isWord)
  }

  /// What a variable by this name was set to last, as far as is looked.
  func value(of name: String, most: Int) -> Range<CodeToken> {
    before(most).first { $0.text == name && $0[1] == "=" }.map { ($0 + 1).after(22) } ?? self..<self
  }

  /// The names under which the answer of a call is known: a variable, or a closure's parameter.
  var answerNames: Set<String> {
    var found = assignment?.namesBefore ?? []
    let mark = source.language == .swift ? "in" : source.language == .objectiveC ? "{" : "=>"
    if let end = after(39).first(where: { [";", mark].contains($0.text) }), end.text == mark {
      found += mark == "in" ? (self..<end).filter { $0.isWord && $0[-1] != "." } : end.namesBefore
    }
    return Set(found.map(\.text)).filter { !CodeName.does("no answer", $0) }
  }

  /// Whether it runs on other systems than Apple's alone.
  var isElsewhere: Bool { frames.contains { $0.isConditional && CodeCondition($0).isElsewhere } }

  /// Whether its expression stands behind `?`, `:`, `&&` or `||`.
  var isConditional: Bool {
    var start = expressionStart
    while ["new", "const", "<", "("].contains(start[-1]) { start = start - 1 }
    switch start[-1] {
    case "?", "&", "|": return true
    case ":": return !(start - 2).isWord || start[-3] == "?" || start[-2] == ")"
    case _: return false
    }
  }
}
