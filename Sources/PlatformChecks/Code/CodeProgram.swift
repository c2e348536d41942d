import RuleBook

/// A token of one of the sources.
struct CodeToken: Hashable, Comparable {
  var file: Int
  var index: Int

  func at(_ index: Int) -> CodeToken { CodeToken(file: file, index: index) }

  static func < (one: CodeToken, other: CodeToken) -> Bool {
    (one.file, one.index) < (other.file, other.index)
  }
}

/// The sources of an app together, with an index of the names that matter.
///
/// It remembers what it has worked out, so every question costs once.
final class CodeProgram {
  let files: [CodeFile]
  let facts: ProjectFacts
  /// Functions by name, each as its file and its number there.
  private(set) var functions: [String: [CodeToken]] = [:]
  /// Types by name; extensions among them.
  private(set) var types: [String: [CodeToken]] = [:]
  /// What a state of Flutter belongs to, by its name.
  private(set) var widgetOfState: [String: String] = [:]
  /// The states of a widget, by its name.
  private(set) var statesOfWidget: [String: [String]] = [:]
  /// Everywhere that a name of a function, of a type or of the table stands.
  private var places: [String: [CodeToken]] = [:]
  private var usesOfKind: [String: [CodeToken]] = [:]
  /// Names that stand for a request: what a hook gives.
  private(set) var hooked: [CodeToken] = []
  private var variables: [Int: [String: [String]]] = [:]
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
    files = sources.map(CodeFile.init)
    self.facts = facts
    for (file, source) in files.enumerated() {
      for (position, function) in source.functions.enumerated() {
        functions[function.name, default: []].append(CodeToken(file: file, index: position))
      }
      for (position, type) in source.types.enumerated() {
        types[type.name, default: []].append(CodeToken(file: file, index: position))
        if source.language == .dart, let state = type.bases.firstIndex(where: { $0.hasSuffix("State") }),
          state + 1 < type.bases.count
        {
          widgetOfState[type.name] = type.bases[state + 1]
          statesOfWidget[type.bases[state + 1], default: []].append(type.name)
        }
      }
    }
    let names = Set(CodeName.table.keys).union(functions.keys).union(types.keys)
    for (file, source) in files.enumerated() {
      for (index, token) in source.tokens.enumerated() where token.kind == .word && names.contains(token.text)
      {
        places[token.text, default: []].append(CodeToken(file: file, index: index))
      }
    }
    hooked = uses("hook").compactMap(requestOfHook)
  }

  func file(_ token: CodeToken) -> CodeFile { files[token.file] }

  func text(_ token: CodeToken) -> String { files[token.file].text(token.index) }

  func around(_ token: CodeToken) -> UnfoldSequence<CodeFrame, Int> { files[token.file].around(token.index) }

  func function(_ function: CodeToken) -> CodeFunction { files[function.file].functions[function.index] }

  func frame(ofType type: CodeToken) -> CodeFrame {
    files[type.file].frames[files[type.file].types[type.index].frame]
  }

  func body(of type: CodeToken) -> Range<Int> { files[type.file].range(frame(ofType: type).number) }

  func place(_ token: CodeToken) -> CodePlace { files[token.file].place(token.index) }

  func places(of name: String) -> ArraySlice<CodeToken> { (places[name] ?? []).prefix(Self.most) }

  func function(around token: CodeToken) -> CodeToken? {
    files[token.file].function(around: token.index).map { CodeToken(file: token.file, index: $0) }
  }

  /// A question about ways that is asked again and again.
  enum Question: Hashable {
    case function(CodeToken)
    case screen(String)
    case made(String)
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

  func kinds(_ name: String) -> Set<String> { CodeName.kinds[name] ?? [] }

  /// What a function does by its name and its labels.
  func kinds(_ function: CodeFunction) -> Set<String> {
    Set(([function.name] + function.labels).flatMap(kinds))
  }

  /// What the word at a place does, by the table.
  func meanings(_ token: CodeToken) -> [CodeName] {
    let source = files[token.file]
    guard let rows = CodeName.table[source.text(token.index)] else { return [] }
    var owners: [String]?
    return rows.filter { row in
      if let label = row.label, source.text(token.index + 1) != "(" || source.text(token.index + 2) != label {
        return false
      }
      if row.owners.isEmpty { return true }
      let found = owners ?? self.owners(token)
      owners = found
      return found.contains(where: row.owners.contains)
    }
  }

  /// Whether the word at a place does one of these.
  func does(_ kinds: Set<String>, _ token: CodeToken) -> Bool {
    meanings(token).contains { kinds.contains($0.kind) }
  }

  /// What stands before a name, and what the variable is that it begins with.
  private func owners(_ token: CodeToken) -> [String] {
    let names = files[token.file].receivers(token.index)
    let first = names.first == "self" || names.first == "this" ? names.dropFirst().first : names.first
    return names + variableTypes(first ?? "", in: token.file)
  }

  /// Where the names of a kind are used: called, or for what is no function, read or set.
  func uses(_ kind: String, _ subject: String? = nil) -> [CodeToken] {
    let key = kind + (subject ?? "")
    if let known = usesOfKind[key] { return known }
    var found: [CodeToken] = []
    for (name, rows) in CodeName.table where rows.contains(where: { $0.kind == kind }) {
      for token in places(of: name)
      where isUse(token) && (!Self.called.contains(kind) || isCalledOrGiven(token))
        && meanings(token).contains(where: { $0.kind == kind && (subject == nil || $0.subject == subject) })
      {
        found.append(token)
      }
    }
    usesOfKind[key] = Array(found.sorted().prefix(Self.mostUses))
    return usesOfKind[key] ?? []
  }

  /// What counts only where it is called, or given away to be called.
  private static let called: Set<String> = ["ask", "permission", "start", "ads", "layer", "dialog"]

  /// `requestTrackingAuthorization: true`, which has an SDK ask.
  func isOption(_ token: CodeToken) -> Bool {
    files[token.file].text(token.index + 1) == ":" && files[token.file].text(token.index + 2) == "true"
  }

  private func isCalledOrGiven(_ token: CodeToken) -> Bool {
    files[token.file].isCalled(token.index) || files[token.file].isHandedOver(token.index) || isOption(token)
  }

  /// Whether a word is neither declared nor imported here, and is no function of the app's own by the same name.
  private func isUse(_ token: CodeToken) -> Bool {
    let source = files[token.file]
    let declares = ["func", "class", "let", "var", "final", "struct", "protocol"]
    if source.declared.contains(token.index) || source.isImported(token.index)
      || declares.contains(source.text(token.index - 1))
    {
      return false
    }
    guard functions[source.text(token.index)] != nil else { return true }
    // The app's own function of that name: what it does is found where it does it.
    let chain = source.receivers(token.index)
    return !chain.allSatisfy { types[$0] != nil || ["self", "this"].contains($0) }
      && variableTypes(chain.first ?? "", in: token.file).allSatisfy { types[$0] == nil }
  }

  /// `const [status, request] = useTrackingPermissions()`: where `request` is called.
  private func requestOfHook(_ token: CodeToken) -> CodeToken? {
    let source = files[token.file]
    guard let names = source.assignment(of: token.index).map(source.names), names.count > 1 else {
      return nil
    }
    return source.after(token.index, most: 4_000).first { index in
      source.isWord(index) && source.text(index) == source.text(names[1])
        && (source.isCalled(index) || source.isHandedOver(index))
    }.map(token.at)
  }

  /// The types that a variable is declared or set with in a source.
  func variableTypes(_ name: String, in file: Int) -> [String] {
    if name.isEmpty { return [] }
    if let known = variables[file] { return known[name] ?? [] }
    var found: [String: [String]] = [:]
    let source = files[file]
    for index in source.tokens.indices where source.isWord(index) {
      let next = source.text(index + 1)
      if source.language == .dart || source.language == .objectiveC, [";", "=", ",", ")"].contains(next) {
        let type = source.text(index - 1) == "*" ? index - 2 : index - 1
        if source.isWord(type), source.text(type).first?.isUppercase == true {
          found[source.text(index), default: []].append(source.text(type))
        }
      }
      // `@Environment(\.scenePhase) var phase`
      if source.text(index - 1) == "var",
        source.before(index, most: 5).contains(where: { source.text($0) == "scenePhase" })
      {
        found[source.text(index), default: []].append("scenePhase")
      }
      guard next == ":" || next == "=", (found[source.text(index)]?.count ?? 0) < 12 else { continue }
      var value = index + 2
      if ["await", "new", "?"].contains(source.text(value)) { value += 1 }
      while source.text(value) == "[" { value += 1 }
      var names: [String] = []
      while source.isWord(value), names.count < 4 {
        names.append(source.text(value))
        guard source.text(value + 1) == "." else { break }
        value += 2
      }
      found[source.text(index), default: []] += names
    }
    variables[file] = found
    return found[name] ?? []
  }
}
