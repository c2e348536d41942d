import ExperimentDesign

/// A source of an app, looked through for calls; see <doc:PlatformChecks>.
///
/// It is no parser: a call that stands in a branch that is never taken, or in code that is left out when the
/// app is built, is found as any other.
public struct SourceFile: Hashable, Sendable {
  /// The file as it was named.
  public let path: String
  /// The language it is written in.
  public let language: SourceLanguage
  /// What was found, in the order of the source.
  public let calls: [CallSite]
  /// Calls by name that stand where the moment is known, for one step back from a function.
  let momentCalls: [NamedCall]

  /// Views that an app's own body puts into its first window: `ContentView`.
  let firstScreens: Set<String>

  /// A call of some function, in code whose moment its surroundings say.
  struct NamedCall: Hashable {
    var name: String
    var location: FileLocation
    var moment: CodeMoment
  }

  /// Bytes that a source may have.
  public static let largest = 2_000_000
  /// Calls that are kept of one source.
  static let most = 500

  /// Looks a source through.
  ///
  /// Bytes that are no text in UTF-8 or UTF-16 are taken as they are, since old sources have other encodings
  /// and every name that is looked for is ASCII.
  ///
  /// - Throws: ``AppFileProblem`` for what is too large, or no text at all.
  public init(_ bytes: [UInt8], path: String, language: SourceLanguage) throws(AppFileProblem) {
    guard bytes.count <= Self.largest else {
      throw AppFileProblem(
        file: path, line: 0,
        message: "expected a source of at most \(Self.largest) bytes, found more. Leave out what is generated"
      )
    }
    var text = bytes
    if bytes.contains(0) {
      guard let decoded = try? decodedText(bytes) else {
        throw AppFileProblem(file: path, line: 0, message: "expected a source, found bytes that are no text")
      }
      text = Array(decoded.utf8)
    }
    self.path = path
    self.language = language
    (calls, momentCalls, firstScreens) = Self.scan(text, path, language)
  }

  private static func scan(
    _ bytes: [UInt8], _ path: String, _ language: SourceLanguage
  ) -> ([CallSite], [NamedCall], Set<String>) {
    let tokens = SourceTokenizer.tokens(bytes, language)
    let patterns = CallPatterns(language: language, tokens: tokens)
    var scopes = SourceScopes(language)
    var calls: [CallSite] = []
    var named: [NamedCall] = []
    var firstScreens: Set<String> = []
    var columns = Columns(bytes)
    // Around which a function was last made to wait by a statement of its own.
    var delayed: [SourceScope]?
    for index in tokens.indices {
      if patterns.isDelay(index) { delayed = scopes.scopes }
      if calls.count < most, let (kind, call) = patterns.match(at: index) {
        let isDelayed = delayed != nil && delayed == scopes.scopes
        let location = columns.location(of: tokens[index], in: path, key: words(scopes.scopes))
        calls.append(
          site(
            kind, call, sdk: patterns.sdk(at: index), location: location, scopes.scopes, language,
            isAfterDelay: isDelayed))
      } else if named.count < most, isPlainCall(tokens, index) {
        let around = scopes.scopes
        let moment = CodeMoment(around, language)
        if moment != .unsaid {
          let location = columns.location(of: tokens[index], in: path, key: words(around))
          named.append(NamedCall(name: tokens[index].text, location: location, moment: moment))
        }
        if isFirstScreen(around) {
          firstScreens.insert(tokens[index].text)
        }
      }
      scopes.take(tokens, at: index)
    }
    return (calls, named, firstScreens)
  }

  /// Whether what is called here is put into the first window by an app's own body.
  private static func isFirstScreen(_ scopes: [SourceScope]) -> Bool {
    guard scopes.contains(where: { $0.kind == .type(isApp: true) }) else { return false }
    let closures = scopes.filter { scope in
      if case .closure = scope.kind { true } else { false }
    }
    return closures.contains { $0.name == "WindowGroup" }
      && closures.allSatisfy { windows.contains($0.name) }
  }

  private static let windows: Set<String> = [
    "WindowGroup", "NavigationStack", "NavigationView", "TabView", "Group", "VStack", "ZStack",
  ]

  private static func isPlainCall(_ tokens: [SourceToken], _ index: Int) -> Bool {
    guard tokens[index].kind == .word, index + 1 < tokens.count else { return false }
    let before = index > 0 ? tokens[index - 1].text : ""
    return before != "func" && before != "function"
      && (tokens[index + 1].text == "(" || before == "self" || tokens[index + 1].text == "]")
  }

  private static func site(
    _ kind: CallSite.Kind, _ call: String, sdk: String?, location: FileLocation, _ around: [SourceScope],
    _ language: SourceLanguage, isAfterDelay: Bool
  ) -> CallSite {
    let function = around.last { $0.kind == .function }?.name
    let isDelayed = around.contains { scope in
      guard case .closure = scope.kind else { return false }
      return CodeMoment.delaying.contains(scope.name)
    }
    let type = around.last { scope in
      if case .type = scope.kind { true } else { false }
    }?.name
    return CallSite(
      kind: kind, call: call, location: location,
      moment: CodeMoment(around, language), isDelayed: isDelayed || isAfterDelay,
      function: function.map { String($0.prefix { $0 != "(" && $0 != ":" }) }, type: type, sdk: sdk)
  }

  /// Counts columns from one token to the next, so that a long line is counted through once however many calls it has.
  private struct Columns {
    private let bytes: [UInt8]
    private var position = 0
    private var column = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Where a token stands, its column in characters of Unicode.
    ///
    /// Tokens come in the order of the source.
    mutating func location(of token: SourceToken, in path: String, key: String) -> FileLocation {
      let end = min(token.start, bytes.count)
      while position < end {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\n") { column = 1 } else if byte & 0xC0 != 0x80 { column += 1 }
        position += 1
      }
      return FileLocation(file: path, line: token.line, column: column, key: key)
    }
  }

  /// `App.init`, `ContentView.body › onAppear`.
  private static func words(_ scopes: [SourceScope]) -> String {
    var text = ""
    for scope in scopes.suffix(6) {
      switch scope.kind {
      case .type, .function: text += (text.isEmpty ? "" : ".") + scope.name
      case .closure: text += (text.isEmpty ? "" : " › ") + scope.name
      }
    }
    return text
  }
}
