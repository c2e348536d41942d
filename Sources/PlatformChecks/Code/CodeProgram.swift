import RuleBook

/// The sources of an app together, with an index of the names that matter.
///
/// It remembers what it has worked out, so every question costs once.
final class CodeProgram {
  let files: [CodeFile]
  let facts: ProjectFacts
  /// Functions by name.
  private(set) var functions: [String: [CodeFunction]] = [:]
  /// Types by name; extensions among them.
  private(set) var types: [String: [CodeType]] = [:]
  /// What a state of Flutter belongs to, by its name.
  private(set) var widgetOfState: [String: String] = [:]
  private var statesOfWidget: [String: [String]] = [:]
  /// Everywhere that a name of a function, of a type or of the table stands.
  private var places: [String: [CodeToken]] = [:]
  private var usesOfKind: [String: [CodeToken]] = [:]
  private var answers: [Question: [CodeTrigger]] = [:]
  private var underway: Set<Question> = []
  /// How often a circle was cut.
  private(set) var cuts = 0
  var awaited: [CodeToken: Set<String>] = [:]

  /// Places of one name that are looked at; what is named more often says nothing.
  static let most = 400
  /// Uses of one kind that rules look at.
  private static let mostUses = 200

  init(_ sources: [SourceText], _ facts: ProjectFacts) {
    files = sources.enumerated().map { CodeFile($1, number: $0) }
    self.facts = facts
    for source in files {
      for function in source.functions { functions[function.name, default: []].append(function) }
      for type in source.types {
        types[type.name, default: []].append(type)
        if source.language == .dart, let state = type.bases.firstIndex(where: { $0.hasSuffix("State") }),
          state + 1 < type.bases.count
        {
          widgetOfState[type.name] = type.bases[state + 1]
          statesOfWidget[type.bases[state + 1], default: []].append(type.name)
        }
      }
    }
    let names = Set(CodeName.table.keys).union(functions.keys).union(types.keys)
    for source in files {
      for (index, token) in source.tokens.enumerated() where token.kind == .word && names.contains(token.text)
      {
        places[token.text, default: []].append(CodeToken(source: source, index: index))
      }
    }
  }

  func places(of name: String) -> ArraySlice<CodeToken> { (places[name] ?? []).prefix(Self.most) }

  /// The bodies of a type, of its extensions and of its states.
  func bodies(of type: String) -> [Range<CodeToken>] {
    ([type] + (statesOfWidget[type] ?? [])).flatMap { (types[$0] ?? []).prefix(6).map(\.body) }
  }

  /// A question about ways that is asked again and again.
  enum Question: Hashable {
    case function(CodeToken)
    case made(String, isScreen: Bool)
    case passed(name: String, label: String)
  }

  /// The answer to a question, worked out once; none while it is being worked out, which cuts circles.
  func once(_ question: Question, _ answer: () -> [CodeTrigger]) -> [CodeTrigger] {
    if let known = answers[question] { return known }
    guard underway.insert(question).inserted else {
      cuts += 1
      return []
    }
    let found = answer().distinct
    underway.remove(question)
    answers[question] = found
    return found
  }

  /// Where the names of a kind are used: called, or for what is no function, read or set.
  func uses(_ kind: String, _ subject: String? = nil) -> [CodeToken] {
    let key = kind + (subject ?? "")
    if let known = usesOfKind[key] { return known }
    var found: [CodeToken] = []
    for (name, rows) in CodeName.table where rows.contains(where: { $0.kind == kind }) {
      found += places(of: name).filter { token in
        isUse(token)
          && (!Self.called.contains(kind) || token.isCalled || token.isHandedOver || token.isOption)
          && token.meanings.contains { $0.kind == kind && (subject == nil || $0.subject == subject) }
      }
    }
    usesOfKind[key] = Array(found.sorted().prefix(Self.mostUses))
    return usesOfKind[key] ?? []
  }

  /// What counts only where it is called, or given away to be called.
  private static let called: Set<String> = ["ask", "permission", "start", "ads", "layer", "dialog"]

  /// Whether a word is neither declared nor imported here, and is no function of the app's own by the same name.
  private func isUse(_ token: CodeToken) -> Bool {
    let declares = ["func", "class", "let", "var", "final", "struct", "protocol"]
    if token.isDeclared || token.isImported || declares.contains(token[-1]) { return false }
    guard functions[token.text] != nil else { return true }
    // The app's own function of that name: what it does is found where it does it.
    let chain = token.receivers
    return !chain.allSatisfy { types[$0] != nil || ["self", "this"].contains($0) }
      && token.source.variableTypes(chain.first ?? "").allSatisfy { types[$0] == nil }
  }
}
