import RuleBook

/// The sources of an app together, with an index of the names that matter.
///
/// It remembers what it has worked out, so every question costs once.
final class CodeProgram {
  let files: [CodeFile]
  let facts: ProjectFacts
  private(set) var functions: [String: [CodeFrame]] = [:]
  /// Types by name; extensions among them.
  private(set) var types: [String: [CodeFrame]] = [:]
  /// The types that inherit from one, by its name.
  private(set) lazy var heirs = types.sorted { $0.key < $1.key }.reduce(into: [String: [String]]()) {
    found, type in
    for base in bases(of: type.key) where widgetOfState[type.key] == nil {
      found[base, default: []].append(type.key)
    }
  }
  /// What a component of a script is called that is wrapped, by its own name: `const Part = memo(OwnPart)`.
  private(set) lazy var wrapped = Dictionary(
    grouping: files.flatMap { $0.frames(of: .argument) }.filter { $0.name.may("wrapper") }
  ) { ($0.opening + 1).text }.mapValues { $0.compactMap { $0.name.assignment?[-1] } }
  /// What a state of Flutter belongs to, by its name.
  private(set) var widgetOfState: [String: String] = [:]
  /// Everywhere that a name of a function, of a type or of the table stands.
  private var places: [String: [CodeToken]] = [:]
  private var usesOfKind: [String: [CodeToken]] = [:]
  private var answers: [Question: [CodeTrigger]] = [:]
  private var underway: Set<Question> = []
  var awaited: [CodeToken: [String: Double]] = [:]
  private var callersOf: [CodeToken: [CodeCaller]] = [:]
  /// What a type inherits from, over four steps, by its name.
  private(set) lazy var ancestors = types.mapValues { frames in
    (1..<4).reduce(Set(frames.prefix(20).flatMap(\.words))) { found, _ in found.union(found.flatMap(bases)) }
  }
  /// The calls that send something, by the words and texts that they are given first.
  private(set) lazy var sent = files.flatMap { $0.frames(of: .argument) }.filter { $0.name.may("sender") }
    .reduce(into: [String: [CodeToken]]()) { found, frame in
      for token in frame.body(most: 12) where token.isWord || token.isText {
        found[token.text, default: []].append(frame.name)
      }
    }
  /// Whether the sources say what is shown first.
  private(set) lazy var isWhole =
    types.values.joined().contains { $0.words.contains("App") }
    || ["registerComponent", "runApp"].contains { !places(of: $0).isEmpty }
    || functions.keys.contains { isDefaultOfFirstFile($0) }
  /// The routes that routers are told to begin with: a path, or the last part of its name.
  private(set) lazy var firstRoutes = Set(
    ["initialRoute", "initialLocation"].flatMap(places).compactMap { label in
      label.after(8).dropFirst().prefix { ![",", ")", "}"].contains($0.text) }.last?.text
    })

  /// Places of one name that are looked at; what is named more often says nothing.
  static let most = 400
  /// Uses of one kind that rules look at.
  private static let mostUses = 200

  init(_ sources: [SourceText], _ facts: ProjectFacts) {
    files = sources.enumerated().map { CodeFile($1, number: $0) }
    self.facts = facts
    functions = Dictionary(grouping: files.flatMap { $0.frames(of: .function) }, by: \.name.text)
    types = Dictionary(grouping: files.flatMap { $0.frames(of: .type) }, by: \.name.text)
    for type in files.filter({ $0.language == .dart }).flatMap({ $0.frames(of: .type) }) {
      // `class _StartState extends State<Start>`
      let state = type.words.drop { !$0.hasSuffix("State") }
      widgetOfState[type.name.text] = state.dropFirst().first
    }
    let names = Set(CodeName.table.keys).union(functions.keys).union(types.keys).union(
      wrapped.values.joined())
    let named = files.flatMap { source in
      source.tokens.indices.filter { names.contains(source.tokens[$0].text) }.map(source.token)
    }
    // What a layer was told is read by the name of a key.
    places = Dictionary(grouping: named.filter { $0.isWord || $0.may("consulted") }, by: \.text)
  }

  func places(of name: String) -> ArraySlice<CodeToken> { (places[name] ?? []).prefix(Self.most) }

  /// The bodies of a type, of its extensions and of its states.
  func bodies(of type: String) -> [Range<CodeToken>] {
    ([type] + widgetOfState.keys.filter { widgetOfState[$0] == type }.sorted())
      .flatMap { (types[$0] ?? []).prefix(6).map { $0.body() } }
  }

  /// A question about ways that is asked again and again.
  enum Question: Hashable {
    case function(CodeToken)
    case made(String, Int, isScreen: Bool)
    case passed(name: String, label: String)
    case sent(Set<String>)
  }

