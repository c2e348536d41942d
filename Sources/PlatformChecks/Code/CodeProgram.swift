import RuleBook

/// A token of one of the sources.
struct CodeToken: Hashable {
  var file: Int
  var index: Int
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

  var variables: [Int: [String: [String]]] = [:]
  var triggersOfFunction: [CodeToken: [CodeTrigger]] = [:]
  var screens: [String: [CodeTrigger]] = [:]
  var underway: Set<CodeToken> = []
  /// How often a cycle was cut.
  var cuts = 0
  var screensUnderway: Set<String> = []
  var awaited: [CodeToken: Set<String>] = [:]
  var madeTriggers: [String: [CodeTrigger]] = [:]
  var passedTriggers: [String: [CodeTrigger]] = [:]
  var phases: [Int: Set<String>] = [:]

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
    hooked = self.uses("hook").compactMap(requestOfHook)
  }

  func file(_ token: CodeToken) -> CodeFile { files[token.file] }

  func function(_ function: CodeToken) -> CodeFunction { files[function.file].functions[function.index] }

  func place(_ token: CodeToken) -> CodePlace { files[token.file].place(token.index) }

  func places(of name: String) -> ArraySlice<CodeToken> { (places[name] ?? []).prefix(Self.most) }

  /// The function around a token.
  func function(around token: CodeToken) -> CodeToken? {
    files[token.file].function(around: token.index).map { CodeToken(file: token.file, index: $0) }
  }

  // MARK: Names

  /// What the word at a place does, by the table.
  func meanings(_ token: CodeToken) -> [CodeName] {
    let source = files[token.file]
    guard let rows = CodeName.table[source.text(token.index)] else { return [] }
    var owners: [String]?
    return rows.filter { row in
      if let label = row.label, !hasFirstLabel(label, token) { return false }
      if row.owners.isEmpty { return true }
      let found = owners ?? self.owners(token)
      owners = found
      return found.contains(where: row.owners.contains)
    }
  }

  private func hasFirstLabel(_ label: String, _ token: CodeToken) -> Bool {
    let source = files[token.file]
    return source.text(token.index + 1) == "(" && source.text(token.index + 2) == label
  }

  /// What stands before a name, and what the variable is that it begins with.
  private func owners(_ token: CodeToken) -> [String] {
    let names = files[token.file].receivers(token.index)
    guard let first = names.first else {
      // `.tracking.request` and a name that an import brought.
      return []
    }
    return names
      + variableTypes(
        first == "self" || first == "this" ? names.dropFirst().first ?? "" : first, in: token.file)
  }

  /// Where the names of a kind are used: called, or for what is no function, read or set.
  func uses(_ kind: String, _ subject: String? = nil) -> [CodeToken] {
    let key = kind + (subject ?? "")
    if let known = usesOfKind[key] { return known }
    var found: [CodeToken] = []
    for (name, rows) in CodeName.table where rows.contains(where: { $0.kind == kind }) {
      for token in places(of: name)
      where isUse(token) && (!Self.called.contains(kind) || isCalledOrGiven(token)) {
        if meanings(token).contains(where: { $0.kind == kind && (subject == nil || $0.subject == subject) }) {
          found.append(token)
        }
      }
    }
    let sorted = found.sorted { ($0.file, $0.index) < ($1.file, $1.index) }
    usesOfKind[key] = Array(sorted.prefix(Self.mostUses))
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
  func isUse(_ token: CodeToken) -> Bool {
    let source = files[token.file]
    if source.declared.contains(Int32(token.index)) || source.isImported(token.index) { return false }
    let before = source.text(token.index - 1)
    if ["func", "class", "let", "var", "final", "struct", "protocol"].contains(before) { return false }
    guard functions[source.text(token.index)] != nil else { return true }
    // The app's own function of that name: what it does is found where it does it.
    return !source.receivers(token.index).allSatisfy { types[$0] != nil || ["self", "this"].contains($0) }
      && variableTypes(source.receivers(token.index).first ?? "", in: token.file).allSatisfy {
        types[$0] == nil
      }
  }

  /// `const [status, request] = useTrackingPermissions()`: where `request` is called.
  private func requestOfHook(_ token: CodeToken) -> CodeToken? {
    let source = files[token.file]
    let end = source.expressionStart(token.index) - 2
    guard source.text(end + 1) == "=", source.text(end) == "]", source.match[end] >= 0 else { return nil }
    let names = (Int(source.match[end])..<end).filter(source.isWord)
    guard names.count > 1 else { return nil }
    let name = source.text(names[1])
    for index in token.index..<min(token.index + 4_000, source.tokens.count)
    where source.isWord(index) && source.text(index) == name
      && (source.isCalled(index) || source.isHandedOver(index))
    {
      return CodeToken(file: token.file, index: index)
    }
    return nil
  }

  // MARK: Variables

  /// The types that a variable is declared or set with in a source.
  func variableTypes(_ name: String, in file: Int) -> [String] {
    if name.isEmpty { return [] }
    if let known = variables[file] { return known[name] ?? [] }
    var found: [String: [String]] = [:]
    let source = files[file]
    for index in source.tokens.indices where source.isWord(index) {
      let next = source.text(index + 1)
      var value = -1
      if next == ":" || next == "=" { value = index + 2 }
      if source.language == .dart || source.language == .objectiveC,
        source.isWord(index - 1) || source.text(index - 1) == "*",
        next == ";" || next == "=" || next == "," || next == ")"
      {
        let type = source.text(index - 1) == "*" ? index - 2 : index - 1
        if source.isWord(type), source.text(type).first?.isUppercase == true {
          found[source.text(index), default: []].append(source.text(type))
        }
      }
      guard value > 0 else { continue }
      if source.text(value) == "await" || source.text(value) == "new" || source.text(value) == "?" {
        value += 1
      }
      while source.text(value) == "[" { value += 1 }
      var names: [String] = []
      while source.isWord(value), names.count < 4 {
        names.append(source.text(value))
        guard source.text(value + 1) == "." else { break }
        value += 2
      }
      if !names.isEmpty, (found[source.text(index)]?.count ?? 0) < 12 {
        found[source.text(index), default: []] += names
      }
    }
    variables[file] = found
    return found[name] ?? []
  }
}
