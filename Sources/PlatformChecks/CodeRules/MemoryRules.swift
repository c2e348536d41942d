import ExperimentDesign
import RuleBook

/// What an app remembers of the request: that it asked (L13), and what the callback said (L15).
extension CodeInspection {
  mutating func checkMemory() {
    for request in requests {
      checkAskedOnce(request)
      checkAnswerKept(request)
    }
  }

  /// A flag that is kept, keeps the request from being made, and is set whatever became of it.
  private mutating func checkAskedOnce(_ request: CodeRequest) {
    for site in program.sites(request.token, steps: 3) {
      let source = program.file(site.token)
      let body = source.body(site.function.index)
      for number in source.around(site.token.index) {
        let frame = source.frames[Int(number)]
        guard frame.kind == .branch || frame.kind == .rest else { continue }
        for key in keys(frame, source, site.function.file) {
          guard let kept = setting(of: key, in: body, site.token.file) else { continue }
          let token = CodeToken(file: site.function.file, index: kept)
          return note(
            "L13", .warning, at: token, related: [(request.token, "the request")],
            "'\(key)' remembers that the request was made, whatever became of it: one that was lost without an alert is never made again.",
            fix: "Remember nothing; ask at each activation while the status is not determined.")
        }
      }
    }
  }

  private func does(_ kinds: Set<String>, _ token: CodeToken) -> Bool {
    program.meanings(token).contains { kinds.contains($0.kind) }
  }

  /// The keys and kept properties that a condition reads.
  private func keys(_ frame: CodeFrame, _ source: CodeFile, _ file: Int) -> [String] {
    var found: [String] = []
    for index in frame.condition where source.isWord(Int(index)) {
      let name = source.text(Int(index))
      if does(["stored", "store"], CodeToken(file: file, index: Int(index))) {
        for argument in source.arguments(Int(index)).prefix(6) where source.tokens[argument].kind == .text {
          found.append(source.text(argument))
        }
        for argument in source.arguments(Int(index)).suffix(1) where source.isWord(argument) {
          found.append(source.text(argument))
        }
      }
      if source.isKept(name) { found.append(name) }
      // `final asked = prefs.getBool('asked')`
      if let key = source.keyBehind(
        name, before: Int(index), stored: { does(["stored"], CodeToken(file: file, index: $0)) })
      {
        found.append(key)
      }
    }
    return found.filter { $0.utf8.count > 1 && $0 != "true" && $0 != "false" }
  }

  /// Where a key is set to true in a function.
  private func setting(of key: String, in body: Range<Int>, _ file: Int) -> Int? {
    let source = program.files[file]
    return body.first { index in
      guard source.isWord(index) else { return false }
      if source.text(index) == key, source.text(index + 1) == "=", source.text(index + 2) == "true" {
        return true
      }
      guard does(["store"], CodeToken(file: file, index: index)), source.isCalled(index) else { return false }
      var arguments = source.arguments(index)
      if source.language == .objectiveC { arguments = index..<source.statementEnd(index) }
      let texts = arguments.prefix(14).map(source.text)
      guard texts.contains(key) else { return false }
      return texts.contains { ["true", "YES", "1"].contains($0) }
    }
  }

  /// What the callback said, kept for good.
  private mutating func checkAnswerKept(_ request: CodeRequest) {
    let source = program.file(request.token)
    let names = source.answerNames(request.token.index)
    guard !names.isEmpty else { return }
    let end: Int
    if let function = program.function(around: request.token) {
      end = source.body(function.index).upperBound
    } else {
      end = min(request.token.index + 400, source.tokens.count)
    }
    for index in request.token.index..<end where source.isWord(index) {
      guard does(["store"], CodeToken(file: request.token.file, index: index)), source.isCalled(index) else {
        continue
      }
      var arguments = source.arguments(index)
      if source.language == .objectiveC { arguments = index..<source.statementEnd(index) }
      guard arguments.prefix(24).contains(where: { names.contains(source.text($0)) }) else { continue }
      let isReadLater = program.uses("status").contains { use in
        program.triggers(use).contains {
          $0.moment == .activation || $0.moment == .launch || $0.moment == .firstScreen
        }
          && program.function(around: use) != program.function(around: request.token)
      }
      if isReadLater { return }
      return note(
        "L15", .warning, at: CodeToken(file: request.token.file, index: index),
        related: [(request.token, "the request")],
        "What the request's callback said is kept as the answer: on iOS 17.4 it says denied while the alert is still up, and a later change in Settings is missed (L28).",
        fix: "Keep nothing; read the status where it is needed, and again at each activation.")
    }
  }
}

extension CodeFile {
  /// The tokens of a function's body.
  func body(_ function: Int) -> Range<Int> {
    let frame = frames[Int(functions[function].frame)]
    let end = min(Int(min(frame.end, Int32(tokens.count))), Int(frame.start) + 8_000)
    return Int(frame.start)..<max(Int(frame.start), end)
  }

  /// Whether a property is kept between launches: `@AppStorage("asked") var asked`.
  func isKept(_ name: String) -> Bool {
    guard language == .swift else { return false }
    return tokens.indices.contains { index in
      text(index) == name && text(index - 1) == "var"
        && (max(0, index - 10)..<index).contains { text($0) == "AppStorage" || text($0) == "SceneStorage" }
    }
  }

  /// The key that a variable was read with, where its statement says so.
  func keyBehind(_ name: String, before index: Int, stored: (Int) -> Bool) -> String? {
    for position in stride(from: index - 1, through: max(0, index - 400), by: -1)
    where text(position) == name && text(position + 1) == "=" {
      for value in position + 2..<min(position + 24, tokens.count) {
        if text(value) == ";" || text(value) == "}" { return nil }
        if isWord(value), stored(value) {
          return arguments(value).prefix(6).first { tokens[$0].kind == .text }.map(text)
        }
      }
      return nil
    }
    return nil
  }

  /// The names under which a request's answer is known: a variable, or a closure's parameter.
  func answerNames(_ index: Int) -> Set<String> {
    var names: Set<String> = []
    var start = expressionStart(index) - 1
    while ["await", "try", "?", "["].contains(text(start)) { start -= 1 }
    if text(start) == "=" {
      if isWord(start - 1) { names.insert(text(start - 1)) }
      if text(start - 1) == "}", match[start - 1] >= 0 {
        for position in Int(match[start - 1])..<start where isWord(position) { names.insert(text(position)) }
      }
    }
    let end = min(index + 40, tokens.count)
    for position in index + 1..<max(index + 1, end) {
      if text(position) == ";" { break }
      if text(position) == "in", language == .swift {
        for word in index..<position where isWord(word) && text(word - 1) != "." { names.insert(text(word)) }
        break
      }
      if text(position) == "=>" || text(position) == "{" && language == .objectiveC {
        let close = position - 1
        if text(close) == ")", match[close] >= 0 {
          for word in Int(match[close])..<close where isWord(word) { names.insert(text(word)) }
        } else if isWord(close) {
          names.insert(text(close))
        }
        break
      }
    }
    return names.subtracting([
      "ATTrackingManager", "requestTrackingAuthorization", "AppTrackingTransparency", "weak", "self", "await",
      "try",
      "completionHandler", "Adjust", "ATTrackingManagerAuthorizationStatus", "unowned", "async", "Permission",
      "TrackingStatus",
    ])
  }
}
