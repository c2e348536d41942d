import RuleBook

/// Who calls a function, and who makes a screen.
extension CodeProgram {
  /// A place that leads to a function.
  struct Caller {
    var token: CodeToken
    /// Whether only the name says so.
    var isTied = false
    /// Whether it is given away there, to be called by somebody else.
    var isReference = false
  }

  /// Everywhere that a function is called or given away.
  func callers(of function: CodeToken) -> [Caller] {
    let declaration = self.function(function)
    let own = files[function.file]
    let isValue = ["var", "get"].contains(own.text(declaration.nameToken - 1))
    return places(of: declaration.name).compactMap { token in
      let source = files[token.file]
      guard source.language == own.language || own.language == .objectiveC || own.language == .swift,
        !source.declared.contains(token.index), !source.isImported(token.index)
      else { return nil }
      let isReference = !source.isCalled(token.index) && !isValue
      if isReference, !source.isHandedOver(token.index) { return nil }
      if source.text(token.index + 1) == ":", source.language != .objectiveC { return nil }
      return tie(token, to: function, declaration).map {
        Caller(token: token, isTied: $0, isReference: isReference)
      }
    }
  }

  /// Whether a place leads to a function by its name alone; `nil` where it leads elsewhere.
  private func tie(_ token: CodeToken, to function: CodeToken, _ declaration: CodeFunction) -> Bool? {
    let source = files[token.file]
    let chain = source.receivers(token.index)
    let around = source.type(around: token.index)
    let alike = functions[declaration.name] ?? []
    let isAlone = alike.count == 1
    guard let type = declaration.type else {
      guard chain.isEmpty else {
        return chain.count == 1 && isAlone && source.language != .swift
          ? chain[0].first?.isUppercase == true : nil
      }
      // A method of the same name is nearer, and of several in different files the one of this file.
      if let around, alike.contains(where: { self.function($0).type == around }) { return nil }
      if isAlone || token.file == function.file { return false }
      return alike.contains { $0.file == token.file } ? nil : true
    }
    // A call of the base is none of the function itself.
    if chain == ["super"], around == type { return nil }
    if chain.isEmpty || [["self"], ["this"], ["super"]].contains(chain) {
      if let around, isRelated(around, type) { return false }
      return chain.isEmpty && source.language == .typeScript && isAlone ? true : nil
    }
    let receiver = chain.last { !CodeName.does("only instance", $0) } ?? chain[0]
    let known = variableTypes(receiver, in: token.file)
    if isRelated(receiver, type) { return false }
    if types[receiver] != nil { return nil }
    if chain.contains(type) || known.contains(where: { isRelated($0, type) }) { return false }
    if known.contains(where: { types[$0] != nil }) { return nil }
    let bare = receiver.lowercased().filter { $0 != "_" }
    if bare.count > 2, type.lowercased().contains(bare) || bare.contains(type.lowercased()) { return false }
    let length = declaration.name.utf8.count
    return isAlone && (length > 7 || known.isEmpty && length > 5) ? true : nil
  }

  /// Whether one type inherits from the other, or both are one.
  func isRelated(_ one: String, _ other: String) -> Bool {
    one == other || inherits(one, other, 4) || inherits(other, one, 4)
  }

  private func inherits(_ type: String, _ base: String, _ depth: Int) -> Bool {
    let bases = bases(of: type)
    return bases.contains(base)
      || depth > 1 && bases.contains { types[$0] != nil && $0 != type && inherits($0, base, depth - 1) }
  }

  /// The bases of a type and of its extensions.
  func bases(of type: String) -> [String] {
    (types[type] ?? []).prefix(20).flatMap { files[$0.file].types[$0.index].bases }
  }

  /// Everywhere that a type is made or given away, but not within itself nor for Xcode's preview.
  func makers(of type: String) -> [Caller] {
    places(of: type).compactMap { token in
      let source = files[token.file]
      let index = token.index
      guard !source.declared.contains(index), !source.isImported(index), !isPreview(token) else { return nil }
      // `static let shared = Type()` is made where it is read.
      if let around = source.type(around: index), around == type || widgetOfState[around] == type {
        return nil
      }
      let before = source.text(index - 1)
      // `instantiateViewController(…) as! Type`
      if before == "as" || ["!", "?"].contains(before) && source.text(index - 2) == "as",
        source.before(index, most: 24).contains(where: { source.text($0).hasPrefix("instantiate") })
      {
        return Caller(token: token)
      }
      let isCalled = source.isCalled(index)
      // A type that is only named: `let x: Type`, `as Type`, `is Type`.
      if !isCalled,
        WordList.has("words before a type that is only named", before) || [":", "->", "|"].contains(before)
      {
        let isRoute = source.language == .typeScript && source.text(index - 2) == "component"
        return isRoute ? Caller(token: token, isReference: true) : nil
      }
      let isMade =
        isCalled || source.text(index + 1) == "." && source.text(index + 2) != "self"
        || source.language == .objectiveC && before == "["
      return isMade || source.isHandedOver(index) ? Caller(token: token, isReference: !isMade) : nil
    }
  }

  private func isPreview(_ token: CodeToken) -> Bool {
    let source = files[token.file]
    let type = source.type(around: token.index) ?? ""
    return type.hasSuffix("Previews") || type.hasSuffix("Preview")
      || source.around(token.index).contains { $0.kind == .closure && source.text($0.name) == "Preview" }
  }
}
