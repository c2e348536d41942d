import RuleBook

/// What an app remembers of the request: that it asked (L13), what the callback said (L15), what the status was (L28).
extension CodeInspection {
  mutating func checkMemory() {
    for request in requests {
      checkAskedOnce(request)
      checkAnswerKept(request)
    }
    checkStatusKept()
  }

  /// A flag that is kept, keeps the request from being made, and is set whatever became of it.
  private mutating func checkAskedOnce(_ request: CodeRequest) {
    for site in program.sites(request.token, steps: 3) {
      let source = program.file(site.token)
      for frame in source.around(site.token.index) where frame.isConditional {
        for key in keys(frame, site.token) {
          guard let kept = source.body(site.function.index).first(where: { sets(key, site.token.at($0)) })
          else {
            continue
          }
          return note("L13 asked", ["key": key], at: site.token.at(kept), request: request)
        }
      }
    }
  }

  /// The keys and kept properties that a condition of a token's source reads.
  func keys(_ frame: CodeFrame, _ token: CodeToken) -> [String] {
    let source = program.file(token)
    var found: [String] = []
    for index in frame.condition where source.isWord(index) {
      let name = source.text(index)
      if program.does(["stored", "store"], token.at(index)) {
        let arguments = source.arguments(index)
        found += (arguments.prefix(6).filter(source.isText) + arguments.suffix(1).filter(source.isWord))
          .map(source.text)
      }
      if source.isKept(name) { found.append(name) }
      // `final asked = prefs.getBool('asked')`
      guard let set = source.setting(of: name, before: index, most: 400) else { continue }
      let values = source.after(set + 1, most: 22).prefix { ![";", "}"].contains(source.text($0)) }
      let read = values.first { source.isWord($0) && program.does(["stored"], token.at($0)) }
      let key = read.flatMap { source.arguments($0).prefix(6).first(where: source.isText) }
      if let key { found.append(source.text(key)) }
    }
    return found.filter { $0.utf8.count > 1 && $0 != "true" && $0 != "false" }
  }

  /// The arguments with which a word keeps something; none where it does not.
  private func kept(_ token: CodeToken) -> [String] {
    let source = program.file(token)
    guard source.isWord(token.index), program.does(["store"], token), source.isCalled(token.index) else {
      return []
    }
    let isMessage = source.language == .objectiveC
    let range = isMessage ? token.index..<source.statementEnd(token.index) : source.arguments(token.index)
    return range.prefix(24).map(source.text)
  }

  /// Whether a key is set to true at a place.
  private func sets(_ key: String, _ token: CodeToken) -> Bool {
    let source = program.file(token)
    let index = token.index
    if source.isWord(index), source.text(index) == key, source.text(index + 1) == "=" {
      return source.text(index + 2) == "true"
    }
    let texts = kept(token)
    return texts.contains(key) && texts.contains { ["true", "YES", "1"].contains($0) }
  }

  /// What the callback said, kept for good.
  private mutating func checkAnswerKept(_ request: CodeRequest) {
    let token = request.token
    let source = program.file(token)
    let names = source.answerNames(token.index)
    guard !names.isEmpty else { return }
    let function = program.function(around: token)
    let end = function.map { source.body($0.index).upperBound } ?? min(token.index + 400, source.tokens.count)
    let isReadLater = program.uses("status").contains { use in
      program.function(around: use) != function
        && program.triggers(use).contains { CodeTrigger.Moment.beginning.contains($0.moment) }
    }
    let keeping = (token.index..<max(token.index, end)).first { !names.isDisjoint(with: kept(token.at($0))) }
    guard let keeping, !isReadLater else { return }
    note("L15 kept", at: token.at(keeping), request: request)
    note("L28 kept", at: token.at(keeping))
  }

  /// A status that is read as the app starts, kept, and read nowhere else.
  private mutating func checkStatusKept() {
    let reads = program.uses("status")
    let keepers = reads.compactMap { read -> CodeToken? in
      let isFixed = program.function(around: read) == nil
      return isFixed || program.triggers(read).allSatisfy { CodeTrigger.Moment.start.contains($0.moment) }
        ? keeper(of: read) : nil
    }
    guard let first = keepers.first, keepers.count == reads.count else { return }
    note("L28 kept", at: first, confidence: .likely)
  }

  /// Where the value that is read at a place is kept: in a property or a variable of the file, or by a call that stores it.
  private func keeper(of read: CodeToken) -> CodeToken? {
    let source = program.file(read)
    let own = source.around(read.index).prefix { $0.kind != .function && $0.kind != .type }
    if own.contains(where: { $0.kind == .closure || $0.isConditional }) { return nil }
    if let store = own.first(where: { $0.kind == .argument && program.does(["store"], read.at($0.name)) }) {
      return read.at(store.name)
    }
    guard let set = source.assignment(of: read.index) else { return nil }
    let words = source.before(set, most: 8).prefix {
      source.isWord($0) || [":", ".", "?"].contains(source.text($0))
    }
    let isDeclared = words.contains { ["let", "var", "final", "const"].contains(source.text($0)) }
    let isLocal = source.function(around: read.index) != nil
    return isDeclared == isLocal ? nil : read.at(set - 1)
  }
}

extension CodeFile {
  /// Whether a property is kept between launches: `@AppStorage("asked") var asked`.
  fileprivate func isKept(_ name: String) -> Bool {
    language == .swift
      && tokens.indices.contains { index in
        text(index) == name && text(index - 1) == "var"
          && before(index, most: 10).contains { ["AppStorage", "SceneStorage"].contains(text($0)) }
      }
  }

  /// Where a variable is set last before a token, as far as is looked.
  func setting(of name: String, before index: Int, most: Int) -> Int? {
    before(index, most: most).first { text($0) == name && text($0 + 1) == "=" }
  }
}
