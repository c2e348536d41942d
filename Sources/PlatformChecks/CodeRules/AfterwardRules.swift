import RuleBook

/// What comes after the answer, and what decides by something else (L29, L35, L39, R93).
extension CodeInspection {
  /// A way to Settings that comes by itself after a no.
  mutating func checkAfterwards() {
    for settings in program.uses("settings") {
      guard let request = requests.first(where: { nags(settings, after: $0.token) }) else { continue }
      note("L29 nag", at: settings, request: request)
    }
  }

  /// Whether a place follows a request's answer without a tap in the app in between, a dialog's button counted as none.
  private func nags(_ settings: CodeToken, after request: CodeToken) -> Bool {
    func goesOn(_ token: CodeToken) -> Bool {
      let own = token.ownFrames
      return own.contains { $0.isGiven && $0.name.may("dialog") } || !own.contains(where: \.isEvent)
        || token.function?.body.contains { $0.text == "UIAlertController" } == true
    }
    return program.sites(settings, steps: 3, goesOn: goesOn).contains {
      $0.source === request.source && goesOn($0) && $0.isBehind(request)
    }
  }

  /// Zeros that an identifier is compared with, and addresses of declared tracking domains.
  mutating func checkTexts() {
    let domains = program.facts.trackingDomains.sorted()
    for source in program.files {
      for index in source.tokens.indices where source.tokens[index].kind == .text {
        let token = CodeToken(source: source, index: index)
        if token.text == "00000000-0000-0000-0000-000000000000", isCompared(token) {
          note("L35 zeros", at: token)
        }
        guard !domains.isEmpty, let host = Self.host(token.text),
          let domain = domains.first(where: { host == $0 || host.hasSuffix("." + $0) })
        else { continue }
        note("L39 call", ["host": host, "domain": domain], at: token)
      }
    }
  }

  /// `x == zeros`, `UUID(uuidString: zeros) != x`, `[x isEqualToString:zeros]`.
  private func isCompared(_ zeros: CodeToken) -> Bool {
    let equal: Set<String> = ["==", "!=", "isEqualToString", "isEqual", "equals"]
    var (first, last) = (zeros, zeros)
    if first[-1] == "@" { first = first - 1 }
    if first[-1] == ":" { return equal.contains(first[-2]) }
    if let opening = first.before(3).first(where: { $0.text == "(" }), let closing = opening.partner {
      (first, last) = (opening, closing)
      if ["UUID", "NSUUID", "Guid"].contains(first[-1]) { first = first - 1 }
    }
    while ["!", "?"].contains(last[1]) { last = last + 1 }
    return equal.contains(first[-1]) || equal.contains(last[1])
  }

  /// The host of an address; `nil` of another text.
  private static func host(_ text: String) -> String? {
    guard let scheme = ["https://", "http://", "wss://"].first(where: text.hasPrefix) else { return nil }
    let host = text.dropFirst(scheme.count).prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
    return host.isEmpty ? nil : host.lowercased()
  }

  /// A usage string, or a look at the status, and no request anywhere.
  mutating func checkNobodyAsks() {
    guard requests.isEmpty, !program.files.isEmpty, !program.facts.mayAskElsewhere,
      let text = program.facts.usageText,
      ["alone", "perhaps alone", "ask"].allSatisfy({ program.uses($0).isEmpty })
    else { return }
    if let status = program.uses("status").first {
      note("R93 status read", ["file": text.file], at: status)
    } else {
      note("R93 nobody", place: text)
    }
  }
}
