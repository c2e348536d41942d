import RuleBook

/// What begins with a heading, a brace or an arrow.
extension CodeFile {
  /// What a word begins in each language: a type, a function with the name that follows or with its own, or nothing.
  private static let headings = WordList.of("headings")

  func declare(_ word: String, _ index: Int, _ level: inout Level) {
    var name = index + 1
    let own = Self.headings[word]?.first { $0.hasPrefix(language.rawValue) }
    switch own?.split(separator: " ").last {
    case "type" where isWord(name) && !WordList.has("words before a name", text(name)):
      // `extension on Type`, `extension Outer.Inner`
      if language == .dart, text(name) == "on", isWord(name + 1) { name += 1 }
      while language == .swift, text(name + 1) == ".", isWord(name + 2) { name += 2 }
      if language == .swift || ![":", "="].contains(text(name + 1)) { level.heading = (.type, name) }
    case "function":
      if text(name) == "*" { name += 1 }
      if isWord(name) { level.heading = (.function, name) }
    case "itself": if "({?<!".contains(text(name)) { level.heading = (.function, index) }
    case "nothing": level.heading = nil
    case _: break
    }
  }

  func begin(_ kind: CodeFrame.Kind, _ name: Int, at index: Int) -> Int {
    let inner = frame(kind, name: name, at: index)
    if inner == current { return inner }
    declared.insert(name)
    let heading = name + 1..<max(name + 1, min(index, name + 60))
    frames[inner].words = kind == .type ? heading.filter(isWord).map(text) : labels(name, before: index)
    return inner
  }

  /// `didFinishLaunchingWithOptions` of `application(_:didFinishLaunchingWithOptions:)`, the parts of a selector, or the
  /// name before an arrow.
  private func labels(_ name: Int, before index: Int) -> [String] {
    if language == .objectiveC {
      return (name..<max(name, min(index, name + 60))).filter { text($0 + 1) == ":" && isWord($0) }.map(text)
    }
    let near = name + 1..<max(name + 1, min(index, name + 40))
    guard let open = near.first(where: { text($0) == "(" && ($0..<index).contains(match[$0]) }) else {
      return text(index) == "=>" ? [text(index - 1)] : []
    }
    let labels = token(open + 1)..<token(min(match[open], open + 120))
    return labels.filter { $0.isWord && ["(", ","].contains($0[-1]) && $0.bracket?.index == open }.map(\.text)
  }

  /// The frame of a block that no heading and no statement came before; `nil` for a value's own braces.
  func block(_ index: Int, _ level: Level) -> Int? {
    let before = text(index - 1)
    switch language {
    case .swift:
      if WordList.has("words before braces that begin no closure", before) { return current }
      // `let ask = {` and `screen.ask = {` are functions by that name.
      if before == "=", let set = assigned(index - 1) { return begin(.function, set, at: index) }
      let (callee, label) = trailed(index)
      return closure(callee, label: label, at: index)
    case .objectiveC: return objectiveCBlock(index)
    case .dart, .typeScript:
      if language == .typeScript, before == "=", isWord(index - 2), isAttribute(index - 2) {
        return frame(.argument, name: lastTag, label: index - 2, at: index)
      }
      let signs = ["(", ",", "=", ":", "[", "?", "return", "=>", "&", "|", "{", ">"]
      return headed(index, level) ?? (signs.contains(before) ? nil : current)
    }
  }

  /// Code that is given to a call that came before, or to the function whose argument is being read.
  private func closure(_ callee: Int = -1, label: Int = -1, at index: Int) -> Int {
    let outer = callee < 0 ? argument : nil
    return frame(
      .closure, name: outer?.name.index ?? callee, label: outer?.label.index ?? label, at: index)
  }

  /// The call that a trailing closure is given to, and its label there: `call {`, `call(…) {`, `} label: {`.
  private func trailed(_ brace: Int) -> (callee: Int, label: Int) {
    let before = brace - 1
    if text(before) == ":", isWord(before - 1), text(before - 2) == "}" {
      let isGiven = closed >= 0 && frames[closed].kind == .closure
      return (isGiven ? frames[closed].name.index : -1, before - 1)
    }
    if text(before) == ")" { return (match[before] < 0 ? -1 : callee(before: match[before]), -1) }
    let isName = isWord(before) && text(before) != "in" && text(before) != "return"
    return (isName ? before : text(before) == ">" ? callee(before: brace) : -1, -1)
  }

  private func objectiveCBlock(_ index: Int) -> Int {
    let opening = text(index - 1) == ")" ? match[index - 1] : index
    // `^{`, `^(Type argument) {`, `^Type(Type argument) {`
    if let mark = [opening - 1, opening - 2].first(where: { text($0) == "^" }) {
      let set = text(mark - 1) == "=" ? assigned(mark - 1) : nil
      return set.map { begin(.function, $0, at: index) } ?? closure(at: index)
    }
    guard depth == 0, opening < index, isWord(opening - 1) else { return current }
    // `RCT_EXPORT_METHOD(name:(Type)argument) {`
    let isExported = text(opening - 1).hasPrefix("RCT_") && isWord(opening + 1)
    return begin(.function, isExported ? opening + 1 : opening - 1, at: index)
  }

