import RuleBook

/// When code runs: the ways that lead to it, over any number of steps.
extension CodeProgram {
  /// Steps that are followed; a chain that is longer leads nowhere.
  private static let furthest = 60

  /// Every way that leads to a token.
  ///
  /// - Parameter isReference: Whether it is given away there, and runs when somebody calls it.
  func triggers(_ token: CodeToken, isReference: Bool = false, isScreen: Bool = false, steps: Int = 0)
    -> [CodeTrigger]
  {
    guard steps < Self.furthest else { return [CodeTrigger(moment: .unknown, entry: token)] }
    let source = files[token.file]
    var path = CodeTrigger(moment: .unknown, entry: token)
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] {
      [CodeTrigger(moment: moment, doubts: path.doubts, entry: token)]
    }
    var isStored = isReference
    switch awaited(before: token) {
    case "dialog": return at(.tap)
    case "permission": return at(.afterAnswer)
    case "ask" where !CodeName.does("ask", text(token)): return at(.afterAnswer)
    case "delay": path.doubts.insert(.delayed)
    case _: break
    }
    if isScreen, source.isConditionalExpression(token.index) { path.doubts.insert(.conditional) }
    var texts: Set<String> = []
    for frame in source.around(token.index) {
      let name = source.text(frame.name)
      switch frame.kind {
      case .cases: break
      case .loop:
        if frame.condition.contains(where: { CodeName.does("activation word", source.text($0)) }) {
          return at(.activation)
        }
      case .branch, .rest:
        texts.formUnion(frame.condition.filter(source.isText).map(source.text))
        let condition = CodeCondition(frame, in: source)
        if condition.isElsewhere { return [] }
        if condition.isActive == true, !frame.hasElse { path.doubts.insert(.onlyIfActive) }
        if condition.isOther || condition.isActive == false { path.doubts.insert(.conditional) }
      case .argument, .closure:
        if isScreen, let moment = moment(ofScreenIn: frame, token) { return at(moment) }
        if frame.kind == .argument {
          guard isStored else { continue }
          // What these are given runs soon.
          if !kinds(name).isDisjoint(with: ["delay", "later", "first frame", "appear"]) { isStored = false }
        } else {
          isStored = false
          if CodeName.does("bridge", name) { return bridged(texts, token, steps) }
        }
        let isDelay = isDelay(frame, source)
        if isDelay, frame.kind == .argument { path.doubts.insert(.delayed) }
        if let found = given(to: frame, in: token.file, steps) { return found.map { $0.after(path) } }
        if isDelay { path.doubts.insert(.delayed) }
        if frame.kind == .closure, isUnknown(frame, source) { path.doubts.insert(.late) }
      case .function:
        guard let position = frame.function else { continue }
        let parameters = source.functions[position].parameters
        if parameters.contains(where: { source.text($0) == "FlutterMethodCall" }) {
          return bridged(texts, token, steps)
        }
        if isStored, name.first?.isUppercase != true { return [] }
        return triggers(of: CodeToken(file: token.file, index: position), steps).map { $0.after(path) }
          .distinct
      case .type:
        return isStored ? [] : made(name, steps).map { $0.after(path) }.distinct
      }
    }
    let isLaunch = source.language == .typeScript || source.path.hasSuffix("main.swift")
    return at(isLaunch && (isScreen || !path.has(.late) && !isStored) ? .launch : .unknown)
  }

  /// The ways that lead to a handler of messages from another language, by the texts that it looks for.
  private func bridged(_ texts: Set<String>, _ token: CodeToken, _ steps: Int) -> [CodeTrigger] {
    let found = places(of: "invokeMethod").filter { call in
      files[call.file].arguments(call.index).prefix(6).contains { texts.contains(files[call.file].text($0)) }
    }.flatMap { triggers($0, steps: steps + 1) }.distinct
    return found.isEmpty ? [CodeTrigger(moment: .unknown, entry: token)] : found
  }

  /// Every way that leads to a function.
  private func triggers(of function: CodeToken, _ steps: Int) -> [CodeTrigger] {
    once(.function(function)) { ways(to: function, steps) }
  }

  private func ways(to function: CodeToken, _ steps: Int) -> [CodeTrigger] {
    let declaration = self.function(function)
    let entry = CodeToken(file: function.file, index: declaration.nameToken)
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] { [CodeTrigger(moment: moment, entry: entry)] }
    let kinds = kinds(declaration)
    if declaration.isAction { return at(.tap) }
    if kinds.contains("launch function"), declaration.name != "main" || declaration.type == nil {
      return at(.launch)
    }
    if kinds.contains("activation function") || kinds.contains("early function") {
      if isDead(declaration, kinds) { return at(.dead) }
      return at(kinds.contains("early function") ? .foreground : .activation)
    }
    if kinds.contains("later function") { return at(.otherScreen) }
    if kinds.contains("tap function") { return at(.tap) }
    if files[function.file].language == .typeScript, declaration.name.first?.isUppercase == true {
      return screen(declaration.name, steps)
    }
    if let type = declaration.type {
      if kinds.contains("appear function") || kinds.contains("drawn function") { return screen(type, steps) }
      if ["init", "constructor", type].contains(declaration.name) { return made(type, steps) }
    }
    let before = cuts
    let callers = callers(of: function)
    let found = callers.flatMap { caller in
      triggers(caller.token, isReference: caller.isReference, steps: steps + 1).map { trigger in
        var trigger = trigger
        if caller.isTied { trigger.doubts.insert(.tied) }
        return trigger
      }
    }
    // A name that leads nowhere beside one that leads somewhere says nothing.
    let known = found.filter { $0.moment != .unknown }
    if !known.isEmpty { return known }
    if callers.isEmpty, Self.isTapName(declaration.name) { return at(.tap) }
    // What is called on other systems alone has no way; what calls itself alone has one that is not known.
    return callers.isEmpty || !found.isEmpty || cuts > before ? at(.unknown) : []
  }

  private static func isTapName(_ name: String) -> Bool {
    WordList.words("ends of functions for a tap").contains { name.hasSuffix($0) }
      || WordList.words("beginnings of functions for a tap").contains { name.hasPrefix($0) }
  }

  /// Whether the system never makes a callback, since an app has scenes, or has none.
  private func isDead(_ function: CodeFunction, _ kinds: Set<String>) -> Bool {
    let connects = !places(of: "configurationForConnecting").isEmpty
    if kinds.contains("application callback") {
      guard let type = function.type else { return false }
      let isDelegate =
        type.hasSuffix("AppDelegate")
        || bases(of: type).contains { $0.hasSuffix("ApplicationDelegate") || $0.hasSuffix("AppDelegate") }
      return isDelegate && (facts.hasScenes ?? connects || hasSceneBuilder)
    }
    return kinds.contains("scene callback") && facts.hasScenes == false && !hasSceneBuilder && !connects
      && facts.sceneDelegates.isEmpty
  }

  /// Whether an app of SwiftUI makes its own scenes.
  private var hasSceneBuilder: Bool {
    places(of: "WindowGroup").contains { token in
      files[token.file].type(around: token.index).map { bases(of: $0).contains("App") } ?? false
    }
  }

  private func isDelay(_ frame: CodeFrame, _ source: CodeFile) -> Bool {
    let name = source.text(frame.name)
    // `Future.delayed(…).then(() => …)`
    return CodeName.does("delay", name)
      || name == "then" && source.receivers(frame.name).contains { CodeName.does("delay", $0) }
  }

  /// Whether nothing says when a function calls what it is given.
  private func isUnknown(_ frame: CodeFrame, _ source: CodeFile) -> Bool {
    let (name, label) = (source.text(frame.name), source.text(frame.label))
    let known: Set<String> = [
      "later", "now", "appear", "first frame", "home", "delay", "container", "status",
    ]
    return !name.isEmpty && kinds(name).isDisjoint(with: known) && name.first?.isUppercase != true
      && !CodeName.does("now", label) && !label.hasSuffix("uilder")
  }

  /// The ways that lead to what a function is given; `nil` where it runs as what stands around it.
  private func given(to frame: CodeFrame, in file: Int, _ steps: Int) -> [CodeTrigger]? {
    let source = files[file]
    let (name, label) = (source.text(frame.name), source.text(frame.label))
    if name.isEmpty, label.isEmpty { return nil }
    if types[name] != nil || functions[name] != nil {
      let found = once(.passed(name: name, label: label)) { passed(name, label, frame, file, steps) }
      if !found.isEmpty { return found }
    }
    return moment(of: frame, file).map {
      [CodeTrigger(moment: $0, entry: CodeToken(file: file, index: max(frame.name, frame.label, 0)))]
    }
  }

  /// When what a function is given runs, by the names of both; `nil` where it runs as what stands around it.
  private func moment(of frame: CodeFrame, _ file: Int) -> CodeTrigger.Moment? {
    let source = files[file]
    let (name, label) = (source.text(frame.name), source.text(frame.label))
    if let event = event(of: frame, file) { return event }
    if does(["ask", "permission"], CodeToken(file: file, index: frame.name)) { return .afterAnswer }
    if ["then", "whenComplete", "finally", "catch"].contains(name) {
      let before = Set(source.receivers(frame.name).flatMap(kinds))
      if before.contains("dialog") { return .tap }
      return before.isDisjoint(with: ["permission", "ask"]) ? nil : .afterAnswer
    }
    if !kinds(name).isDisjoint(with: ["first frame", "appear", "home"]) { return nil }
    let isAttribute = source.language == .typeScript && frame.label >= 0
    if isAttribute || source.language == .dart, label.hasPrefix("on"),
      label.dropFirst(2).first?.isUppercase == true
    {
      return .tap
    }
    return isAttribute && kinds(label).isDisjoint(with: ["now", "home label"]) && frame.kind == .closure
      && !label.hasPrefix("render") && label != "component" ? .unknown : nil
  }

  /// The event that runs what a function is given: a tap, an activation, a screen; `nil` where it is none.
  func event(of frame: CodeFrame, _ file: Int) -> CodeTrigger.Moment? {
    let source = files[file]
    let label = source.text(frame.label)
    let (ofLabel, ofName) = (kinds(label), kinds(source.text(frame.name)))
    if ofLabel.contains("tap label") { return .tap }
    if ofLabel.contains("activation label") { return .activation }
    if let moment = notified(frame, file) { return moment }
    if ofName.contains("tap"), label != "label" { return .tap }
    if label != "builder", does(["dialog"], CodeToken(file: file, index: frame.name)) { return .tap }
    return ofName.contains("sheet") ? .otherScreen : nil
  }

  /// The moment of what listens to the app's own state.
  private func notified(_ frame: CodeFrame, _ file: Int) -> CodeTrigger.Moment? {
    let source = files[file]
    guard frame.name >= 0 else { return nil }
    let from = source.expressionStart(frame.name)
    let isArgument = frame.kind == .argument
    let end = max(isArgument ? source.arguments(frame.name).upperBound : 0, frame.start, frame.name)
    let words = (from..<min(end, from + 80)).filter { source.tokens[$0].kind != .sign }.map(source.text)
    if words.contains(where: { CodeName.does("foreground word", $0) }) { return .foreground }
    let listens = words.contains("addEventListener") || words.contains("addListener")
    if listens, words.contains("deviceready") { return .firstScreen }
    if listens, words.contains("resume") || words.contains("appStateChange") { return .change }
    if words.contains("AppState"), words.contains("addEventListener") { return .change }
    let isOfActivation = words.contains { word in
      CodeName.does("activation word", word) || variableTypes(word, in: file).contains("scenePhase")
    }
    guard isOfActivation else { return nil }
    return (words + [source.text(frame.name)]).contains { CodeName.does("listener", $0) } ? .activation : nil
  }

  /// The ways that lead to what the app's own view or function is given under a label: where it uses that.
  private func passed(
    _ name: String, _ label: String, _ frame: CodeFrame, _ file: Int, _ steps: Int
  ) -> [CodeTrigger] {
    let states = (statesOfWidget[name] ?? []).flatMap { (types[$0] ?? []).prefix(2) }
    var bodies = ((types[name] ?? []).prefix(6) + states).map {
      (file: $0.file, range: self.body(of: $0), label: label)
    }
    if bodies.isEmpty, let candidates = functions[name], candidates.count < 4 {
      let isSent = !files[file].receivers(frame.name).isEmpty
      bodies = candidates.filter { function($0).type != nil || !isSent }.map { candidate in
        let last = function(candidate).labels.last ?? ""
        let range = files[candidate.file].range(function(candidate).frame)
        return (candidate.file, range, label.isEmpty ? last : label)
      }
    }
    return bodies.filter { !$0.label.isEmpty }.flatMap { body -> [CodeTrigger] in
      let own = files[body.file]
      // `for name:` has two names.
      let second = own.before(body.range.lowerBound + 1, most: 61).filter {
        own.text($0) == body.label && own.isWord($0 + 1) && own.text($0 + 2) == ":"
      }.map { own.text($0 + 1) }
      let uses = body.range.filter { index in
        own.isWord(index) && (own.text(index) == body.label || second.contains(own.text(index)))
          && (own.text(index + 1) != ":" || own.text(index - 1) == "?")
          && ["self", "this", "widget", "props"].contains(own.receivers(index).first ?? "self")
          && (own.isCalled(index) || own.isHandedOver(index) && own.function(around: index) != nil)
      }
      return uses.flatMap { index in
        triggers(
          CodeToken(file: body.file, index: index), isReference: !own.isCalled(index), steps: steps + 1)
      }
    }.filter { $0.moment != .unknown }
  }
}
