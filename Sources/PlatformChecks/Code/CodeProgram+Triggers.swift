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
    var isStored = isReference
    switch awaited(before: token) {
    case "dialog": return [CodeTrigger(moment: .tap, entry: token)]
    case "permission": return [CodeTrigger(moment: .afterAnswer, entry: token)]
    case "ask" where !kinds(source.text(token.index)).contains("ask"):
      return [CodeTrigger(moment: .afterAnswer, entry: token)]
    case "delay": path.doubts.insert(.delayed)
    case _: break
    }
    if isScreen, source.isConditionalExpression(token.index) { path.doubts.insert(.conditional) }
    var texts: Set<String> = []
    for number in source.around(token.index) {
      let frame = source.frames[Int(number)]
      switch frame.kind {
      case .cases: break
      case .loop:
        if frame.condition.contains(where: { isActivationWord(source.text(Int($0))) }) {
          return [CodeTrigger(moment: .activation, entry: token).after(path)]
        }
      case .branch, .rest:
        for index in frame.condition where source.tokens[Int(index)].kind == .text {
          texts.insert(source.text(Int(index)))
        }
        let condition = CodeCondition(frame, in: source)
        if condition.isElsewhere { return [] }
        if condition.isActive == true, !frame.hasElse { path.doubts.insert(.onlyIfActive) }
        if condition.isOther || condition.isActive == false { path.doubts.insert(.conditional) }
      case .argument:
        if isScreen, let moment = moment(ofScreenIn: frame, token) {
          return [CodeTrigger(moment: moment, entry: token).after(path)]
        }
        guard isStored else { continue }
        if isDelay(frame, source) { path.doubts.insert(.delayed) }
        let name = frame.name >= 0 ? kinds(source.text(Int(frame.name))) : []
        // What these are given runs soon.
        if !name.isDisjoint(with: ["delay", "later", "first frame", "appear"]) { isStored = false }
        if let found = given(to: frame, in: token.file, path, steps) { return found }
      case .closure:
        if isScreen, let moment = moment(ofScreenIn: frame, token) {
          return [CodeTrigger(moment: moment, entry: token).after(path)]
        }
        isStored = false
        if frame.name >= 0, kinds(source.text(Int(frame.name))).contains("bridge") {
          return bridged(texts, token, steps)
        }
        if let found = given(to: frame, in: token.file, path, steps) { return found }
        if isDelay(frame, source) { path.doubts.insert(.delayed) }
        if isUnknown(frame, source) { path.doubts.insert(.late) }
      case .function:
        guard let position = source.functionOfFrame[number] else { continue }
        if source.functions[position].parameters.contains(where: {
          source.text(Int($0)) == "FlutterMethodCall"
        }) {
          return bridged(texts, token, steps)
        }
        if isStored, source.text(Int(frame.name)).first?.isUppercase != true { return [] }
        return triggers(of: CodeToken(file: token.file, index: position), steps).map { $0.after(path) }
          .distinct
      case .type:
        if isStored { return [] }
        return made(source.text(Int(frame.name)), steps).map { $0.after(path) }.distinct
      }
    }
    let isLaunch = source.language == .typeScript || source.path.hasSuffix("main.swift")
    path.moment =
      isLaunch && !path.has(.late) && !isStored ? .launch : isScreen && isLaunch ? .launch : .unknown
    return [path]
  }

  /// The ways that lead to a handler of messages from another language, by the texts that it looks for.
  private func bridged(_ texts: Set<String>, _ token: CodeToken, _ steps: Int) -> [CodeTrigger] {
    let calls = places(of: "invokeMethod").filter { call in
      files[call.file].arguments(call.index).prefix(6).contains { texts.contains(files[call.file].text($0)) }
    }
    let found = calls.flatMap { triggers($0, steps: steps + 1) }.distinct
    return found.isEmpty ? [CodeTrigger(moment: .unknown, entry: token)] : found
  }

  // MARK: Functions

  /// Every way that leads to a function.
  func triggers(of function: CodeToken, _ steps: Int) -> [CodeTrigger] {
    if let known = triggersOfFunction[function] { return known }
    guard underway.insert(function).inserted else {
      cuts += 1
      return []
    }
    defer { underway.remove(function) }
    let found = ways(to: function, steps).distinct
    triggersOfFunction[function] = found
    return found
  }

  private func ways(to function: CodeToken, _ steps: Int) -> [CodeTrigger] {
    let declaration = self.function(function)
    let source = files[function.file]
    let entry = CodeToken(file: function.file, index: Int(declaration.nameToken))
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] { [CodeTrigger(moment: moment, entry: entry)] }
    if declaration.isAction { return at(.tap) }
    let names = [declaration.name] + declaration.labels
    let kinds = Set(names.flatMap { CodeName.table[$0] ?? [] }.map(\.kind))
    if kinds.contains("launch function"), declaration.name != "main" || declaration.type == nil {
      return at(.launch)
    }
    if kinds.contains("activation function") || kinds.contains("early function") {
      if isDead(declaration, kinds) { return at(.dead) }
      return at(kinds.contains("early function") ? .foreground : .activation)
    }
    if kinds.contains("later function") { return at(.otherScreen) }
    if kinds.contains("tap function") { return at(.tap) }
    let isComponent = source.language == .typeScript && declaration.name.first?.isUppercase == true
    if isComponent { return screen(declaration.name, steps) }
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
    ["Tapped", "Tap", "Clicked", "Click", "Pressed", "Press", "TouchUpInside"].contains { name.hasSuffix($0) }
      || ["didTap", "onTap", "onPress", "onClick", "handleTap", "handlePress"].contains { name.hasPrefix($0) }
  }

  /// Whether the system never makes a callback, since an app has scenes, or has none.
  private func isDead(_ function: CodeFunction, _ kinds: Set<String>) -> Bool {
    if kinds.contains("application callback") {
      guard let type = function.type else { return false }
      let bases = bases(of: type)
      let isDelegate =
        type.hasSuffix("AppDelegate")
        || bases.contains { $0.hasSuffix("ApplicationDelegate") || $0.hasSuffix("AppDelegate") }
      return isDelegate
        && (facts.hasScenes == true || hasSceneBuilder
          || facts.hasScenes == nil && !places(of: "configurationForConnecting").isEmpty)
    }
    if kinds.contains("scene callback"), facts.hasScenes == false, !hasSceneBuilder {
      return !places(of: "configurationForConnecting").isEmpty ? false : facts.sceneDelegates.isEmpty
    }
    return false
  }

  /// Whether an app of SwiftUI makes its own scenes.
  var hasSceneBuilder: Bool {
    places(of: "WindowGroup").contains { token in
      files[token.file].type(around: token.index).map { bases(of: $0).contains("App") } ?? false
    }
  }

  // MARK: Closures

  func kinds(_ name: String) -> Set<String> { CodeName.kinds[name] ?? [] }

  func isActivationWord(_ word: String) -> Bool { kinds(word).contains("activation word") }

  private func isDelay(_ frame: CodeFrame, _ source: CodeFile) -> Bool {
    guard frame.name >= 0 else { return false }
    let name = source.text(Int(frame.name))
    if kinds(name).contains("delay") { return true }
    // `Future.delayed(…).then(() => …)`
    return name == "then" && source.receivers(Int(frame.name)).contains { kinds($0).contains("delay") }
  }

  /// Whether nothing says when a function calls what it is given.
  private func isUnknown(_ frame: CodeFrame, _ source: CodeFile) -> Bool {
    guard frame.name >= 0 else { return false }
    let name = source.text(Int(frame.name))
    let known: Set<String> = [
      "later", "now", "appear", "first frame", "home", "delay", "container", "status",
    ]
    if !kinds(name).isDisjoint(with: known) || name.first?.isUppercase == true { return false }
    let label = frame.label >= 0 ? source.text(Int(frame.label)) : ""
    return !kinds(label).contains("now") && !label.hasSuffix("uilder")
  }

  /// The ways that lead to what a function is given; `nil` where it runs as what stands around it.
  private func given(to frame: CodeFrame, in file: Int, _ path: CodeTrigger, _ steps: Int) -> [CodeTrigger]? {
    let source = files[file]
    let name = frame.name >= 0 ? source.text(Int(frame.name)) : ""
    let label = frame.label >= 0 ? source.text(Int(frame.label)) : ""
    let entry = CodeToken(file: file, index: Int(max(frame.name, frame.label, 0)))
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] {
      [CodeTrigger(moment: moment, entry: entry).after(path)]
    }
    if name.isEmpty, label.isEmpty { return nil }
    if let found = knownPassed(name, label, frame, file, steps), !found.isEmpty {
      return found.map { $0.after(path) }
    }
    let ofLabel = kinds(label)
    if ofLabel.contains("tap label") { return at(.tap) }
    if ofLabel.contains("activation label") { return at(.activation) }
    let ofName = frame.name >= 0 ? kinds(name) : []
    if let moment = notified(frame, file, name) { return at(moment) }
    if ofName.contains("ask") || ofName.contains("permission"),
      meanings(CodeToken(file: file, index: Int(frame.name))).contains(where: {
        $0.kind == "ask" || $0.kind == "permission"
      })
    {
      return at(.afterAnswer)
    }
    if ["then", "whenComplete", "finally", "catch"].contains(name) {
      for receiver in source.receivers(Int(frame.name)) {
        let kinds = kinds(receiver)
        if kinds.contains("dialog") { return at(.tap) }
        if kinds.contains("permission") || kinds.contains("ask") { return at(.afterAnswer) }
      }
      return nil
    }
    if ofName.contains("first frame") || ofName.contains("appear") || ofName.contains("home") { return nil }
    if ofName.contains("tap"), label != "label" { return at(.tap) }
    if ofName.contains("dialog"),
      meanings(CodeToken(file: file, index: Int(frame.name))).contains(where: { $0.kind == "dialog" })
    {
      return label == "builder" ? nil : at(.tap)
    }
    if ofName.contains("sheet") { return at(.otherScreen) }
    let isAttribute = source.language == .typeScript && frame.label >= 0
    if isAttribute, label.hasPrefix("on"), label.dropFirst(2).first?.isUppercase == true { return at(.tap) }
    if source.language == .dart, label.hasPrefix("on"), label.dropFirst(2).first?.isUppercase == true {
      return at(.tap)
    }
    if isAttribute, !ofLabel.contains("now"), !ofLabel.contains("home label"), frame.kind == .closure,
      !label.hasPrefix("render"), label != "component"
    {
      return at(.unknown)
    }
    return nil
  }

  /// The moment of what listens to the app's own state.
  func notified(_ frame: CodeFrame, _ file: Int, _ name: String) -> CodeTrigger.Moment? {
    let source = files[file]
    guard frame.name >= 0 else { return nil }
    let start = source.expressionStart(Int(frame.name))
    let from = max(0, start)
    let to = min(max(Int(frame.start), Int(frame.name)), from + 80)
    let end = frame.kind == .argument ? source.arguments(Int(frame.name)).upperBound : to
    guard from < max(to, end) else { return nil }
    let words = (from..<min(max(to, end), from + 80)).filter { source.tokens[$0].kind != .sign }.map(
      source.text)
    if words.contains(where: { kinds($0).contains("foreground word") }) { return .foreground }
    if words.contains("addEventListener") || words.contains("addListener") {
      if words.contains("deviceready") { return .firstScreen }
      if words.contains("resume") || words.contains("appStateChange") { return .change }
    }
    let phases = self.phases(file)
    guard words.contains(where: { isActivationWord($0) || phases.contains($0) }) else { return nil }
    if words.contains("AppState"), words.contains("addEventListener") { return .change }
    let listeners: Set<String> = [
      "addObserver", "addObserverForName", "onReceive", "onChange", "sink", "addEventListener", "publisher",
      "subscribe",
      "AppLifecycleListener", "notifications", "addListener", "forEach", "on", "useAppState", "store",
      "assign",
    ]
    return words.contains(where: listeners.contains) || listeners.contains(name) ? .activation : nil
  }

  /// The properties of a source that are SwiftUI's phase of the scene: `@Environment(\.scenePhase) var phase`.
  private func phases(_ file: Int) -> Set<String> {
    if let known = phases[file] { return known }
    let source = files[file]
    var found: Set<String> = []
    for token in places(of: "scenePhase") where token.file == file {
      let near = token.index + 1..<min(token.index + 6, source.tokens.count)
      if let name = near.first(where: { source.isWord($0) && source.text($0 - 1) == "var" }) {
        found.insert(source.text(name))
      }
    }
    phases[file] = found
    return found
  }

  private func knownPassed(
    _ name: String, _ label: String, _ frame: CodeFrame, _ file: Int, _ steps: Int
  ) -> [CodeTrigger]? {
    guard types[name] != nil || functions[name] != nil else { return nil }
    let key = "\(name) \(label)"
    if let known = passedTriggers[key] { return known }
    passedTriggers[key] = []
    let found = passed(name, label, frame, file, steps)
    passedTriggers[key] = found ?? []
    return found
  }

  /// The ways that lead to what the app's own view or function is given under a label: where it uses that.
  private func passed(
    _ name: String, _ label: String, _ frame: CodeFrame, _ file: Int, _ steps: Int
  ) -> [CodeTrigger]? {
    let source = files[file]
    guard frame.name >= 0 else { return nil }
    var bodies: [(file: Int, start: Int, end: Int, label: String)] = []
    for type in (types[name] ?? []).prefix(6) {
      let frame = files[type.file].frames[Int(files[type.file].types[type.index].frame)]
      bodies.append((type.file, Int(frame.start), Int(frame.end), label))
    }
    for state in statesOfWidget[name] ?? [] {
      for type in (types[state] ?? []).prefix(2) {
        let frame = files[type.file].frames[Int(files[type.file].types[type.index].frame)]
        bodies.append((type.file, Int(frame.start), Int(frame.end), label))
      }
    }
    if bodies.isEmpty {
      let token = CodeToken(file: file, index: Int(frame.name))
      guard let candidates = functions[name], candidates.count < 4 else { return nil }
      let receivers = source.receivers(token.index)
      for candidate in candidates {
        let function = self.function(candidate)
        if function.type == nil, !receivers.isEmpty { continue }
        let frame = files[candidate.file].frames[Int(function.frame)]
        let last = function.labels.last ?? ""
        bodies.append((candidate.file, Int(frame.start), Int(frame.end), label.isEmpty ? last : label))
      }
    }
    guard !bodies.isEmpty else { return nil }
    var found: [CodeTrigger] = []
    for body in bodies where !body.label.isEmpty {
      let names = names(of: body.label, in: body.file, body.start)
      let own = files[body.file]
      for index in body.start..<min(body.end, body.start + 20_000, own.tokens.count)
      where own.tokens[index].kind == .word && names.contains(own.text(index)) {
        guard own.text(index + 1) != ":" || own.text(index - 1) == "?" else { continue }
        let isReference = !own.isCalled(index)
        let chain = own.receivers(index)
        guard chain.isEmpty || ["self", "this", "widget", "props"].contains(chain[0]) else { continue }
        if isReference, !own.isHandedOver(index) { continue }
        if isReference, own.function(around: index) == nil { continue }
        found += triggers(
          CodeToken(file: body.file, index: index), isReference: isReference, steps: steps + 1)
      }
    }
    return found.filter { $0.moment != .unknown }.distinct
  }

  /// What a label's argument is called inside: `for name:` has two names.
  private func names(of label: String, in file: Int, _ start: Int) -> Set<String> {
    let source = files[file]
    var names: Set<String> = [label]
    for index in stride(from: start, through: max(0, start - 60), by: -1)
    where source.text(index) == label && source.isWord(index + 1) && source.text(index + 2) == ":" {
      names.insert(source.text(index + 1))
    }
    return names
  }
}
