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

  private static let instances: Set<String> = [
    "shared", "instance", "default", "current", "standard", "sharedInstance", "sharedManager", "getInstance",
    "I", "to",
    "main", "alloc", "init", "new", "manager", "share", "sharedManager", "of", "read", "watch", "find", "i",
  ]

  /// Everywhere that a function is called or given away.
  func callers(of function: CodeToken) -> [Caller] {
    let declaration = self.function(function)
    let own = files[function.file]
    let isValue = ["var", "get"].contains(own.text(Int(declaration.nameToken) - 1))
    var found: [Caller] = []
    for token in places(of: declaration.name) {
      let source = files[token.file]
      guard source.language == own.language || own.language == .objectiveC || own.language == .swift,
        !source.declared.contains(Int32(token.index)), !source.isImported(token.index)
      else { continue }
      let isReference = !source.isCalled(token.index)
      if isReference, !isValue, !source.isHandedOver(token.index) { continue }
      if source.text(token.index + 1) == ":", source.language != .objectiveC { continue }
      guard let tied = tie(token, to: function, declaration) else { continue }
      found.append(Caller(token: token, isTied: tied, isReference: isReference && !isValue))
    }
    return found
  }

  /// Whether a place leads to a function by its name alone; `nil` where it leads elsewhere.
  private func tie(_ token: CodeToken, to function: CodeToken, _ declaration: CodeFunction) -> Bool? {
    let source = files[token.file]
    let chain = source.receivers(token.index)
    let around = source.type(around: token.index)
    let isAlone = functions[declaration.name]?.count == 1
    guard let type = declaration.type else {
      if chain.isEmpty {
        // A method of the same name is nearer.
        let nearer = around.map { type in
          (functions[declaration.name] ?? []).contains { self.function($0).type == type }
        }
        if nearer == true { return nil }
        // Of several in different files the one of this file is meant.
        if !isAlone, token.file != function.file,
          (functions[declaration.name] ?? []).contains(where: { $0.file == token.file })
        {
          return nil
        }
        return !isAlone && token.file != function.file
      }
      return chain.count == 1 && isAlone && source.language != .swift
        ? chain[0].first?.isUppercase == true : nil
    }
    if chain.isEmpty || chain == ["self"] || chain == ["this"] || chain == ["super"] {
      // A call of the base is none of the function itself.
      if chain == ["super"], around == type { return nil }
      if let around, isRelated(around, type) { return false }
      if chain.isEmpty, source.language == .typeScript, isAlone { return true }
      return nil
    }
    var last = chain.count - 1
    if Self.instances.contains(chain[last]), last > 0 { last -= 1 }
    if chain[last] == "init" || chain[last] == "alloc", last > 0 { last -= 1 }
    let receiver = chain[last]
    if isRelated(receiver, type) { return false }
    if types[receiver] != nil { return nil }
    if chain.contains(type) { return false }
    let known = variableTypes(receiver, in: token.file)
    if known.contains(where: { isRelated($0, type) }) { return false }
    if known.contains(where: { types[$0] != nil }) { return nil }
    let bare = receiver.lowercased().filter { $0 != "_" }
    if bare.count > 2, type.lowercased().contains(bare) || bare.contains(type.lowercased()) { return false }
    guard isAlone, declaration.name.utf8.count > 7 || known.isEmpty && declaration.name.utf8.count > 5 else {
      return nil
    }
    return true
  }

  /// Whether one type inherits from the other, or both are one.
  func isRelated(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    return inherits(one, other, 4) || inherits(other, one, 4)
  }

  private func inherits(_ type: String, _ base: String, _ depth: Int) -> Bool {
    guard depth > 0 else { return false }
    for declared in types[type] ?? [] {
      let bases = files[declared.file].types[declared.index].bases
      if bases.contains(base) { return true }
      if bases.prefix(6).contains(where: { types[$0] != nil && $0 != type && inherits($0, base, depth - 1) })
      {
        return true
      }
    }
    return false
  }

  /// The bases of a type and of its extensions.
  func bases(of type: String) -> [String] {
    (types[type] ?? []).prefix(20).flatMap { files[$0.file].types[$0.index].bases }
  }

  /// Everywhere that a type is made or given away, but not within itself.
  func makers(of type: String) -> [Caller] {
    places(of: type).compactMap { token in
      let source = files[token.file]
      guard !source.declared.contains(Int32(token.index)), !source.isImported(token.index) else { return nil }
      let around = source.type(around: token.index)
      if around == type || around.map({ widgetOfState[$0] == type }) ?? false {
        // `static let shared = Type()` is made where it is read.
        return nil
      }
      let before = source.text(token.index - 1)
      // `instantiateViewController(…) as! Type`
      if ["as", "!", "?"].contains(before),
        source.text(token.index - 1) == "as" || source.text(token.index - 2) == "as",
        (max(0, token.index - 24)..<token.index).contains(where: { source.text($0).hasPrefix("instantiate") })
      {
        return Caller(token: token)
      }
      // A type that is only named: `let x: Type`, `as Type`, `is Type`.
      if [":", "as", "is", "->", "extends", "with", "implements", "|", "func", "class"].contains(before),
        !source.isCalled(token.index)
      {
        let isRoute = source.language == .typeScript && source.text(token.index - 2) == "component"
        return isRoute ? Caller(token: token, isReference: true) : nil
      }
      if source.isElement(token.index) || source.isCalled(token.index) { return Caller(token: token) }
      if source.text(token.index + 1) == ".", source.text(token.index + 2) != "self" {
        return Caller(token: token)
      }
      if source.language == .objectiveC, before == "[" { return Caller(token: token) }
      return source.isHandedOver(token.index) ? Caller(token: token, isReference: true) : nil
    }
  }
}
