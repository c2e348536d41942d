/// What encloses a token of a source: a type, a function, an argument, a closure or a branch.
struct CodeFrame {
  enum Kind: UInt8 {
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
    /// A loop over something.
    case loop
    /// The cases of a `switch`.
    case cases
  }

  var kind: Kind
  /// The frame around it; -1 at the outermost level.
  var parent: Int32
  var depth: Int32
  /// The token that names it: of arguments and closures the function that they are given to; -1 without one.
  var name: Int32 = -1
  /// The token of an argument's label: a named argument, a part of a selector, an attribute of markup; -1 without one.
  var label: Int32 = -1
  /// Its first token.
  var start: Int32
  /// The token after its last.
  var end: Int32 = .max
  /// What a branch depends on.
  var condition: Range<Int32> = 0..<0
  /// Whether it runs where the condition does not hold.
  var isElse = false
  /// Whether code for the opposite case follows.
  var hasElse = false
  /// Whether it leaves the function.
  var leaves = false
}

/// A function of a source.
struct CodeFunction {
  var name: String
  /// The labels of its parameters, or the other parts of its selector.
  var labels: [String] = []
  /// The type that it is declared in.
  var type: String?
  var frame: Int32
  var nameToken: Int32
  /// What stands between the parentheses of its heading.
  var parameters: Range<Int32> = 0..<0
  /// Whether it is marked as what a control of a storyboard does.
  var isAction = false
}

/// A type of a source.
struct CodeType {
  var name: String
  /// The names in its heading: what it inherits from, with their generic arguments.
  var bases: [String]
  var frame: Int32
}

/// A source with its brackets matched and what encloses each token.
final class CodeFile {
  let path: String
  let language: SourceLanguage
  let bytes: [UInt8]
  let tokens: [SourceToken]
  /// For each bracket the one that belongs to it; -1 for other tokens, and for brackets without one.
  let match: [Int32]
  /// The innermost frame around each token; -1 at the outermost level.
  let frameOf: [Int32]
  let frames: [CodeFrame]
  let functions: [CodeFunction]
  let types: [CodeType]
  /// Tokens that name what they declare.
  let declared: Set<Int32>
  /// The function of each frame that is one's.
  let functionOfFrame: [Int32: Int]

  /// Reads a source: tokens, then brackets and frames.
  init(_ source: SourceText) {
    path = source.path
    language = source.language
    bytes = source.bytes
    tokens = SourceTokenizer.tokens(source.bytes, source.language)
    var reader = CodeReader(tokens, language)
    reader.read()
    match = reader.match
    frameOf = reader.frameOf
    frames = reader.frames
    functions = reader.functions
    types = reader.types
    declared = reader.declared
    functionOfFrame = Dictionary(functions.enumerated().map { ($1.frame, $0) }) { first, _ in first }
  }

  /// The text of a token; empty outside the source.
  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

  /// Where a token stands, its column in characters.
  func place(_ index: Int) -> CodePlace {
    guard tokens.indices.contains(index) else { return CodePlace(file: path, line: 1, column: 1) }
    let token = tokens[index]
    var column = 1
    var position = token.start - 1
    // A line that is longer than this is no one's to read.
    while position >= 0, token.start - position < 4_096, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] & 0xC0 != 0x80 { column += 1 }
      position -= 1
    }
    return CodePlace(file: path, line: token.line, column: column)
  }

  /// The frames around a token from the innermost out.
  func around(_ index: Int) -> FrameSequence {
    FrameSequence(frames: frames, frame: frameOf.indices.contains(index) ? frameOf[index] : -1)
  }

  struct FrameSequence: Sequence, IteratorProtocol {
    let frames: [CodeFrame]
    var frame: Int32

    mutating func next() -> Int32? {
      guard frame >= 0 else { return nil }
      defer { frame = frames[Int(frame)].parent }
      return frame
    }
  }

  /// The function around a token; `nil` at the level of a type or of the file.
  func function(around index: Int) -> Int? {
    for frame in around(index) {
      if let function = functionOfFrame[frame] { return function }
      if frames[Int(frame)].kind == .type { return nil }
    }
    return nil
  }

  /// The innermost type around a token.
  func type(around index: Int) -> String? {
    for frame in around(index) where frames[Int(frame)].kind == .type {
      return text(Int(frames[Int(frame)].name))
    }
    return nil
  }

  /// Whether a frame is one of those around a token, or the outermost level.
  func isInside(_ index: Int, _ frame: Int32) -> Bool {
    frame < 0 || around(index).contains(frame)
  }
}
