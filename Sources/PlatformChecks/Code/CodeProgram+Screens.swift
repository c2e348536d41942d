import RuleBook

/// Which screens come first.
extension CodeProgram {
  /// When a screen appears.
  func screen(_ type: String, _ steps: Int) -> [CodeTrigger] {
    let name = widgetOfState[type] ?? type
    return once(.screen(name)) {
      let entry = entry(name)
      if bases(of: name).contains("App") || facts.firstScreens.contains(name) || isDefaultOfFirstFile(name) {
        return [CodeTrigger(moment: .firstScreen, entry: entry)]
      }
      let known = makers(of: name).flatMap {
        triggers($0.token, isReference: $0.isReference, isScreen: true, steps: steps + 1).map(\.asScreen)
      }.filter { $0.moment != .someScreen }
      let isRoot = name == "AppComponent"
      return known.isEmpty ? [CodeTrigger(moment: isRoot ? .firstScreen : .someScreen, entry: entry)] : known
    }
  }

  /// When an object is made that is no screen, and so when its initialiser runs.
  func made(_ type: String, _ steps: Int) -> [CodeTrigger] {
    let entry = entry(type)
    let bases = bases(of: type)
    if bases.contains("App") { return [CodeTrigger(moment: .launch, entry: entry)] }
    let isScreen = bases.contains { base in
      ["View", "Controller", "Widget"].contains { base.hasSuffix($0) }
    }
    if isScreen || isDefaultOfFirstFile(type) || type == "AppComponent" { return screen(type, steps) }
    return once(.made(type)) {
      let known = makers(of: type).flatMap {
        triggers($0.token, isReference: $0.isReference, steps: steps + 1)
      }.filter { $0.moment != .unknown }
      return known.isEmpty ? [CodeTrigger(moment: .unknown, entry: entry)] : known
    }
  }

  /// Where a type or a function is declared.
  private func entry(_ name: String) -> CodeToken {
    if let type = types[name]?.first { return CodeToken(file: type.file, index: frame(ofType: type).name) }
    return functions[name]?.first.map { CodeToken(file: $0.file, index: function($0).nameToken) }
      ?? CodeToken(file: 0, index: 0)
  }

  /// Whether it is what a file exports that a framework shows first: `app/_layout.tsx` of Expo's router, `App.tsx`.
  private func isDefaultOfFirstFile(_ name: String) -> Bool {
    ((functions[name] ?? []) + (types[name] ?? [])).contains { declared in
      let source = files[declared.file]
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
    let source = files[token.file]
    let name = source.text(frame.name)
    let label = source.text(frame.label)
    if name.isEmpty { return nil }
    if CodeName.does("pushed", name) { return .otherScreen }
    if label == "component", source.language == .typeScript,
      // `{ path: 'later', component: Later }` of Angular's router
      let path = (max(0, frame.label - 12)..<frame.label + 24).first(where: {
        source.text($0) == "path" && source.text($0 + 1) == ":"
      })
    {
      return ["", "/"].contains(source.text(path + 2)) ? nil : .otherScreen
    }
    if label == "routes" || name.hasSuffix("Route") || name.hasSuffix("GetPage") || name == "Screen" {
      return isFirstRoute(frame, token, source).map { $0 ? nil : .otherScreen } ?? .someScreen
    }
    // Of several tabs the first is shown.
    let isLater =
      CodeName.does("several", name)
      && (frame.start..<token.index).contains { index in
        source.isWord(index) && source.isCalled(index) && types[source.text(index)] != nil
      }
    return isLater ? .otherScreen : nil
  }

  /// Whether a route is the first; `nil` where its name does not say.
  private func isFirstRoute(_ frame: CodeFrame, _ token: CodeToken, _ source: CodeFile) -> Bool? {
    if source.text(frame.name) == "Screen" {
      // The first of a navigator, unless that names another.
      return !source.before(frame.name - 1, most: 600).contains {
        source.text($0) == "Screen" && source.text($0 - 1) == "." && source.text($0 - 3) == "<"
      }
    }
    let near = source.before(token.index + 1, most: min(81, token.index + 1 - frame.name))
    for index in Array(near) + Array(source.arguments(frame.name).prefix(60))
    where source.isText(index) && source.text(index).hasPrefix("/") {
      return source.text(index) == "/"
    }
    // `MaterialPageRoute(builder: …)` has no name, and is where it is made.
    return source.text(frame.name).hasSuffix("PageRoute") ? true : nil
  }
}

extension CodeFile {
  /// Whether an expression stands behind `?`, `:`, `&&` or `||`.
  func isConditionalExpression(_ index: Int) -> Bool {
    guard language != .objectiveC else { return false }
    var start = expressionStart(index)
    if ["new", "const"].contains(text(start - 1)) { start -= 1 }
    if text(start - 1) == "<" { start -= 1 }
    if text(start - 1) == "(", ["&", "?", ":"].contains(text(start - 2)) { start -= 1 }
    switch text(start - 1) {
    case "?", "&", "|": return true
    case ":": return !isWord(start - 2) || text(start - 3) == "?" || text(start - 2) == ")"
    case _: return false
    }
  }
}
