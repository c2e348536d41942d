import RuleBook

/// What encloses a token of a source: a type, a function, an argument, a closure or a branch.
struct CodeFrame {
  enum Kind {
    case type
    case function
    /// An argument of a call that is worked out where the call stands.
    case argument
    /// Code that runs when somebody calls it.
    case closure
    /// Code that runs under a condition.
    case branch
    /// What comes after a branch that leaves the function: it runs under the opposite condition.
    case rest
    case loop
    case cases
  }

  var kind: Kind
  var number: Int
  /// The frame around it; -1 at the outermost level.
  var parent: Int
  var depth: Int
  var name: CodeToken
  /// The label of an argument: a named argument's, a part of a selector, an attribute of markup.
  var label: CodeToken
  var start: Int
  var end = Int.max
  /// The tokens that a branch depends on.
  var heading = 0..<0
  /// Whether it runs where the condition does not hold.
  var isElse = false
  /// Whether code for the opposite case follows.
  var hasElse = false
  var leaves = false
  /// Of a type the names in its heading: what it inherits from, with their generic arguments; of a function the labels of
  /// its parameters, or the other parts of its selector.
  var words: [String] = []

  var source: CodeFile { name.source }
  var outer: CodeFrame? { parent >= 0 ? source.frames[parent] : nil }
  var opening: CodeToken { name.at(start) }
  var condition: Range<CodeToken> { name.at(heading.lowerBound)..<name.at(heading.upperBound) }

  var isConditional: Bool { kind == .branch || kind == .rest }
  var isGiven: Bool { kind == .closure || kind == .argument }
  /// Whether it is taken at first, where the one flag or state that it depends on is known to begin so, or otherwise.
  var isOnAtFirst: Bool? {
    // `case .splash:`, `if store.step == .splash`
    let isCase = outer?.kind == .cases && !isElse
    let compared = condition.last.flatMap { $0[-2] == "==" ? $0 - 3 : nil }
    if let state = isCase ? outer?.condition.last : compared,
      isCase || state.expressionStart == condition.first
    {
      let first = source.variableTypes(state.text).first { $0.first?.isLowercase == true }
      return first.map { name in condition.contains { $0.text == name } != isElse }
    }
    guard let flag = condition.last, flag.isWord, condition.count < 3 else { return nil }
    let first = source.variableTypes(flag.text).first { ["true", "false"].contains($0) }
    return (flag.origin?.call.arguments.first?.text ?? first).map { $0 != "\((flag[-1] == "!") != isElse)" }
  }

  /// Whether it is a branch that is taken only where others are not.
  func excludes(_ others: Set<Int>) -> Bool {
    if outer?.kind == .cases { return others.contains(parent) }
    return others.map { source.frames[$0] }.contains {
      $0.kind == .branch && $0.heading == heading && $0.isElse != isElse
    }
  }

  /// Its tokens, of a very long one the first.
  func body(most: Int = 20_000) -> Range<CodeToken> {
    opening..<name.at(max(start, min(end, source.tokens.count, start + most)))
  }

  // MARK: Of a function.

  /// Whether it is a script's component, or may be by its name.
  var isComponent: Bool {
    kind == .function && source.language == .typeScript && name.text.first?.isUppercase == true
  }
  /// The name of the type around it.
  var type: String? { sequence(first: self, next: \.outer).first { $0.kind == .type }?.name.text }
  /// The words between the statement before it and its name: `override func`.
  private var marks: [String] { name.before(8).prefix { !["}", "{", ";"].contains($0.text) }.map(\.text) }
  /// Whether it is what a property of an object is set to, and runs when somebody calls that.
  var isAssigned: Bool { name[-1] == "." && name[1] == "=" }
  var kinds: Set<String> { isAssigned ? [] : Set(([name.text] + words).flatMap { CodeName.kinds[$0] ?? [] }) }
  /// When the system calls it, or a control; `nil` where its name does not say.
  var ownMoment: CodeTrigger.Moment? {
    // The system calls methods alone, and the program's own `main`.
    let isMethod = type != nil && name.function == nil
    if isAssigned || (name.text == "main") == isMethod && source.language != .typeScript { return nil }
    // What a control of a storyboard does.
    if marks.contains("IBAction") { return .tap }
    return ([name.text] + words).lazy.compactMap { CodeTrigger.Moment("function", $0) }.first
  }
  /// Whether its name says that a tap runs it.
  var isTapByName: Bool {
    isAssigned && CodeTrigger.Moment("label", name.text) == .tap
      || WordList.words("ends of functions for a tap").contains { name.text.hasSuffix($0) }
      || WordList.words("beginnings of functions for a tap").contains { name.text.hasPrefix($0) }
  }
  /// Whether it is a method of Swift, private or without parameters, that nothing marks as one which others call.
  var isOwn: Bool {
    source.language == .swift && (words.isEmpty || marks.contains("private")) && name[-1] == "func"
      && !marks.contains { WordList.has("marks of a function that others call", $0) }
  }
  /// Whether it is one of a life cycle, which nobody calls in the sources.
  var isCalledByFrameworks: Bool { kinds.contains { $0.hasSuffix("function") } }
}

