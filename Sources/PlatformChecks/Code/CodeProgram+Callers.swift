import RuleBook

/// A place that leads to a function.
struct CodeCaller {
  var token: CodeToken
  /// Whether only the name says so.
  var isTied = false
  /// Whether it is given away there, to be called by somebody else.
  var isReference = false
}

/// Who calls a function, and who makes a screen.
extension CodeProgram {
  /// Everywhere that a function is called or given away.
  func callers(of function: CodeFunction) -> [CodeCaller] {
    let own = function.token.source
    let isValue = ["var", "get"].contains(function.token[-1])
    return places(of: function.name).compactMap { token in
      let language = token.source.language
      guard language == own.language || own.language == .objectiveC || own.language == .swift,
        !token.isDeclared, !token.isImported
      else { return nil }
      let isReference = !token.isCalled && !isValue
      if isReference, !token.isHandedOver { return nil }
      if token[1] == ":", language != .objectiveC { return nil }
      return tie(token, to: function).map { CodeCaller(token: token, isTied: $0, isReference: isReference) }
    }
  }

  /// Whether a place leads to a function by its name alone; `nil` where it leads elsewhere.
  private func tie(_ token: CodeToken, to function: CodeFunction) -> Bool? {
    let chain = token.receivers
    let around = token.type
    let alike = functions[function.name] ?? []
    let isAlone = alike.count == 1
    guard let type = function.type else {
      guard chain.isEmpty else {
        return chain.count == 1 && isAlone && token.source.language != .swift
          ? chain[0].first?.isUppercase == true : nil
      }
      // A method of the same name is nearer, and of several in different files the one of this file.
      if let around, alike.contains(where: { $0.type == around }) { return nil }
      if isAlone || token.source === function.token.source { return false }
      return alike.contains { $0.token.source === token.source } ? nil : true
    }
    // A call of the base is none of the function itself.
    if chain == ["super"], around == type { return nil }
    if chain.isEmpty || [["self"], ["this"], ["super"]].contains(chain) {
      if let around, isRelated(around, type) { return false }
      return chain.isEmpty && token.source.language == .typeScript && isAlone ? true : nil
    }
    let receiver = chain.last { !CodeName.does("only instance", $0) } ?? chain[0]
    let known = token.source.variableTypes(receiver)
    if isRelated(receiver, type) { return false }
    if types[receiver] != nil { return nil }
    if chain.contains(type) || known.contains(where: { isRelated($0, type) }) { return false }
    if known.contains(where: { types[$0] != nil }) { return nil }
    let bare = receiver.lowercased().filter { $0 != "_" }
    if bare.count > 2, type.lowercased().contains(bare) || bare.contains(type.lowercased()) { return false }
    let length = function.name.utf8.count
    return isAlone && (length > 7 || known.isEmpty && length > 5) ? true : nil
  }

  /// Whether one type inherits from the other, or both are one.
  private func isRelated(_ one: String, _ other: String) -> Bool {
    one == other || inherits(one, other, 4) || inherits(other, one, 4)
  }

  private func inherits(_ type: String, _ base: String, _ depth: Int) -> Bool {
    let bases = bases(of: type)
    return bases.contains(base)
      || depth > 1 && bases.contains { types[$0] != nil && $0 != type && inherits($0, base, depth - 1) }
  }

  /// The bases of a type and of its extensions.
  func bases(of type: String) -> [String] { (types[type] ?? []).prefix(20).flatMap(\.bases) }

  /// Everywhere that a type is made or given away, but not within itself nor for Xcode's preview.
  func makers(of type: String) -> [CodeCaller] {
    places(of: type).compactMap { token in
      guard !token.isDeclared, !token.isImported, !isPreview(token) else { return nil }
      // `static let shared = Type()` is made where it is read.
      if let around = token.type, around == type || widgetOfState[around] == type { return nil }
      let before = token[-1]
      // `instantiateViewController(…) as! Type`
      if before == "as" || ["!", "?"].contains(before) && token[-2] == "as",
        token.before(24).contains(where: { $0.text.hasPrefix("instantiate") })
      {
        return CodeCaller(token: token)
      }
      // A type that is only named: `let x: Type`, `as Type`, `is Type`.
      if !token.isCalled,
        WordList.has("words before a type that is only named", before) || [":", "->", "|"].contains(before)
      {
        let isRoute = token.source.language == .typeScript && token[-2] == "component"
        return isRoute ? CodeCaller(token: token, isReference: true) : nil
      }
      let isMade =
        token.isCalled || token[1] == "." && token[2] != "self"
        || token.source.language == .objectiveC && before == "["
      return isMade || token.isHandedOver ? CodeCaller(token: token, isReference: !isMade) : nil
    }
  }

  private func isPreview(_ token: CodeToken) -> Bool {
    let type = token.type ?? ""
    return type.hasSuffix("Previews") || type.hasSuffix("Preview")
      || token.frames.contains { $0.kind == .closure && $0.name.text == "Preview" }
  }
}
