import RuleBook

/// Which screens come first.
extension CodeProgram {
  /// When a screen appears.
  func screen(_ type: String, _ steps: Int) -> [CodeTrigger] {
    let name = widgetOfState[type] ?? type
    if let known = screens[name] { return known }
    guard screensUnderway.insert(name).inserted else { return [] }
    defer { screensUnderway.remove(name) }
    let found = moments(of: name, steps).distinct
    screens[name] = found
    return found
  }

  private func entry(_ name: String) -> CodeToken {
    if let type = types[name]?.first {
      return CodeToken(
        file: type.file,
        index: Int(files[type.file].frames[Int(files[type.file].types[type.index].frame)].name))
    }
    if let function = functions[name]?.first {
      return CodeToken(file: function.file, index: Int(self.function(function).nameToken))
    }
    return CodeToken(file: 0, index: 0)
  }

  private func moments(of name: String, _ steps: Int) -> [CodeTrigger] {
    let entry = entry(name)
    let bases = bases(of: name)
    if bases.contains("App") || facts.firstScreens.contains(name) {
      return [CodeTrigger(moment: .firstScreen, entry: entry)]
    }
    if isDefaultOfFirstFile(name) { return [CodeTrigger(moment: .firstScreen, entry: entry)] }
    var found: [CodeTrigger] = []
    for maker in makers(of: name) where !isPreview(maker.token) {
      let moments = triggers(maker.token, isReference: maker.isReference, isScreen: true, steps: steps + 1)
      found += moments.map(\.asScreen)
    }
    let known = found.filter { $0.moment != .someScreen }
    if !known.isEmpty { return known }
    if name == "AppComponent" { return [CodeTrigger(moment: .firstScreen, entry: entry)] }
    return [CodeTrigger(moment: .someScreen, entry: entry)]
  }

  /// When an object is made that is no screen, and so when its initialiser runs.
  func made(_ type: String, _ steps: Int) -> [CodeTrigger] {
    let entry = entry(type)
    if bases(of: type).contains("App") { return [CodeTrigger(moment: .launch, entry: entry)] }
    let isScreen = bases(of: type).contains {
      $0.hasSuffix("View") || $0.hasSuffix("Controller") || $0.hasSuffix("Widget")
    }
    if isScreen || isDefaultOfFirstFile(type) || type == "AppComponent" { return screen(type, steps) }
    if let known = madeTriggers[type] { return known }
    guard screensUnderway.insert("made " + type).inserted else { return [] }
    defer { screensUnderway.remove("made " + type) }
    let found = makers(of: type).filter { !isPreview($0.token) }.flatMap { maker in
      triggers(maker.token, isReference: maker.isReference, steps: steps + 1)
    }
    let known = found.filter { $0.moment != .unknown }.distinct
    madeTriggers[type] = known.isEmpty ? [CodeTrigger(moment: .unknown, entry: entry)] : known
    return madeTriggers[type] ?? []
  }

  private func isPreview(_ token: CodeToken) -> Bool {
    let source = files[token.file]
    if let type = source.type(around: token.index), type.hasSuffix("Previews") || type.hasSuffix("Preview") {
      return true
    }
    return source.around(token.index).contains { frame in
      let frame = source.frames[Int(frame)]
      return frame.kind == .closure && frame.name >= 0 && source.text(Int(frame.name)) == "Preview"
    }
  }

  private static let firstFiles = [
    "app/index", "app/_layout", "app/(tabs)/index", "app/(tabs)/_layout", "src/app/_layout", "src/app/index",
  ]

  /// Whether it is what a file exports that a framework shows first: `app/_layout.tsx` of Expo's router, `App.tsx`.
  private func isDefaultOfFirstFile(_ name: String) -> Bool {
    for function in (functions[name] ?? []) + (types[name] ?? []) {
      let source = files[function.file]
      guard source.language == .typeScript, let dot = source.path.lastIndex(of: ".") else { continue }
      let path = source.path[..<dot]
      let isFirst =
        Self.firstFiles.contains { path == $0 || path.hasSuffix("/" + $0) }
        || (path == "App" || path.hasSuffix("/App")) && places(of: "registerComponent").isEmpty
      guard isFirst else { continue }
      for index in source.tokens.indices
      where source.text(index) == "default" && source.text(index - 1) == "export" {
        if (index..<min(index + 8, source.tokens.count)).contains(where: { source.text($0) == name }) {
          return true
        }
      }
    }
    return false
  }