/// When what a function is given runs, by the names of both.
extension CodeFrame {
  /// Whether it is a closure that runs at an event of its own: a tap, a screen.
  var isEvent: Bool { kind == .closure && event != nil }

  /// The call that has it run after a fixed time.
  var delay: CodeToken? {
    let isNone = name.arguments.last.map { $0.text == "0" && $0[-1] != "." } ?? false
    if name.may("delay") { return isRepeating || isNone ? nil : name }
    if name.text == "perform" { return name.arguments.first { $0.text == "afterDelay" } }
    // `Future.delayed(…).then(() => …)`
    return name.text == "then" ? (name.expressionStart..<name).first { $0.may("delay") } : nil
  }

  /// The states of a script's component that an effect depends on: it runs as one of them changes.
  var states: Set<String> {
    let last = name.arguments.upperBound
    guard source.language == .typeScript, name.may("appear"), end < last.index else { return [] }
    return Set((last.at(end)..<last).filter(\.isHookState).map(\.text))
  }

  /// Whether a timer runs it again and again, until something is so.
  private var isRepeating: Bool { name.arguments.contains { $0.text == "repeats" && $0[2] == "true" } }

  /// Whether nothing says when a function calls what it is given.
  var isUnknown: Bool {
    name.exists
      && (isRepeating || name.kinds.isDisjoint(with: WordList.words("kinds of names that say when")))
      && name.text.first?.isUppercase != true && !label.may("now") && !label.text.hasSuffix("uilder")
  }

  /// When it runs; `nil` where it runs as what stands around it.
  var moment: CodeTrigger.Moment? {
    if let event { return event }
    if name.does("permission", "ask") { return .afterAnswer }
    let isAttribute = source.language == .typeScript && label.exists
    let isHandler = label.text.hasPrefix("on") && label.text.dropFirst(2).first?.isUppercase == true
    if isHandler, isAttribute || source.language == .dart { return .tap }
    return isAttribute && label.kinds.isDisjoint(with: ["now", "home label"]) && kind == .closure
      && !label.text.hasPrefix("render") && label.text != "component" ? .unknown : nil
  }

  /// The event that runs it: a tap, an activation, a screen; `nil` where it is none.
  var event: CodeTrigger.Moment? {
    if let said = CodeTrigger.Moment("label", label.text, of: name.text) ?? notice { return said }
    if name.text == "onChange", !name.arguments.contains(where: { $0.text == "initial" }) { return .unknown }
    // A property tells its value at once, a subject what somebody sends.
    if name.text == "sink", name.receivers.last?.hasPrefix("$") == false { return .unknown }
    if label.text != "label", let said = CodeTrigger.Moment("call", name.text) { return said }
    return label.text != "builder" && name.does("dialog") ? .tap : nil
  }

  /// The moment of what listens to the app's own state, by its own arguments; of a stream by what it comes from, too.
  private var notice: CodeTrigger.Moment? {
    guard name.exists else { return nil }
    let isStream = name.may("stream") || name.receivers.contains { CodeName.does("stream", $0) }
    let arguments = name[1] == ":" ? name..<name.statementEnd : name.arguments
    let end = max(kind == .argument ? arguments.upperBound : name, opening)
    let words = [(isStream ? name.expressionStart : name)..<name, name..<end].flatMap { $0.prefix(80) }
      .filter { $0.isWord || $0.isText }
    let said = words.compactMap { word in
      word[1] != ":" && source.variableTypes(word.text).contains("scenePhase")
        ? .activation : CodeTrigger.Moment("word", word.text, of: name.text)
    }
    let first = CodeTrigger.Moment.allCases.first(where: said.contains)
    return first == .activation && !isStream && !words.contains { $0.may("listener") } ? nil : first
  }
}

