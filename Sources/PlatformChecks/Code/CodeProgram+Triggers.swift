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
    if token.isElsewhere { return [] }
    if steps >= Self.furthest || isReference && token.isSet { return token.way(.unknown) }
    var (doubts, seconds) = (CodeTrigger.Doubts(), 0)
    // What is asked again until it is answered, or once the app is active, comes at an activation.
    var isRepeated = false
    func on(_ ways: [CodeTrigger]) -> [CodeTrigger] {
      ways.map { $0.with(doubts, after: seconds) }.map { isRepeated && $0.isEarly ? $0.at(.activation) : $0 }
    }
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] { on(token.way(moment)) }
    var isStored = isReference
    if let waited = awaited(before: token) {
      if let moment = waited.moment, moment != .activation { return at(moment) }
      isRepeated = waited.moment == .activation
      // However long a delay before `runApp`, what that shows comes first.
      let isHome = isScreen && token.frames.contains { $0.kind == .argument && $0.name.may("home") }
      if !isHome || waited.doubts == .late { doubts.formUnion(waited.doubts) }
      seconds += Int(waited.seconds)
    }
    if isScreen, token.isConditional { doubts.insert(.conditional) }
    var (named, asked, isActive, isDrawn) = (Set<String>(), Set<String>(), false, isScreen)
    for frame in token.frames {
      let isSaid = isScreen && (frame.isGiven || frame.isConditional)
      if isSaid, let moment = moment(ofScreenIn: frame, token) { return at(moment) }
      switch frame.kind {
      case .cases: break
      case .loop:
        if frame.condition.contains(where: \.isActivation) { return at(.activation) }
        if frame.condition.contains(where: { $0.may("undecided word") }) { isRepeated = true }
      case .branch, .rest:
        named.formUnion(frame.condition.filter { $0.isText || $0[-2] == "case" && $0[-1] == "." }.map(\.text))
        let condition = CodeCondition(frame)
        // Who has answered meets no alert on the way.
        if steps > 0, condition.isUndecided == false { return [] }
        if isDrawn, frame.isOnAtFirst == false { return at(.otherScreen) }
        if condition.isAway { doubts.insert(.away) }
        if condition.isActive == true, frame.hasElse, frame.kind == .rest { return at(.activation) }
        if condition.isActive == true, !frame.hasElse { doubts.insert(.onlyIfActive) }
        let isOther = condition.isOther && !token.isOnce(under: frame) && frame.isOnAtFirst != true
        if isOther || condition.isActive == false { doubts.insert(.conditional) }
        if condition.isActive == true { isActive = true }
        if isOther || isActive { asked.formUnion(frame.condition.map(\.text)) }
      case .argument, .closure:
        if frame.kind == .argument {
          guard isStored else { continue }
          // What these are given runs soon.
          isStored = frame.name.kinds.isDisjoint(with: ["delay", "later", "first frame", "appear"])
        } else {
          isStored = false
          isDrawn = isDrawn || frame.name.may("appear")
        }
        if frame.name.does("handler"), frame.event == nil {
          return sent(named.union(keys(of: frame.name)), token, steps)
        }
        if let delay = frame.delay {
          doubts.insert(.delayed)
          seconds += Int(delay.seconds)
        }
        if let over = awaited(before: frame) { return at(over) }
        if let found = given(to: frame, steps) { return on(hidden(around: token)?.way(.dead) ?? found) }
        if !asked.isDisjoint(with: frame.states) {
          doubts.remove(.onlyIfActive)
          return at(isActive ? .activation : .unknown)
        }
        if frame.kind == .closure, frame.isUnknown { doubts.insert(.late) }
        // An app is active once a layer was looked up, or closed.
        if frame.kind == .closure, frame.name.may("layer") || frame.name.may("layer's look") { seconds += 3 }
      case .function:
        if frame.name.arguments.contains(where: { $0.text == "FlutterMethodCall" }) {
          return sent(named, token, steps)
        }
        if isStored, !isScreen || frame.name.text.first?.isUppercase != true { return [] }
        let cut = frame.name.way(.unknown)
        return on(once(.function(frame.name), cut: cut) { ways(to: frame, steps) }).distinct
      case .type:
        // Of several screens in a field the first is shown.
        let others = token.bracket.map { ($0..<token).contains { types[$0.text] != nil } } ?? false
        if isScreen, others { return at(.otherScreen) }
        return isStored ? [] : on(made(frame.name.text, steps, isScreen: isScreen, in: frame.source)).distinct
      }
    }
    let isLaunch = token.source.language == .typeScript || token.source.path.hasSuffix("main.swift")
    return at(isLaunch && (isScreen || !doubts.contains(.late) && !isStored) ? .launch : .unknown)
  }

  /// The ways that lead to a handler of what is sent under some names: another language's message, an event, an action.
  private func sent(_ names: Set<String>, _ token: CodeToken, _ steps: Int) -> [CodeTrigger] {
    let senders = Set(names.flatMap { sent[$0] ?? [] }).sorted().prefix(12)
    let found = once(.sent(names)) { senders.flatMap { triggers($0, steps: steps + 1) } }
    // What sends it to another language is itself called by nobody.
    let unused = senders.compactMap { unreached($0, steps: 0)?.name }
    if let name = unused.first, name.source.language != token.source.language, unused.count == senders.count {
      return name.way(.dead)
    }
    return found.isEmpty ? token.way(.unknown) : found
  }

  /// The names under which a call has something handled: texts, types of the app's own, members.
  private func keys(of call: CodeToken) -> [String] {
    (call + 1..<max(call + 1, call.arguments.upperBound)).prefix(call[1] == "{" ? 0 : 26).filter { token in
      token.isText || types[token.text] != nil
        || token[-1] == "." && token.kinds.isEmpty && token.text.first?.isLowercase == true
    }.map(\.text)
  }

  private func ways(to function: CodeFrame, _ steps: Int) -> [CodeTrigger] {
    let name = function.name.text
    if bases(of: function.type ?? "").contains(where: { CodeName.does("extension base", $0) }) {
      return function.name.way(.outside)
    }
    if let moment = function.ownMoment { return function.name.way(isDead(function) ? .dead : moment) }
    if function.isComponent {
      return hidden(around: function.opening + 1)?.way(.dead)
        ?? made(name, steps, isScreen: true, in: function.source)
    }
    if let type = function.type {
      let isShown = !function.kinds.isDisjoint(with: ["appear function", "drawn function"])
      if isShown { return made(type, steps, isScreen: true, in: function.source) }
      let isInit = name == "init" && [.swift, .objectiveC].contains(function.source.language)
      if isInit || ["constructor", "super", "this", type].contains(name) {
        return made(type, steps, in: function.source)
      }
    }
    let callers = callers(of: function)
    let found = callers.flatMap { caller in
      // What a base class calls as it appears is each heir's own.
      if let type = function.type, let base = caller.token.function, base.kinds.contains("appear function"),
        ancestors[type]?.contains(base.type ?? "") == true
      {
        return made(type, steps, isScreen: true)
      }
      let ways = triggers(caller.token, isReference: caller.isReference, steps: steps + 1)
      return ways.map { $0.with(caller.isTied ? .tied : []) }
    }
    // A name that leads nowhere beside one that leads somewhere says nothing.
    let known = found.filter { $0.moment != .unknown }
    if !known.isEmpty { return known }
    if callers.isEmpty { return function.name.way(function.isTapByName ? .tap : .unknown) }
    // What is called on other systems alone has no way; what calls itself alone has one that is not known.
    return found.isEmpty ? [] : function.name.way(.unknown)
  }

  /// Whether the system never makes a callback, since an app has scenes, or has none, or nothing is told to observe.
  private func isDead(_ function: CodeFrame) -> Bool {
    let names = [function.type ?? ""] + bases(of: function.type ?? "")
    let isCallback = function.kinds.contains("application callback")
    let isBuilt = places(of: "WindowGroup").contains { bases(of: $0.type ?? "").contains("App") }
    // A view of SwiftUI is told nothing, nor is a delegate of which its app has no adaptor.
    let isAdapted = !isBuilt || !places(of: "UIApplicationDelegateAdaptor").isEmpty
    if names.contains("View") || !isAdapted && names.contains("UIApplicationDelegate") { return true }
    if names.contains("WidgetsBindingObserver") { return isCallback && places(of: "addObserver").isEmpty }
    let connects = !places(of: "configurationForConnecting").isEmpty
    // An app of SwiftUI makes its own scenes.
    if isCallback, facts.hasScenes ?? connects || isBuilt {
      return names.contains { $0.hasSuffix("ApplicationDelegate") || $0.hasSuffix("AppDelegate") }
    }
    return function.kinds.contains("scene callback") && facts.hasScenes == false && !isBuilt && !connects
      && facts.sceneDelegates.isEmpty
  }

  /// The ways that lead to what a function is given; `nil` where it runs as what stands around it.
  private func given(to frame: CodeFrame, _ steps: Int) -> [CodeTrigger]? {
    let found = once(.passed(name: frame.name.text, label: frame.label.text)) { passed(to: frame, steps) }
    let entry = max(frame.name, frame.label)
    // A tap in what the app's own button is given is a tap on that button.
    let isButton = frame.name.text.lowercased().contains("button")
    if !found.isEmpty { return found.map { isButton && $0.moment == .tap ? $0.at(.tap, from: entry) : $0 } }
    // Nobody taps what a function shows that nobody calls.
    if frame.moment == .tap, unreached(frame.name) != nil { return frame.name.function?.name.way(.dead) }
    // Who begins to listen at a later moment is told of no activation before it.
    let begun = frame.moment == .activation ? triggers(frame.name, steps: steps + 1) : []
    return begun.come([.tap, .otherScreen, .afterAnswer]) ? begun : frame.moment.map(entry.way)
  }

  /// The ways that lead to what the app's own view or function is given under a label: where it uses that.
  private func passed(to frame: CodeFrame, _ steps: Int) -> [CodeTrigger] {
    let label = frame.label.exists ? frame.label.text : nil
    var bodies = bodies(of: frame.name.text).map { ($0, label ?? $0.last(where: \.isKeptClosure)?.text) }
    if bodies.isEmpty, let alike = functions[frame.name.text], alike.count < 4 {
      let isSent = !frame.name.receivers.isEmpty
      bodies = alike.filter { $0.type != nil || !isSent }.map { ($0.body(), label ?? $0.words.last) }
    }
    var isKept = false
    let found = bodies.flatMap { body, label -> [CodeTrigger] in
      guard let label else { return [] }
      isKept = isKept || body.contains { $0.text == label && $0[-1] == "=" }
      // `for name:` has two names.
      let second = (body.lowerBound + 1).before(61).filter {
        $0.text == label && ($0 + 1).isWord && $0[2] == ":"
      }.map { $0[1] }
      return body.filter { token in
        token.isWord && ([label] + second).contains(token.text) && (token[1] != ":" || token[-1] == "?")
          && ["self", "this", "widget", "props"].contains(token.receivers.first ?? "self")
          && (token.isCalled || token.isHandedOver && token.function != nil)
      }.flatMap { triggers($0, isReference: !$0.isCalled, steps: steps + 1) }
    }.filter { $0.moment != .unknown }
    return found.isEmpty && isKept ? frame.name.way(.unknown) : found
  }

  // MARK: Which screens come first.

  /// When an object is made, and so when its initialiser runs; of a screen when it appears.
  ///
  /// - Parameter file: Where it is declared; of several of one name, as in the targets of a project, the nearest is made.
  func made(_ type: String, _ steps: Int, isScreen: Bool = false, in file: CodeFile? = nil) -> [CodeTrigger] {
    let bases = bases(of: type)
    let isFirst = isDefaultOfFirstFile(type)
    let isShown =
      isScreen || isFirst || type == "AppComponent"
      || bases.contains { base in ["View", "Controller", "Widget"].contains { base.hasSuffix($0) } }
    let name = isShown ? widgetOfState[type] ?? type : type
    let declared = ((types[name] ?? []) + (functions[name] ?? [])).map(\.name)
    let own = declared.filter { $0[-1] != "extension" }
    let entry = own.first { $0.source === file } ?? own.first ?? declared.first ?? files[0].token(0)
    if bases.contains("App") {
      let isRun = isMain(type) || !makers(of: type).isEmpty || heirs["App"]?.contains(where: isMain) != true
      return entry.way(!isRun ? .dead : isScreen ? .firstScreen : .launch)
    }
    return once(.made(name, own.count > 1 ? entry.source.number : 0, isScreen: isShown)) {
      let all = [name] + (heirs[name] ?? []) + (wrapped[name] ?? [])
      if isFirst || isShown && !facts.firstScreens.isDisjoint(with: all) { return entry.way(.firstScreen) }
      let nowhere: CodeTrigger.Moment = isShown ? .someScreen : .unknown
      let makers = all.flatMap(makers).filter { maker in
        let steps = own.map { $0.source.steps(to: maker.token.source) }
        return maker.token.text != name || entry.source.steps(to: maker.token.source) == steps.min()
      }
      let known = makers.flatMap {
        triggers($0.token, isReference: $0.isReference, isScreen: isShown, steps: steps + 1)
      }.map { isShown ? $0.asScreen : $0 }.filter { $0.moment != nowhere }
      return known.isEmpty ? entry.way(type == "AppComponent" ? .firstScreen : nowhere) : known
    }
  }

  private func isMain(_ type: String) -> Bool {
    types[type]?.contains { $0.name.before(8).contains { $0.text == "main" && $0[-1] == "@" } } ?? false
  }

  /// Whether it is what a file exports that a framework shows first: `app/_layout.tsx` of Expo's router, `App.tsx`.
  func isDefaultOfFirstFile(_ name: String) -> Bool {
    places(of: name).contains { token in
      let isDefault = token.before(7).contains { $0.text == "default" && $0[-1] == "export" }
      guard isDefault, let dot = token.source.path.lastIndex(of: ".") else { return false }
      let path = "/" + token.source.path[..<dot]
      return WordList.words("files that a router shows first").contains { path.hasSuffix("/" + $0) }
        || path.hasSuffix("/App") && places(of: "registerComponent").isEmpty
    }
  }

  /// When a screen comes that is made in an argument or under a condition, by that; `nil` where it does not say.
  private func moment(ofScreenIn frame: CodeFrame, _ token: CodeToken) -> CodeTrigger.Moment? {
    let (name, label) = (frame.name, frame.label.text)
    let isPath = label == "component" && token.source.language == .typeScript
    let first = firstRoutes.isEmpty ? ["", "/"] : firstRoutes
    func isRoute(_ path: CodeToken) -> Bool {
      path.isText && path.text.hasPrefix("/") || firstRoutes.contains(path.text)
    }
    var isLater = name.may("pushed")
    if name.text == "Screen" {
      // The first of a navigator, unless that names another.
      let others = (name - 1).before(600)
      let first = others.first { $0.text == "initialRouteName" && ($0 + 2).isText }?[2]
      isLater =
        first.map { $0 != name.after(12).first(where: \.isText)?.text }
        ?? others.contains { $0.text == "Screen" && $0[-1] == "." && $0[-3] == "<" }
    } else if isPath || label == "routes" || ["Route", "GetPage"].contains(where: name.text.hasSuffix) {
      let near = Array((token + 1).before(min(81, token.index + 1 - name.index))) + name.arguments.prefix(60)
      // `'/later': (c) => Later()`, `{ path: 'later', component: Later }`
      let path = near.first { isRoute($0) || $0.isText && $0[-2] == "path" }?.text
      // `MaterialPageRoute(builder: …)` has no name, and is where it is made.
      if path == nil, !isPath, !name.text.hasSuffix("PageRoute") { return .someScreen }
      isLater = !first.contains(path ?? "")
      if path != nil, !isLater, name.text.hasSuffix("Route") || name.text == "GetPage" {
        // What redirects may show another first.
        return token.source.tokens.contains { $0.text == "redirect" } ? .someScreen : .firstScreen
      }
    } else if name.may("several") {
      // Of several tabs the first is shown.
      isLater = (token.at(frame.start)..<token).contains { $0.isCalled && types[$0.text] != nil }
    }
    // What a Dart program's own router makes for a path: `case '/': …`, `'/': (_) => Start()`.
    let keys = frame.kind == .closure ? (token - 8..<token).filter { $0[1] == ":" } : Array(frame.condition)
    guard !isLater, token.source.language == .dart, let path = keys.last(where: isRoute)
    else { return isLater ? .otherScreen : nil }
    return first.contains(path.text) ? .firstScreen : .otherScreen
  }
}