  /// The answer to a question, worked out once; while it is being worked out what is given, which cuts circles.
  func once(_ question: Question, cut: [CodeTrigger] = [], _ answer: () -> [CodeTrigger]) -> [CodeTrigger] {
    if let known = answers[question] { return known }
    guard underway.insert(question).inserted else { return cut }
    let found = answer().distinct
    underway.remove(question)
    answers[question] = found
    return found
  }

  /// Where the names of a kind are used: called, or for what is no function, read or set.
  func uses(_ kind: String, _ subject: String? = nil) -> [CodeToken] {
    let key = kind + (subject ?? "")
    if let known = usesOfKind[key] { return known }
    let names = CodeName.table.filter { $1.contains { $0.kind == kind } }.keys
    // An option that a later version of the library does not read.
    let isIdle = facts.waiting.contains("@capacitor-community/admob")
    let found = names.flatMap(places).filter { token in
      !token.isName && !isOwn(token)
        && (!Self.called.contains(kind) || token.isCalled || kind != "ads" && token.isHandedOver
          || token.isOption && !isIdle)
        && token.meanings.contains { $0.kind == kind && (subject == nil || $0.subject == subject) }
    }
    let uses = Array(found.sorted().prefix(Self.mostUses))
    usesOfKind[key] = uses
    return uses
  }

  /// What counts only where it is called, or given away to be called.
  private static let called: Set<String> = ["ask", "permission", "start", "ads", "layer", "dialog"]

  /// Whether it is the app's own function of that name: what it does is found where it does it.
  private func isOwn(_ token: CodeToken) -> Bool {
    guard let own = functions[token.text], !token.isOfPackage else { return false }
    let chain = token.receivers
    let file = token.source.modules[chain.first ?? ""]?.names.last ?? ""
    let named = chain + token.source.variableTypes(chain.first ?? "")
    return chain.allSatisfy { ["self", "Self", "this"].contains($0) } || named.contains { types[$0] != nil }
      || own.contains { $0.type?.lowercased() == chain.last?.lowercased() }
      || !file.isEmpty && own.contains { $0.source.path.names.last?.hasPrefix("\(file).") ?? false }
  }
}

struct CodeCaller {
  var token: CodeToken
  var isTied = false
  /// Whether it is given away there, to be called by somebody else.
  var isReference = false
}

/// Who calls a function, and who makes a screen.
extension CodeProgram {
  /// Everywhere that a function is called or given away.
  func callers(of function: CodeFrame) -> [CodeCaller] {
    if let known = callersOf[function.name] { return known }
    let own = function.source
    let isValue = ["var", "get"].contains(function.name[-1])
    let isObserved = isValue && function.body().contains { ["set", "didSet", "willSet"].contains($0.text) }
    let found = places(of: function.name.text).compactMap { token -> CodeCaller? in
      let language = token.source.language
      guard language == own.language || own.language == .objectiveC || own.language == .swift, !token.isName
      else { return nil }
      let isReference = !token.isCalled && !isValue
      // What is set is not read: `content.body = "…"`.
      let isSet = token[1] == "=" && !isObserved || token[1] == ":" && language != .objectiveC
      if isSet || isReference && !token.isHandedOver { return nil }
      return tie(token, to: function).map { CodeCaller(token: token, isTied: $0, isReference: isReference) }
    }
    callersOf[function.name] = found
    return found
  }

  /// Whether a function that nothing in an app calls is none that somebody else would call.
  private func isUnused(_ function: CodeFrame) -> Bool {
    // A library without an app is called by others; so is what a protocol or a base asks for, and a component that a
    // router shows is not named.
    facts.isApp && !function.isAssigned && !function.isTapByName && !function.isCalledByFrameworks
      && !function.isComponent && !["init", "constructor", function.type].contains(function.name.text)
      && (bases(of: function.type ?? "").isEmpty
        || function.isOwn
          && functions[function.name.text]?.count == places(of: function.name.text).count { $0[-1] == "func" })
  }

  /// The function that nothing leads to, by which alone a place is reached.
  func unreached(_ token: CodeToken, steps: Int = 3) -> CodeFrame? {
    guard let function = token.function else { return nil }
    let callers = callers(of: function)
    if callers.isEmpty { return isUnused(function) ? function : nil }
    let around = steps > 0 && callers.count < 12 ? callers.map { unreached($0.token, steps: steps - 1) } : []
    return around.contains { $0 == nil } ? nil : around.first ?? nil
  }