  /// Whether a screen that is made in an argument comes later than the first: it is pushed, or lies behind a route.
  func moment(ofScreenIn frame: CodeFrame, _ token: CodeToken) -> CodeTrigger.Moment? {
    guard frame.name >= 0 else { return nil }
    let source = files[token.file]
    let name = source.text(Int(frame.name))
    let label = frame.label >= 0 ? source.text(Int(frame.label)) : ""
    if kinds(name).contains("pushed") { return .otherScreen }
    if label == "component", source.language == .typeScript {
      // `{ path: 'later', component: Later }` of Angular's router
      let near = max(0, Int(frame.label) - 12)..<min(Int(frame.label) + 24, source.tokens.count)
      if let path = near.first(where: { source.text($0) == "path" && source.text($0 + 1) == ":" }) {
        return ["", "/"].contains(source.text(path + 2)) ? nil : .otherScreen
      }
    }
    if label == "routes" || name.hasSuffix("Route") || name.hasSuffix("GetPage") || name == "Screen" {
      return isFirstRoute(frame, token, source).map { $0 ? nil : .otherScreen } ?? .someScreen
    }
    guard name == "TabView" || name == "PageView" || name == "IndexedStack" || name == "Navigator" else {
      return nil
    }
    // Of several tabs the first is shown.
    let start = Int(frame.start)
    return (start..<token.index).contains { index in
      source.isWord(index) && index != token.index && source.isCalled(index)
        && types[source.text(index)] != nil
    } ? .otherScreen : nil
  }

  /// Whether a route is the first; `nil` where its name does not say.
  private func isFirstRoute(_ frame: CodeFrame, _ token: CodeToken, _ source: CodeFile) -> Bool? {
    if source.text(Int(frame.name)) == "Screen" {
      // The first of a navigator, unless that names another.
      let start = max(0, Int(frame.name) - 600)
      let earlier = (start..<Int(frame.name) - 1).contains {
        source.text($0) == "Screen" && source.text($0 - 1) == "." && source.text($0 - 3) == "<"
      }
      return !earlier
    }
    for index in stride(from: token.index, through: max(Int(frame.name), token.index - 80), by: -1)
    where source.tokens[index].kind == .text && source.text(index).hasPrefix("/") {
      return source.text(index) == "/"
    }
    for index in source.arguments(Int(frame.name)).prefix(60)
    where source.tokens[index].kind == .text && source.text(index).hasPrefix("/") {
      return source.text(index) == "/"
    }
    // `MaterialPageRoute(builder: …)` has no name, and is where it is made.
    return source.text(Int(frame.name)).hasSuffix("PageRoute") ? true : nil
  }
}

extension CodeFile {
  /// Whether an expression stands behind `?`, `:`, `&&` or `||`, or as a later item of a list.
  func isConditionalExpression(_ index: Int) -> Bool {
    guard language != .objectiveC else { return false }
    var start = expressionStart(index)
    if ["new", "const"].contains(text(start - 1)) { start -= 1 }
    if text(start - 1) == "<" { start -= 1 }
    if text(start - 1) == "(", text(start - 2) == "&" || text(start - 2) == "?" || text(start - 2) == ":" {
      start -= 1
    }
    switch text(start - 1) {
    case "?", "&", "|": return true
    case ":": return !isWord(start - 2) || text(start - 3) == "?" || text(start - 2) == ")"
    case ",": return language == .dart && frameOf[index] >= 0 && text(start - 2) != ">" && isInList(start)
    case _: return false
    }
  }

  private func isInList(_ index: Int) -> Bool {
    var position = index - 1
    for _ in 0..<60 {
      if position < 0 { return false }
      if [")", "]", "}"].contains(text(position)), match[position] >= 0 {
        position = Int(match[position]) - 1; continue
      }
      if text(position) == "[" { return true }
      if ["(", "{", ";"].contains(text(position)) { return false }
      position -= 1
    }
    return false
  }
}
