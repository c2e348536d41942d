import RuleBook

/// What encloses a token of a source: a type, a function, an argument, a closure or a branch.
struct CodeFrame {
  enum Kind {
    case type
    case function
    /// An argument of a call that is worked out where the call stands.
    case argument
    /// Code that runs when somebody calls it.
    case closure
    /// Code that runs under a condition.
    case branch
    /// What comes after a branch that leaves the function: it runs under the opposite condition.
    case rest
    case loop
    case cases
  }

  var kind: Kind
  /// Its position among the source's frames.
  var number: Int
  /// The frame around it; -1 at the outermost level.
  var parent: Int
  var depth: Int
  /// What names it: of arguments and closures the function that they are given to.
  var name: CodeToken
  /// The label of an argument: a named argument's, a part of a selector, an attribute of markup.
  var label: CodeToken
  var start: Int
  var end = Int.max
  /// The tokens that a branch depends on.
  var heading = 0..<0
  /// Whether it runs where the condition does not hold.
  var isElse = false
  /// Whether code for the opposite case follows.
  var hasElse = false
  var leaves = false
  /// Of a function's frame its position among the functions.
  var function: Int?

  var source: CodeFile { name.source }
  var outer: CodeFrame? { parent >= 0 ? source.frames[parent] : nil }
  /// What a branch depends on.
  var condition: Range<CodeToken> { name.at(heading.lowerBound)..<name.at(heading.upperBound) }

  var isConditional: Bool { kind == .branch || kind == .rest }
  /// Whether it is given to a function.
  var isGiven: Bool { kind == .closure || kind == .argument }

  /// Its tokens, of a very long one the first.
  func body(most: Int = 20_000) -> Range<CodeToken> {
    name.at(start)..<name.at(max(start, min(end, source.tokens.count, start + most)))
  }
}

struct CodeFunction {
  /// What names it, which is in no other function.
  var token: CodeToken
  /// The labels of its parameters, or the other parts of its selector.
  var labels: [String] = []
  /// The type that it is declared in.
  var type: String?
  var number: Int
  /// What stands between the parentheses of its heading.
  var parameters: Range<CodeToken>
  /// Whether it is marked as what a control of a storyboard does.
  var isAction = false

  var name: String { token.text }
  var frame: CodeFrame { token.source.frames[number] }
  var body: Range<CodeToken> { frame.body(most: 8_000) }
  /// What it does by its name and its labels.
  var kinds: Set<String> { Set(([name] + labels).flatMap { CodeName.kinds[$0] ?? [] }) }
  /// Whether it is one of a life cycle, which nobody calls in the sources.
  var isCalledByFrameworks: Bool { kinds.contains { $0.hasSuffix("function") } }
}

struct CodeType {
  var token: CodeToken
  /// The names in its heading: what it inherits from, with their generic arguments.
  var bases: [String]
  var number: Int

  var name: String { token.text }
  var body: Range<CodeToken> { token.source.frames[number].body() }
}

protocol TokenText {
  var tokens: [SourceToken] { get }
}

extension TokenText {
  func text(_ index: Int) -> String { index >= 0 && index < tokens.count ? tokens[index].text : "" }

  func isWord(_ index: Int) -> Bool { index >= 0 && index < tokens.count && tokens[index].kind == .word }

  func isText(_ index: Int) -> Bool { index >= 0 && index < tokens.count && tokens[index].kind == .text }

  /// The tokens behind one, as far as they are looked at.
  func after(_ index: Int, most: Int) -> Range<Int> {
    index + 1..<max(index + 1, min(index + 1 + most, tokens.count))
  }

  /// The tokens before one, the nearest first, as far as they are looked at.
  func before(_ index: Int, most: Int) -> ReversedCollection<Range<Int>> {
    (max(0, index - most)..<max(0, index)).reversed()
  }
}
