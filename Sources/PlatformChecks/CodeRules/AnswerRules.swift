import ExperimentDesign
import RuleBook

/// What an app remembers of the request: that it asked (L13), what the callback said (L15), what the status was (L28).
extension CodeInspection {
  /// A flag that is kept, keeps the request from being made, and is set whatever became of it.
  mutating func checkAskedOnce(_ request: CodeRequest) {
    for site in request.sites {
      let own = Set(site.frames.map(\.number))
      let conditions = site.frames.filter(\.isConditional)
      for (frame, key) in conditions.flatMap({ frame in frame.keys.map { (frame, $0) } }) {
        // A flag that is to be set lets the request be made where it is.
        let isUnset =
          frame.isElse || frame.condition.contains { WordList.has("signs of what has not been set", $0.text) }
        let ends = (isUnset ? ["true", "YES", "1"] : []) + ["false", "NO", "0"]
        // What is set where the request is not made remembers something else.
        let kept = site.function?.body().first { token in
          token.sets(key, ends) && !token.isForDecided
            && !token.frames.contains { branch in
              branch.kind == .branch
                && (branch.excludes(own) || branch.leaves && !own.contains(branch.number))
            }
        }
        if let kept { return note("L13 asked", ["key": key], at: kept, request: request) }
      }
    }
  }

  /// What the callback said, kept for good.
  mutating func checkAnswerKept(_ request: CodeRequest) {
    let (token, names, function) = (request.token, request.token.answerNames, request.token.function)
    let end = max(token, function?.body().upperBound ?? token.after(399).upperBound)
    guard let keeping = (token..<end).first(where: { !names.isDisjoint(with: $0.kept) }) else { return }
    let isReadLater = program.uses("status").contains { use in
      use.function?.name != function?.name && program.triggers(use).contains(where: \.isOfStart)
    }
    if isReadLater { return }
    note("L15 kept", at: keeping, request: request)
    note("L28 kept", at: keeping)
  }

  // MARK: What comes after the answer, and what decides by something else (L29, L35, L39, R93).

  mutating func checkAfterwards() {
    // Without a tap in the app in between, a dialog's button counted as none.
    func goesOn(_ token: CodeToken) -> Bool {
      let own = token.ownFrames
      return own.contains { $0.isGiven && $0.name.may("dialog") } || !own.contains(where: \.isEvent)
        || token.function?.body().contains { $0.text == "UIAlertController" } == true
    }
    for settings in program.uses("settings") {
      let sites = program.sites(settings, steps: 3, goesOn: goesOn).filter(goesOn)
      let request = requests.first { request in sites.contains { $0.isBehind(request.token) } }
      let places = program.dialog(before: settings).map(program.showings) ?? [settings]
      let ways = places.filter(\.isForDecided).flatMap { program.triggers($0) }
      if let request {
        note("L29 nag", at: settings, request: request)
      } else if let way = ways.first(where: \.isOfStart) {
        note("L29 opened", at: settings, way: way)
      }
    }
  }

  /// Zeros that an identifier is compared with, and addresses of declared tracking domains.
  mutating func checkTexts() {
    var domains = program.facts.trackingDomains.sorted()
    let texts = program.files.flatMap { file in file.tokens.indices.filter(file.isText).map(file.token) }
    for token in texts {
      if token.text == "00000000-0000-0000-0000-000000000000", token.isAnswer, !token.looksAtAnswers,
        WordList.words("signs of the advertising identifier").contains(where: token.source.bytes.has)
      {
        note("L35 zeros", at: token)
      }
      // `Uri.https('example.com', …)`
      let address = token[-1] == "(" && token[-2] == "https" ? "https://\(token.text)" : token.text
      guard !domains.isEmpty, ["http", "wss"].contains(where: address.hasPrefix),
        let host = address.prefixMatch(of: /(?:https?|wss):\/\/([\w.-]+)/)?.1.lowercased(),
        let domain = domains.first(where: { host == $0 || host.hasSuffix("." + $0) })
      else { continue }
      note("L39 call", ["host": host, "domain": domain], at: token)
      domains.removeAll { ".\($0)".hasSuffix(".\(domain)") }
    }
  }

  /// A usage string, or a look at the status, and no request anywhere.
  mutating func checkNobodyAsks() {
    guard requests.isEmpty, !program.files.isEmpty, !program.facts.mayAskElsewhere,
      let text = program.facts.usageText,
      (program.uses("alone") + program.uses("perhaps alone")).allSatisfy({ program.unreached($0) != nil })
    else { return }
    if let ask = program.uses("ask").first {
      // Another may be one that nobody knows the way to.
      if ask.isElsewhere { note("R93 elsewhere", at: ask) }
      if ask.isForDebugging { note("R93 debug", at: ask) }
    } else if let status = program.uses("status").first {
      note("R93 status read", ["file": text.file], at: status)
    } else {
      // A permission that is given to something that may ask for it.
      let given = program.uses("listed", "tracking").filter { token in
        let call = token.before(60).first { ($0.partner ?? $0) > token && $0.text == "(" }
        return token[1] != "." && call.map { !($0 - 1).may("status") } ?? true
      }
      if given.isEmpty { note("R93 nobody", place: text) }
    }
  }
}

extension CodeFrame {
  /// The keys and kept properties that its condition reads.
  var keys: [String] {
    condition.filter(\.isWord).flatMap { word -> [String] in
      let isKept = source.variableTypes(word.text).contains(where: ["AppStorage", "SceneStorage"].contains)
      // `final asked = prefs.getBool('asked')`
      let value = word.value(of: word.text, most: 400).prefix { ![";", "}"].contains($0.text) }
      let reads = ([word] + value).filter { $0.isWord && $0.does("stored") }
      return (isKept ? [word.text] : []) + reads.flatMap(\.given)
    }.filter { $0.utf8.count > 1 && $0 != "true" && $0 != "false" }
  }
}

extension CodeToken {
  /// `x == zeros`, `[x isEqualToString:zeros]`, or so of what is set to it, as an answer: a branch may only leave them out.
  fileprivate var isAnswer: Bool {
    let name = before(8).first { $0.text == "=" }?.namesBefore.last
    return source.all.filter { $0 == self || $0.text == name?.text && $0 != name }.contains { use in
      let line = (use - 40..<use + 12).filter { $0.place.line == use.place.line }
      return line.contains { WordList.has("signs of a comparison", $0.text) && abs($0.index - use.index) < 7 }
        && !line.contains { ["if", "guard"].contains($0.text) || $0.text == "?" && $0[1] != "." }
    }
  }

  /// What a call is told, of a message with its name.
  private var told: Range<CodeToken> { source.language == .objectiveC ? self..<statementEnd : arguments }

  /// The texts and names that a call is given first: the key, of one that reads what was kept.
  fileprivate var given: [String] {
    told.prefix(6).filter { $0.isText || $0.isWord && [")", ",", "]"].contains($0[1]) }.map(\.text)
  }

  /// The arguments with which a word keeps something; none where it does not.
  fileprivate var kept: [String] { isWord && does("store") && isCalled ? told.prefix(24).map(\.text) : [] }

  /// Whether it sets a flag: that it asked, or that this was the first time.
  fileprivate func sets(_ key: String, _ values: [String]) -> Bool {
    let texts = isWord && text == key && self[1] == "=" && self[-1] != "var" ? [key, self[2]] : kept
    return texts.contains(key) && texts.contains(where: values.contains)
  }
}
