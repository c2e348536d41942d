import ExperimentDesign
import RuleBook

/// What comes after the answer, and what decides by something else (L29, L35, L39, R93).
extension CodeInspection {
  /// A way to Settings that comes by itself after a no.
  mutating func checkAfterwards() {
    for settings in program.uses("settings") {
      let source = program.file(settings)
      if source.text(settings.index - 1) == "func" { continue }
      guard let request = requests.first(where: { nags(settings, after: $0.token) }) else { continue }
      note(
        "L29", .warning, at: settings, related: [(request.token, "the request")],
        "Right after a no people are sent to Settings: that is nagging, and restricted devices have no switch there.",
        fix: "Offer the link where people look for it, and only to those who said no.")
    }
    for zeros in zeroComparisons() {
      note(
        "L35", .warning, at: zeros,
        "An identifier is compared with zeros to learn whether tracking is allowed.",
        fix: "Read the tracking status.")
    }
  }

  /// Whether a place follows a request's answer without a tap in the app in between, a dialog's button counted as none.
  private func nags(_ settings: CodeToken, after request: CodeToken) -> Bool {
    var next = [settings]
    for _ in 0..<3 {
      var callers: [CodeToken] = []
      for token in next {
        let source = program.file(token)
        let own = source.around(token.index).prefix { $0.kind != .function }
        if token.file == request.file,
          own.contains(where: { $0.kind == .closure && $0.name == request.index })
        {
          return true
        }
        let isInDialog = own.contains { $0.isGiven && CodeName.does("dialog", source.text($0.name)) }
        guard let function = program.function(around: token) else { continue }
        let hasAlert = source.body(function.index).contains { source.text($0) == "UIAlertController" }
        let isTapped = source.around(token.index).contains {
          $0.kind == .closure && program.isEvent($0, token.file)
        }
        if isTapped, !isInDialog, !hasAlert { continue }
        if program.function(around: request) == function, request.index < token.index,
          source.text(source.expressionStart(request.index) - 1) == "await",
          source.isInside(token.index, source.frameOf[request.index])
        {
          return true
        }
        callers += program.callers(of: function).filter { !$0.isReference && !$0.isTied }.map(\.token)
      }
      next = callers
    }
    return false
  }

  // MARK: Zeros

  private static let zeros = "00000000-0000-0000-0000-000000000000"

  /// Zeros that an identifier is compared with.
  private func zeroComparisons() -> [CodeToken] {
    var found: [CodeToken] = []
    for (file, source) in program.files.enumerated() {
      for index in source.tokens.indices
      where source.tokens[index].kind == .text && source.text(index) == Self.zeros {
        if isCompared(index, source) { found.append(CodeToken(file: file, index: index)) }
      }
    }
    return found
  }

  /// `x == zeros`, `UUID(uuidString: zeros) != x`, `[x isEqualToString:zeros]`.
  private func isCompared(_ index: Int, _ source: CodeFile) -> Bool {
    let equal: Set<String> = ["==", "!="]
    var (first, last) = (index, index)
    if source.text(first - 1) == "@" { first -= 1 }
    if source.text(first - 1) == ":", ["isEqualToString", "isEqual"].contains(source.text(first - 2)) {
      return true
    }
    if let opening = source.before(first, most: 3).first(where: { source.text($0) == "(" }) {
      let callee = source.text(opening - 1)
      if callee == "isEqual" || callee == "equals" { return true }
      if ["UUID", "NSUUID", "Guid"].contains(callee) { (first, last) = (opening - 1, source.match[opening]) }
    }
    while ["!", "?"].contains(source.text(last + 1)) { last += 1 }
    return equal.contains(source.text(first - 1)) || equal.contains(source.text(last + 1))
  }

  // MARK: Domains

  /// Addresses of declared tracking domains that the app's own code calls.
  mutating func checkDomains() {
    guard !program.facts.trackingDomains.isEmpty else { return }
    for (file, source) in program.files.enumerated() {
      for index in source.tokens.indices where source.tokens[index].kind == .text {
        guard let host = Self.host(source.text(index)) else { continue }
        guard
          let domain = program.facts.trackingDomains.keys.sorted().first(where: {
            host == $0 || host.hasSuffix("." + $0)
          })
        else { continue }
        note(
          "L39", .warning, at: CodeToken(file: file, index: index),
          "\(host) is declared as a tracking domain (\(domain)): from iOS 17 on requests to it fail for everybody who has not said yes.",
          fix: "Serve what the app needs from a domain that is not declared.")
      }
    }
  }

  /// The host of an address; `nil` of another text.
  static func host(_ text: String) -> String? {
    guard let scheme = ["https://", "http://", "wss://"].first(where: text.hasPrefix) else { return nil }
    let host = text.dropFirst(scheme.count).prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
    return host.isEmpty ? nil : host.lowercased()
  }

  // MARK: Nobody asks

  /// A usage string, or a look at the status, and no request anywhere.
  mutating func checkNobodyAsks() {
    guard requests.isEmpty, !program.files.isEmpty, !program.facts.mayAskElsewhere,
      let text = program.facts.usageText,
      program.uses("alone").isEmpty, program.uses("perhaps alone").isEmpty, program.uses("ask").isEmpty
    else { return }
    if let status = program.uses("status").first {
      return note(
        "R93", .error, .likely, at: status,
        "The status is read and nothing in these sources asks: reading shows no alert, so the usage string (\(text.file)) is never seen.",
        fix:
          "Make the request at an activation or on a tap, or remove the usage string if the app does not track."
      )
    }
    note(
      "R93", .error, .likely, place: text,
      "There is a usage string, and nothing in these sources asks for permission to track: the alert never comes, and review looks for it.",
      fix:
        "Make the request at an activation or on a tap, or remove the usage string if the app does not track."
    )
  }
}
