import RuleBook

/// What a branch depends on, as far as it matters to a request.
struct CodeCondition {
  /// Whether it runs where the status is not determined, or where it is anything else; `nil` if that is not asked.
  var isUndecided: Bool?
  /// Whether it runs where the app is active; `nil` if that is not asked.
  var isActive: Bool?
  /// Whether it never runs on Apple's systems.
  var isElsewhere = false
  /// Whether it says nothing of these, nor of the system and its version.
  var isOther = false

  private static let undecided: Set<String> = [
    "notDetermined", "not-determined", "undetermined", "ATTrackingManagerAuthorizationStatusNotDetermined",
    "notdetermined", "unknown", "NotDetermined",
  ]
  private static let neutral: Set<String> = [
    "available", "isIOS", "ios", "iOS", "defaultTargetPlatform", "isSupported", "mounted", "supported", "OS",
    "isAvailable",
    "respondsToSelector", "NSClassFromString", "canImport", "Platform", "self", "macOS", "iPhone",
  ]

  /// Reads the condition of a branch.
  init(_ frame: CodeFrame, in source: CodeFile) {
    var tokens = frame.condition
    var isCase = false
    if tokens.isEmpty || frame.parent >= 0 && source.frames[Int(frame.parent)].kind == .cases {
      isCase = frame.parent >= 0 && source.frames[Int(frame.parent)].kind == .cases
      guard isCase else { return }
      if frame.isElse { tokens = 0..<0 }
    }
    let parts = Self.parts(tokens, source)
    // The opposite of several conditions together is none of them in particular.
    let isMixed = frame.isElse ? parts.hasAnd : parts.hasOr
    for part in parts.ranges.prefix(8) {
      take(part, source, isElse: frame.isElse && !isCase, isCase: isCase, isMixed: isMixed)
    }
    if isCase, isUndecided == nil, Self.isOfStatus(frame, source) { isUndecided = false }
  }

  private static func isOfStatus(_ frame: CodeFrame, _ source: CodeFile) -> Bool {
    let subject = source.frames[Int(frame.parent)].condition
    let rows = CodeName.table
    return !frame.isElse
      && subject.contains { rows[source.text(Int($0))]?.contains { $0.kind == "status" } ?? false }
  }

  private static func parts(
    _ range: Range<Int32>, _ source: CodeFile
  ) -> (ranges: [Range<Int>], hasAnd: Bool, hasOr: Bool) {
    var ranges: [Range<Int>] = []
    var (hasAnd, hasOr) = (false, false)
    var start = Int(range.lowerBound)
    var depth = 0
    for index in Int(range.lowerBound)..<Int(range.upperBound) where source.tokens[index].kind == .sign {
      let sign = source.text(index)
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) { depth -= 1 }
      let isAnd = sign == "&" && source.text(index + 1) == "&" || sign == "," && source.language == .swift
      let isOr = sign == "|" && source.text(index + 1) == "|"
      guard depth == 0, isAnd || isOr else { continue }
      if isAnd { hasAnd = true } else { hasOr = true }
      ranges.append(start..<index)
      start = sign == "," ? index + 1 : index + 2
    }
    if start < Int(range.upperBound) { ranges.append(start..<Int(range.upperBound)) }
    return (ranges, hasAnd, hasOr)
  }

  private mutating func take(
    _ range: Range<Int>, _ source: CodeFile, isElse: Bool, isCase: Bool, isMixed: Bool
  ) {
    let words = range.filter { source.tokens[$0].kind != .sign }.map(source.text)
    let isNegated =
      range.contains { source.text($0) == "!=" } || source.text(range.lowerBound) == "!" && range.count > 1
    let holds = isNegated == isElse
    let rows = CodeName.table
    func has(_ kind: String) -> Bool { words.contains { rows[$0]?.contains { $0.kind == kind } ?? false } }
    if words.contains(where: Self.undecided.contains) {
      if !isMixed { isUndecided = holds }
    } else if words.contains(where: { ["active", "resumed", "UIApplicationStateActive"].contains($0) }),
      has("active word") || has("activation word") || words.contains("state") || isCase
    {
      if !isMixed { isActive = holds }
    } else if words.contains("android") || words.contains("isAndroid") || words.contains("isWeb")
      || words.contains("kIsWeb")
      || words.contains("web")
    {
      if !isMixed, holds { isElsewhere = true }
    } else if words.contains(where: { ["ios", "isIOS", "iOS"].contains($0) }) {
      // Systems before iOS 14 do not ask.
      let version = words.drop { $0 != "iOS" }.dropFirst().first.flatMap { Int($0) }
      let isOld = !words.contains("available") || version.map { $0 <= 14 } ?? false
      if !isMixed, !holds, isOld { isElsewhere = true }
    } else if words.allSatisfy({ Self.neutral.contains($0) || $0.first?.isNumber == true }) {
      return
    } else if has("status") {
      return
    } else {
      isOther = true
    }
  }
}
