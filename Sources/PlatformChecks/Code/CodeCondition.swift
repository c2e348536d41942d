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

  init(_ frame: CodeFrame) {
    let cases = frame.outer.flatMap { $0.kind == .cases ? $0 : nil }
    let isCase = cases != nil
    if isCase, frame.isElse { return }
    let signs: Set<String> = frame.source.language == .swift ? ["&", "|", ","] : ["&", "|"]
    var (joins, parts, depth) = (Set<String>(), [[CodeToken]()], 0)
    for token in frame.condition {
      let sign = token.isWord || token.isText ? "" : token.text
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) { depth -= 1 }
      if depth == 0, signs.contains(sign), sign == "," || token[-1] == sign || token[1] == sign {
        joins.insert(sign)
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    // The opposite of several conditions together is none of them in particular.
    let isMixed = frame.isElse ? !joins.isDisjoint(with: ["&", ","]) : joins.contains("|")
    for part in parts.filter({ !$0.isEmpty }).prefix(8) {
      take(part, isElse: frame.isElse, isCase: isCase, isMixed: isMixed)
    }
    if isUndecided == nil, cases?.condition.contains(where: { $0.may("status") }) == true {
      isUndecided = false
    }
  }

  private mutating func take(_ part: [CodeToken], isElse: Bool, isCase: Bool, isMixed: Bool) {
    let words = part.filter { $0.isWord || $0.isText }
    let isNegated = part.contains { $0.text == "!=" } || part[0].text == "!" && part.count > 1
    let holds = isNegated == isElse
    func has(_ kinds: String...) -> Bool { words.contains { word in kinds.contains(where: word.may) } }
    func has(word: String) -> Bool { words.contains { $0.text == word } }
    if has("undecided word") {
      if !isMixed { isUndecided = holds }
    } else if has("active state"), isCase || has("active word", "activation word") || has(word: "state") {
      if !isMixed { isActive = holds }
    } else if has("other system") {
      if !isMixed, holds { isElsewhere = true }
    } else if has("own system") {
      // Systems before iOS 14 do not ask.
      let version = words.drop { $0.text != "iOS" }.dropFirst().first.flatMap { Int($0.text) }
      let isOld = !has(word: "available") || version.map { $0 <= 14 } ?? false
      if !isMixed, !holds, isOld { isElsewhere = true }
    } else if !words.allSatisfy({ $0.may("system word") || $0.text.first?.isNumber == true }), !has("status")
    {
      isOther = true
    }
  }
}
