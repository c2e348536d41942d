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
  /// The token that names it: of arguments and closures the function that they are given to; -1 without one.
  var name = -1
  /// The token of an argument's label: a named argument, a part of a selector, an attribute of markup; -1 without one.
  var label = -1
  var start: Int
  var end = Int.max
  /// What a branch depends on.
  var condition = 0..<0
  /// Whether it runs where the condition does not hold.
  var isElse = false
  /// Whether code for the opposite case follows.
  var hasElse = false
  var leaves = false
  /// Of a function's frame its position among the functions.
  var function: Int?

  var isConditional: Bool { kind == .branch || kind == .rest }
  /// Whether it is given to a function.
  var isGiven: Bool { kind == .closure || kind == .argument }
}

struct CodeFunction {
  var name: String
  /// The labels of its parameters, or the other parts of its selector.
  var labels: [String] = []
  /// The type that it is declared in.
  var type: String?
  var frame: Int
  var nameToken: Int
  /// What stands between the parentheses of its heading.
  var parameters = 0..<0
  /// Whether it is marked as what a control of a storyboard does.
  var isAction = false
}

struct CodeType {
  var name: String
  /// The names in its heading: what it inherits from, with their generic arguments.
  var bases: [String]
  var frame: Int
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

/// A source with its brackets matched and what encloses each token.
final class CodeFile: TokenText {
  let path: String
  let language: SourceLanguage
  let bytes: [UInt8]
  let tokens: [SourceToken]
  /// For each bracket the one that belongs to it; -1 for other tokens, and for brackets without one.
  let match: [Int]
  /// The innermost frame around each token; -1 at the outermost level.
  let frameOf: [Int]
  let frames: [CodeFrame]
  let functions: [CodeFunction]
  let types: [CodeType]
  /// Tokens that name what they declare.
  let declared: Set<Int>

  /// Reads a source: tokens, then brackets and frames.
  init(_ source: SourceText) {
    path = source.path
    language = source.language
    bytes = source.bytes
    tokens = SourceTokenizer.tokens(source.bytes, source.language)
    let reader = CodeReader(tokens, language)
    match = reader.match
    frameOf = reader.frameOf
    frames = reader.frames
    functions = reader.functions
    types = reader.types
    declared = reader.declared
  }

  /// Where a token stands, its column in characters.
  func place(_ index: Int) -> CodePlace {
    guard tokens.indices.contains(index) else { return CodePlace(file: path, line: 1, column: 1) }
    let token = tokens[index]
    // A line that is longer than this is no one's to read.
    let before = bytes[max(0, token.start - 4_096)..<token.start].reversed().prefix {
      $0 != UInt8(ascii: "\n")
    }
    return CodePlace(file: path, line: token.line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// The frames around a token from the innermost out.
  func around(_ index: Int) -> UnfoldSequence<CodeFrame, Int> {
    sequence(state: frameOf.indices.contains(index) ? frameOf[index] : -1) { [frames] frame in
      guard frame >= 0 else { return nil }
      defer { frame = frames[frame].parent }
      return frames[frame]
    }
  }

  /// The function around a token; `nil` at the level of a type or of the file.
  func function(around index: Int) -> Int? {
    around(index).first { $0.function != nil || $0.kind == .type }?.function
  }

  /// The innermost type around a token.
  func type(around index: Int) -> String? {
    around(index).first { $0.kind == .type }.map { text($0.name) }
  }

  /// Whether a frame is one of those around a token, or the outermost level.
  func isInside(_ index: Int, _ frame: Int) -> Bool {
    frame < 0 || around(index).contains { $0.number == frame }
  }

  /// The tokens of a frame, of a very long one its first.
  func range(_ frame: Int, most: Int = 20_000) -> Range<Int> {
    let (start, end) = (frames[frame].start, frames[frame].end)
    return start..<max(start, min(end, tokens.count, start + most))
  }

  func body(_ function: Int) -> Range<Int> { range(functions[function].frame, most: 8_000) }
}
