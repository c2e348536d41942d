/// A source with its brackets matched and what encloses each token.
final class CodeFile {
  let number: Int
  let path: String
  let language: SourceLanguage
  let bytes: [UInt8]
  let tokens: [SourceToken]
  /// For each bracket the one that belongs to it; -1 for other tokens, and for brackets without one.
  let match: [Int]
  /// The innermost frame around each token; -1 at the outermost level.
  var frameOf: [Int]
  var frames: [CodeFrame] = []
  /// Tokens that name what they declare, and what is given something.
  var (declared, called): (Set<Int>, Set<Int>) = ([], [])
  private lazy var variables = declaredTypes()
  /// What names are taken out of the results of calls, `const { ask } = useAsk()`, each with its call.
  private(set) lazy var parts = script.filter { $0.text == "=" }
    .reduce(into: [String: [(name: CodeToken, call: CodeToken)]]()) { found, sign in
      guard let opening = (sign - 1).partner, ["const", "let", "var"].contains(opening[-1]),
        let call = sign.after(12).first(where: { $0.isWord && $0.isCalled })
      else { return }
      for name in sign.namesBefore where name[1] != ":" { found[name.text, default: []].append((name, call)) }
    }
  /// The modules that a script's names are from: `import { ask } from 'ads'`, `const { ask } = require('ads')`.
  private(set) lazy var modules = script.filter { ["from", "require"].contains($0.text) }.reduce(
    into: [String: String]()
  ) { found, word in
    let names = word.text == "from" ? word.namesBefore : word.assignment?.namesBefore ?? []
    for name in names { found[name.text] = word.after(2).first(where: \.isText)?.text }
  }

  // Where it is read.
  var current = -1
  /// What a script gives a type, a parenthesis or a name, by what comes behind that type.
  var typed: [Int: Int] = [:]
  /// The frame of the bracket that was last closed.
  var closed = -1
  /// The element of markup that was last begun.
  var lastTag = -1
  var index = 0
  /// Brackets and statements around it; -1 before it is read.
  var depth = -1

  init(_ source: SourceText, number: Int) {
    self.number = number
    path = source.path
    language = source.language
    bytes = source.bytes
    let written = SourceTokenizer.tokens(source.bytes, source.language)
    tokens = source.language == .typeScript ? Self.unrenamed(written) : written
    match = Self.pairs(tokens)
    frameOf = Array(repeating: -1, count: tokens.count)
    var level = Level()
    read(to: tokens.count, &level)
    leave(to: -1)
  }

  /// The same with the own name of what an import renames: `import { ask as request } from 'ads'`.
  private static func unrenamed(_ tokens: [SourceToken]) -> [SourceToken] {
    var names: [String: String] = [:]
    for index in tokens.indices.dropFirst().dropLast() where tokens[index].text == "as" {
      let first = tokens[..<index].suffix(300).last { ["import", "from", "(", "="].contains($0.text) }
      let own = tokens[index - 1]
      guard first?.text == "import", own.kind == .word, own.text != "default" else { continue }
      names[tokens[index + 1].text] = own.text
    }
    var tokens = tokens
    for index in tokens.indices where tokens[index].kind == .word {
      if let own = names[tokens[index].text] { tokens[index].text = own }
    }
    return tokens
  }

  func frames(of kind: CodeFrame.Kind) -> [CodeFrame] { frames.filter { $0.kind == kind } }

  func token(_ index: Int) -> CodeToken { CodeToken(source: self, index: index) }
  var all: Range<CodeToken> { token(0)..<token(tokens.count) }
  /// The same of a script; of another source none.
  private var script: Range<CodeToken> { language == .typeScript ? all : token(0)..<token(0) }

  func text(_ index: Int) -> String { index >= 0 && index < tokens.count ? tokens[index].text : "" }
  func isWord(_ index: Int) -> Bool { index >= 0 && index < tokens.count && tokens[index].kind == .word }
  func isText(_ index: Int) -> Bool { index >= 0 && index < tokens.count && tokens[index].kind == .text }

  /// Steps from its folder to another's.
  func steps(to other: CodeFile) -> Int {
    Array(path.names.dropLast()).steps(to: other.path.names.dropLast())
  }

  func variableTypes(_ name: String) -> [String] { variables[name] ?? [] }

  private func declaredTypes() -> [String: [String]] {
    var found: [String: [String]] = [:]
    for index in tokens.indices where isWord(index) {
      let (name, next) = (text(index), text(index + 1))
      if language == .dart || language == .objectiveC, [";", "=", ",", ")"].contains(next) {
        let type = text(index - 1) == "*" ? index - 2 : index - 1
        if isWord(type), text(type).first?.isUppercase == true { found[name, default: []].append(text(type)) }
      }
      // `@Environment(\.scenePhase) var phase`, `@AppStorage("asked") var asked`
      if text(index - 1) == "var" {
        let wrapper = token(index - 1).before(9).map(\.text).prefix { $0 != "var" }
        found[name, default: []] += wrapper.filter(["scenePhase", "AppStorage", "SceneStorage"].contains)
      }
      guard next == ":" || next == "=", (found[name]?.count ?? 0) < 12 else { continue }
      var value = index + 2
      while ["await", "new", "?", "["].contains(text(value)) { value += 1 }
      for part in stride(from: value, to: value + 8, by: 2) {
        guard isWord(part), part == value || text(part - 1) == "." else { break }
        found[name, default: []].append(text(part))
        // `var isReady: Bool = false`, `var step: Flow.Step = .first`
        if next == ":", text(part + 1) == "=" {
          found[name, default: []].append(text(part + (text(part + 2) == "." ? 3 : 2)))
        }
      }
    }
    return found
  }
}
