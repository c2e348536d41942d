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

  /// Reads the condition of a branch.
  init(_ frame: CodeFrame, in source: CodeFile) {
    let around = frame.parent >= 0 ? source.frames[frame.parent] : nil
    let isCase = around?.kind == .cases
    var parts: [Range<Int>] = []
    var (hasAnd, hasOr) = (false, false)
    var start = frame.condition.lowerBound
    var depth = 0
    for index in isCase && frame.isElse ? 0..<0 : frame.condition where source.tokens[index].kind == .sign {
      let sign = source.text(index)
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) { depth -= 1 }
      let isAnd = sign == "&" && source.text(index + 1) == "&" || sign == "," && source.language == .swift
      let isOr = sign == "|" && source.text(index + 1) == "|"
      guard depth == 0, isAnd || isOr else { continue }
      if isAnd { hasAnd = true } else { hasOr = true }
      parts.append(start..<index)
      start = sign == "," ? index + 1 : index + 2
    }
    if start < frame.condition.upperBound, !(isCase && frame.isElse) {
      parts.append(start..<frame.condition.upperBound)
    }
    // The opposite of several conditions together is none of them in particular.
    let isMixed = frame.isElse ? hasAnd : hasOr
    for part in parts.prefix(8) {
      take(part, source, isElse: frame.isElse && !isCase, isCase: isCase, isMixed: isMixed)
    }
    if isCase, !frame.isElse, isUndecided == nil,
      around?.condition.contains(where: { CodeName.does("status", source.text($0)) }) == true
    {
      isUndecided = false
    }
  }

  private mutating func take(
    _ range: Range<Int>, _ source: CodeFile, isElse: Bool, isCase: Bool, isMixed: Bool
  ) {
    let words = range.filter { source.tokens[$0].kind != .sign }.map(source.text)
    let isNegated =
      range.contains { source.text($0) == "!=" } || source.text(range.lowerBound) == "!" && range.count > 1
    let holds = isNegated == isElse
    func has(_ kind: String) -> Bool { words.contains { CodeName.does(kind, $0) } }
    if has("undecided word") {
      if !isMixed { isUndecided = holds }
    } else if has("active state"),
      has("active word") || has("activation word") || words.contains("state") || isCase
    {
      if !isMixed { isActive = holds }
    } else if has("other system") {
      if !isMixed, holds { isElsewhere = true }
    } else if has("own system") {
      // Systems before iOS 14 do not ask.
      let version = words.drop { $0 != "iOS" }.dropFirst().first.flatMap { Int($0) }
      let isOld = !words.contains("available") || version.map { $0 <= 14 } ?? false
      if !isMixed, !holds, isOld { isElsewhere = true }
    } else if !words.allSatisfy({ CodeName.does("system word", $0) || $0.first?.isNumber == true }),
      !has("status")
    {
      isOther = true
    }
  }
}