  /// Whether a place leads to a function by its name alone; `nil` where it leads elsewhere.
  func tie(_ token: CodeToken, to function: CodeFrame) -> Bool? {
    if token.isOfPackage { return nil }
    let chain = token.receivers
    let around = token.type
    let alike = functions[function.name.text] ?? []
    let isAlone = alike.count == 1
    guard let type = function.type else {
      guard chain.isEmpty else {
        return chain.count == 1 && isAlone && token.source.language != .swift
          ? chain[0].first?.isUppercase == true : nil
      }
      // What a package's hook gives by its position is none of the app's own, whatever it is called there; what
      // another hook of the app's gives lies in that.
      if let (name, call) = token.origin {
        let hooks = functions[call.text] ?? []
        if hooks.isEmpty, name.bracket?.text == "[" { return nil }
        let owner = function.name.function?.name.text ?? ""
        let isOther = owner.hasPrefix("use") && !hooks.isEmpty && owner != call.text
        if isOther, !hooks.contains(where: { $0.body().contains { $0.text == owner } }) { return nil }
      }
      // A method of the same name is nearer, and of several in different files the one of this file.
      if let around, alike.contains(where: { $0.type == around }) { return nil }
      if isAlone || token.source === function.source { return false }
      return alike.contains { $0.source === token.source } ? nil : true
    }
    let setter = function.name.receivers
    if function.isAssigned, setter != ["self"] {
      let owners = function.source.variableTypes(setter.last ?? "").filter { types[$0] != nil }
      if owners.isEmpty || !chain.allSatisfy({ $0 == "self" }) { return true }
      return owners.contains { isRelated($0, around ?? "") } ? false : nil
    }
    if chain.isEmpty || [["self"], ["Self"], ["this"], ["super"]].contains(chain) {
      if let around, isRelated(around, type) { return false }
      return chain.isEmpty && token.source.language == .typeScript && isAlone ? true : nil
    }
    let receiver = chain.last { !CodeName.does("only instance", $0) } ?? chain[0]
    let known = token.source.variableTypes(receiver)
    let owners = [receiver] + known
    if chain.contains(type) || owners.contains(where: { isRelated($0, type) }) { return false }
    if owners.contains(where: { types[$0] != nil }) { return nil }
    let bare = receiver.lowercased().filter { $0 != "_" }
    if bare.count > 2, type.lowercased().contains(bare) || bare.contains(type.lowercased()) { return false }
    // Only what is of that type has a method of its extension.
    if isAlone, types[type]?.allSatisfy({ $0.name[-1] == "extension" }) == true { return false }
    // Of a type that is not the app's, or what asks for another permission.
    let isForeign = token.source.language != .typeScript && receiver.first?.isUppercase == true
    if isForeign || token.does("permission") { return nil }
    let length = function.name.text.utf8.count
    return isAlone && (length > 7 || known.isEmpty && length > 5) ? true : nil
  }

  /// Whether one type inherits from the other, or both are one.
  private func isRelated(_ one: String, _ other: String) -> Bool {
    one == other || ancestors[one]?.contains(other) ?? false || ancestors[other]?.contains(one) ?? false
  }

  func bases(of type: String) -> [String] { (types[type] ?? []).prefix(20).flatMap(\.words) }

  /// The view, the widget or the script's component around a place, where nothing but a preview names it.
  func hidden(around token: CodeToken) -> CodeToken? {
    let view = token.frames.first {
      $0.isComponent
        || $0.kind == .type && ["View", "StatelessWidget", "State"].contains(where: $0.words.contains)
    }?.name
    let widget = view.flatMap { widgetOfState[$0.text] }.flatMap { types[$0]?.first?.name }
    // What a router's annotation stands before is named in code that is made from it.
    guard isWhole, let view = widget ?? view,
      !view.before(7).contains(where: { $0.text == "default" || $0.text == "@" })
    else { return nil }
    let isNamed = places(of: view.text).contains { place in
      !place.isName && place.type != view.text && !(place[-1] == "<" && place[-2].hasSuffix("State"))
        && !place.frames.contains {
          $0.name.text == "Preview" || bases(of: $0.name.text).contains("PreviewProvider")
        }
    }
    return isNamed ? nil : view
  }

  /// Everywhere that a type is made or given away, but not within itself.
  func makers(of type: String) -> [CodeCaller] {
    places(of: type).compactMap { token in
      if token.isName || token.isHandedOver && (token - 2).may("wrapper") { return nil }
      // `static let shared = Type()` is made where it is read.
      if let around = token.type, around == type || widgetOfState[around] == type { return nil }
      let before = token[-1]
      // `let x: Type`, `as Type`, `is Type`; but a script's route shows what it names.
      let isNamed =
        WordList.has("words before a type that is only named", before) || [":", "->", "|"].contains(before)
      let isRoute = isNamed && token.source.language == .typeScript && token[-2] == "component"
      let isSent =
        before == "[" && token.source.language == .objectiveC
        || token[1] == "." && ((token + 2).isCalled || (token + 2).may("only instance"))
      let isMade = token.isCalled || !isNamed && isSent
      if !isMade, !isRoute, isNamed || !token.isHandedOver { return nil }
      return CodeCaller(token: token, isReference: !isMade)
    }
  }
}