/// What a branch depends on, as far as it matters to a request.
struct CodeCondition {
  /// Whether it runs where the status is not determined, or where it is anything else; `nil` if that is not asked.
  var isUndecided: Bool?
  /// Whether it runs where the app is active; `nil` if that is not asked.
  var isActive: Bool?
  /// Whether it runs where a state is one of an app that is not active.
  var isAway = false
  /// Whether it never runs on Apple's systems.
  var isElsewhere = false
  /// Whether it says nothing of these, nor of the system and its version.
  var isOther = false

  init(_ frame: CodeFrame) {
    let cases = frame.outer.flatMap { $0.kind == .cases ? $0 : nil }
    if cases != nil, frame.isElse { return }
    let signs: Set<String> = frame.source.language == .swift ? ["&", "|", ","] : ["&", "|"]
    var depth = 0
    let joins = frame.condition.filter { token in
      if let partner = token.partner { depth += partner > token ? 1 : -1 }
      let sign = token.text
      return depth == 0 && signs.contains(sign) && (sign == "," || token[-1] == sign || token[1] == sign)
    }
    // The opposite of several conditions together is none of them in particular.
    let isMixed = joins.contains { ($0.text == "|") != frame.isElse }
    for part in frame.condition.split(whereSeparator: joins.contains).prefix(8) {
      take(Array(part), of: frame, isCase: cases != nil, isMixed: isMixed)
    }
    if isUndecided == nil, cases?.condition.contains(where: { $0.may("status") }) == true {
      isUndecided = false
    }
  }

  private mutating func take(_ part: [CodeToken], of frame: CodeFrame, isCase: Bool, isMixed: Bool) {
    let words = part.filter { $0.isWord || $0.isText }
    // That an object can be made, and what it is, says nothing of when: `guard let scene = scene as? UIWindowScene`.
    let isMade = part.count > 4 && part[4].partner == part.last && part[3].text.first?.isUppercase == true
    if part[0].text == "let", isMade || part.contains(where: { $0.text == "as" }) { return }
    let isNegated = part.contains { $0.text == "!=" } || part[0].text == "!" && part.count > 1
    let holds = isNegated == frame.isElse
    // What its variables were set to counts too.
    var read: [CodeToken] { words + words.flatMap { $0.value(of: $0.text, most: 400).prefix(12) } }
    func has(_ kinds: String...) -> Bool { words.contains { word in kinds.contains(where: word.may) } }
    // `settings.authorizationStatus` is another permission's.
    if words.contains(where: { $0.text == "authorizationStatus" && $0[-1] == "." && !$0.does("status") }) {
      isOther = true
    } else if words.contains(where: { $0.does("undecided word") }) {
      if !isMixed { isUndecided = holds }
    } else if has("decided word"), read.contains(where: { $0.does("status") }) {
      if !isMixed, holds { isUndecided = false }
    } else if has("active state"),
      isCase || has("active word")
        || words.contains(where: { $0.isActivation || $0.text == "state" || $0.isHookState })
        // `onChange(of: scenePhase) { phase in if phase == .active`
        || sequence(first: frame, next: \.outer).contains(where: { $0.isEvent && $0.event == .activation })
    {
      if !isMixed { isActive = holds }
    } else if has("away state"), holds, !isMixed {
      isAway = true
    } else if has("other system", "own system") {
      // Systems before iOS 14 do not ask.
      let version = words.drop { $0.text != "iOS" }.dropFirst().first.flatMap { Int($0.text) }
      let isOld = !words.contains { $0.text == "available" } || version.map { $0 <= 14 } ?? false
      if !isMixed, has("other system") ? holds : !holds && isOld { isElsewhere = true }
    } else if !words.allSatisfy({ $0.may("system word") || $0.text.first?.isNumber == true }), !has("status")
    {
      isOther = true
    }
  }
}
