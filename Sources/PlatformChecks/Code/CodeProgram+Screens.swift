import RuleBook

/// Which screens come first.
extension CodeProgram {
  /// When a screen appears.
  func screen(_ type: String, _ steps: Int) -> [CodeTrigger] { made(type, steps, isScreen: true) }

  /// When an object is made, and so when its initialiser runs; of a screen when it appears.
  func made(_ type: String, _ steps: Int, isScreen: Bool = false) -> [CodeTrigger] {
    let bases = bases(of: type)
    let isFirst = isDefaultOfFirstFile(type) || type == "AppComponent"
    let isShown =
      isScreen || isFirst
      || bases.contains { base in ["View", "Controller", "Widget"].contains { base.hasSuffix($0) } }
    let name = isShown ? widgetOfState[type] ?? type : type
    func at(_ moment: CodeTrigger.Moment) -> [CodeTrigger] {
      [CodeTrigger(moment: moment, entry: entry(name))]
    }
    if bases.contains("App") { return at(isScreen ? .firstScreen : .launch) }
    return once(.made(name, isScreen: isShown)) {
      if isShown, facts.firstScreens.contains(name) || isDefaultOfFirstFile(name) { return at(.firstScreen) }
      let nowhere: CodeTrigger.Moment = isShown ? .someScreen : .unknown
      let known = makers(of: name).flatMap {
        triggers($0.token, isReference: $0.isReference, isScreen: isShown, steps: steps + 1)
      }.map { isShown ? $0.asScreen : $0 }.filter { $0.moment != nowhere }
      return known.isEmpty ? at(isFirst ? .firstScreen : nowhere) : known
    }
  }

  /// Where a type or a function is declared.
  private func entry(_ name: String) -> CodeToken {
    types[name]?.first?.token ?? functions[name]?.first?.token ?? CodeToken(source: files[0], index: 0)
  }

  /// Whether it is what a file exports that a framework shows first: `app/_layout.tsx` of Expo's router, `App.tsx`.
  private func isDefaultOfFirstFile(_ name: String) -> Bool {
    let declared = (functions[name] ?? []).map(\.token) + (types[name] ?? []).map(\.token)
    return declared.map(\.source).contains { source in
      guard source.language == .typeScript, let dot = source.path.lastIndex(of: ".") else { return false }
      let path = source.path[..<dot]
      let isFirst =
        WordList.words("files that a router shows first").contains { path == $0 || path.hasSuffix("/" + $0) }
        || (path == "App" || path.hasSuffix("/App")) && places(of: "registerComponent").isEmpty
      return isFirst
        && source.tokens.indices.contains { index in
          source.text(index) == "default" && source.text(index - 1) == "export"
            && source.after(index, most: 7).contains { source.text($0) == name }
        }
    }
  }

  /// Whether a screen that is made in an argument comes later than the first: it is pushed, or lies behind a route.
  func moment(ofScreenIn frame: CodeFrame, _ token: CodeToken) -> CodeTrigger.Moment? {
    let name = frame.name.text
    if name.isEmpty { return nil }
    if frame.name.may("pushed") { return .otherScreen }
    if frame.label.text == "component", token.source.language == .typeScript,
      // `{ path: 'later', component: Later }` of Angular's router
      let path = (frame.label - 12..<frame.label + 24).first(where: { $0.text == "path" && $0[1] == ":" })
    {
      return ["", "/"].contains(path[2]) ? nil : .otherScreen
    }
    if frame.label.text == "routes" || name.hasSuffix("Route") || name.hasSuffix("GetPage")
      || name == "Screen"
    {
      return isFirstRoute(frame, token).map { $0 ? nil : .otherScreen } ?? .someScreen
    }
    // Of several tabs the first is shown.
    let isLater =
      frame.name.may("several")
      && (token.at(frame.start)..<token).contains { $0.isWord && $0.isCalled && types[$0.text] != nil }
    return isLater ? .otherScreen : nil
  }

  /// Whether a route is the first; `nil` where its name does not say.
  private func isFirstRoute(_ frame: CodeFrame, _ token: CodeToken) -> Bool? {
    let name = frame.name
    if name.text == "Screen" {
      // The first of a navigator, unless that names another.
      return !(name - 1).before(600).contains { $0.text == "Screen" && $0[-1] == "." && $0[-3] == "<" }
    }
    let near = (token + 1).before(min(81, token.index + 1 - name.index))
    if let path = (Array(near) + name.arguments.prefix(60)).first(where: {
      $0.isText && $0.text.hasPrefix("/")
    }) {
      return path.text == "/"
    }
    // `MaterialPageRoute(builder: …)` has no name, and is where it is made.
    return name.text.hasSuffix("PageRoute") ? true : nil
  }
}