  /// What a heading of Dart or of a script begins that ends before a brace or an arrow; `nil` without one.
  func headed(_ index: Int, _ level: Level) -> Int? {
    let isArrow = text(index) == "=>"
    // `) {`, `): Type {`, `) async {` of Dart
    var closing = index - 1
    while ["async", "sync", "*"].contains(text(closing)) { closing -= 1 }
    closing = typed[index] ?? closing
    let isHeaded = text(closing) == ")" && match[closing] >= 0
    if !isHeaded, !isArrow { return nil }
    let opening = isHeaded ? match[closing] : index - 1
    let isNamed =
      isHeaded && isWord(opening - 1)
      && (isArrow ? language == .dart : !["new", "."].contains(text(opening - 2)))
      && !WordList.has("words before parentheses that name no function", text(opening - 1))
    let name = isNamed ? opening - 1 : assignedName(opening, level)
    return name.map { begin(.function, $0, at: index) } ?? closure(at: index)
  }

  /// The brace, the arrow or the sign behind the type that begins at a position: `Promise<{ status: string }> {`.
  func bodyBehindType(_ start: Int) -> Int? {
    var place = text(start) == "<" ? tokens.count : start
    while place < min(start + 80, tokens.count) {
      let sign = text(place)
      let isBegun = place > start && !["<", "|", "&", ",", ":"].contains(text(place - 1))
      if ["=>", "="].contains(sign) || sign == "{" && isBegun { return place }
      let isSign = [".", "<", ">", "|", "&", "[", "]", ",", "?"].contains(sign)
      guard isSign || tokens[place].kind != .sign || sign == "{" && match[place] > place else { return nil }
      place = max(place, sign == "{" ? match[place] : place) + 1
    }
    return nil
  }

  /// An attribute of markup: `<Tag name={…}`.
  private func isAttribute(_ index: Int) -> Bool {
    guard lastTag >= 0, index > lastTag, index - lastTag < 4_000 else { return false }
    return index - 1 == lastTag || tokens[index - 1].kind != .sign || ["}", ">"].contains(text(index - 1))
  }

  /// The name that a function without one is set to; `opening` is where its parameters begin.
  private func assignedName(_ opening: Int, _ level: Level) -> Int? {
    var before = opening - 1
    while ["async", "function"].contains(text(before)) { before -= 1 }
    // `useCallback(() => …)`, `createAsyncThunk('ask', () => …)`, `FutureProvider<bool>((ref) => …)`
    let outer = argument
    if let outer, outer.name.may("wrapper"), !outer.label.exists {
      before = outer.name.expressionStart.index - 1
    }
    if text(before) == "=" { return assigned(before) }
    // A method of an object that is no argument.
    return text(before) == ":" && isWord(before - 1) && level.kind == .literal && outer?.name.exists != true
      ? before - 1 : nil
  }

  /// What is set by an equals sign: a variable declared there, or an object's property; in scripts and Dart any.
  private func assigned(_ equal: Int) -> Int? {
    if let name = typed[equal] { return name }
    let near = token(equal).before(14).prefix { !["{", "}", ";", "("].contains($0.text) }
    let word = near.first { ["const", "let", "var", "final"].contains($0.text) && ($0 + 1).isWord }
    // `final Type name =` of Dart
    if let word, language != .dart { return word.index + 1 }
    let isSet = word != nil || language == .typeScript || language == .dart || text(equal - 2) == "."
    return isSet && isWord(equal - 1) ? equal - 1 : nil
  }

  /// The word that is called by the parenthesis at a position; -1 without one.
  func callee(before index: Int) -> Int {
    var before = index - 1
    if text(before) == ">" { before = genericStart(before) - 1 }
    // `call?.(…)`, `handler!(…)`
    while language != .objectiveC, ["?", "!", "."].contains(text(before)) { before -= 1 }
    let isCall =
      text(before - 1) == "." || !WordList.has("words before parentheses that call nothing", text(before))
    return isCall && isWord(before) ? before : -1
  }

  /// Where the generic arguments begin that end at a position; the position itself where it is none.
  private func genericStart(_ end: Int) -> Int {
    var depth = 0
    let start = token(end + 1).before(25).first { sign in
      depth += sign.text == ">" ? 1 : sign.text == "<" ? -1 : 0
      return depth == 0 || ["(", ")", ";", "{", "}"].contains(sign.text)
    }
    return depth == 0 ? start?.index ?? end : end
  }
}
