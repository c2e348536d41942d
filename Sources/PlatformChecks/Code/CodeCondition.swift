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

  init(_ frame: CodeFrame, in source: CodeFile) {
    let cases = frame.parent >= 0 ? source.frames[frame.parent] : nil
    let isCase = cases?.kind == .cases
    if isCase, frame.isElse { return }
    let signs: Set<String> = source.language == .swift ? ["&", "|", ","] : ["&", "|"]
    var (joins, parts, depth) = (Set<String>(), [[Int]()], 0)
    for index in frame.condition {
      let sign = source.tokens[index].kind == .sign ? source.text(index) : ""
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) { depth -= 1 }
      if depth == 0, signs.contains(sign),
        sign == "," || [-1, 1].contains(where: { source.text(index + $0) == sign })
      {
        joins.insert(sign)
        parts.append([])
      } else {
        parts[parts.count - 1].append(index)
      }
    }
    // The opposite of several conditions together is none of them in particular.
    let isMixed = frame.isElse ? !joins.isDisjoint(with: ["&", ","]) : joins.contains("|")
    for part in parts.filter({ !$0.isEmpty }).prefix(8) {
      take(part, source, isElse: frame.isElse, isCase: isCase, isMixed: isMixed)
    }
    if isCase, isUndecided == nil,
      cases?.condition.contains(where: { CodeName.does("status", source.text($0)) }) == true
    {
      isUndecided = false
    }
  }

  private mutating func take(
    _ part: [Int], _ source: CodeFile, isElse: Bool, isCase: Bool, isMixed: Bool
  ) {
    let texts = part.map(source.text)
    let words = part.filter { source.tokens[$0].kind != .sign }.map(source.text)
    let isNegated = texts.contains("!=") || texts.first == "!" && texts.count > 1
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
