import RuleBook

/// When what a function is given runs, by the names of both.
extension CodeFrame {
  /// Whether it is a closure that runs at an event of its own: a tap, a screen.
  var isEvent: Bool { kind == .closure && event != nil }

  var isDelay: Bool {
    // `Future.delayed(…).then(() => …)`
    name.may("delay")
      || name.text == "then" && name.receivers.contains { CodeName.does("delay", $0) }
  }

  /// Whether nothing says when a function calls what it is given.
  var isUnknown: Bool {
    let known: Set<String> = [
      "later", "now", "appear", "first frame", "home", "delay", "container", "status",
    ]
    return name.exists && name.kinds.isDisjoint(with: known) && name.text.first?.isUppercase != true
      && !label.may("now") && !label.text.hasSuffix("uilder")
  }

  /// When it runs; `nil` where it runs as what stands around it.
  var moment: CodeTrigger.Moment? {
    if let event { return event }
    if name.does("ask", "permission") { return .afterAnswer }
    if ["then", "whenComplete", "finally", "catch"].contains(name.text) {
      let before = Set(name.receivers.flatMap { CodeName.kinds[$0] ?? [] })
      if before.contains("dialog") { return .tap }
      return before.isDisjoint(with: ["permission", "ask"]) ? nil : .afterAnswer
    }
    if !name.kinds.isDisjoint(with: ["first frame", "appear", "home"]) { return nil }
    let isAttribute = source.language == .typeScript && label.exists
    if isAttribute || source.language == .dart, label.text.hasPrefix("on"),
      label.text.dropFirst(2).first?.isUppercase == true
    {
      return .tap
    }
    return isAttribute && label.kinds.isDisjoint(with: ["now", "home label"]) && kind == .closure
      && !label.text.hasPrefix("render") && label.text != "component" ? .unknown : nil
  }

  /// The event that runs it: a tap, an activation, a screen; `nil` where it is none.
  var event: CodeTrigger.Moment? {
    if label.may("tap label") { return .tap }
    if label.may("activation label") { return .activation }
    if let notice { return notice }
    if name.may("tap"), label.text != "label" { return .tap }
    if label.text != "builder", name.does("dialog") { return .tap }
    return name.may("sheet") ? .otherScreen : nil
  }

  /// The moment of what listens to the app's own state.
  private var notice: CodeTrigger.Moment? {
    guard name.exists else { return nil }
    let from = name.expressionStart
    let end = max(kind == .argument ? name.arguments.upperBound : name, name.at(start))
    let words = (from..<max(from, min(end, from + 80))).filter { $0.isWord || $0.isText }
    func have(_ kind: String) -> Bool { words.contains { $0.may(kind) } }
    if have("foreground word") { return .foreground }
    if have("event listener") {
      if have("ready word") { return .firstScreen }
      if have("change word") { return .change }
    }
    let isOfActivation =
      have("activation word")
      || words.contains { source.variableTypes($0.text).contains("scenePhase") }
    return isOfActivation && (have("listener") || name.may("listener")) ? .activation : nil
  }
}
