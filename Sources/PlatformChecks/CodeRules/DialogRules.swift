import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L8, L9).
extension CodeInspection {
  /// A button of a dialog.
  struct Button {
    var token: CodeToken
    var title: String
  }

  mutating func checkDialogs() {
    for request in requests {
      let sites = program.sites(request.token, steps: 3)
      if let dialog = ([request.token] + sites.map(\.token)).lazy.compactMap(dialog).first {
        check(dialog, before: request, sites.map(\.token))
      } else if request.triggers.contains(where: { $0.moment == .tap }) {
        checkScreen(request, sites)
      }
    }
  }

  private mutating func check(_ dialog: CodeToken, before request: CodeRequest, _ sites: [CodeToken]) {
    let buttons = self.buttons(of: dialog)
    if let asking = buttons.first(where: { PrePromptWords.asks($0.title) }) {
      note("L6 button", ["title": asking.title, "what": "the dialog"], at: asking.token, request: request)
    }
    guard buttons.count > 1 else {
      // A dialog of one button that a tap beside it closes, or a swipe.
      let source = program.file(dialog)
      if WordList.has("dialogs that a tap beside them closes", source.text(dialog.index)),
        !source.arguments(dialog.index).contains(where: { stays($0, source) })
      {
        note("L5 beside", at: dialog, request: request)
      }
      return
    }
    let leading = buttons.first { button in
      PrePromptWords.asks(button.title)
        || button.token.file == request.token.file
          && program.file(button.token).arguments(button.token.index).contains(request.token.index)
    }
    let exit =
      buttons.first { PrePromptWords.leaves($0.title) } ?? buttons.first { $0.token != leading?.token }
      ?? buttons[1]
    note(
      "L5 button", ["title": exit.title.isEmpty ? "" : " '\(exit.title)'"], at: exit.token, request: request,
      related: [(dialog, "the dialog")])
    checkShield(dialog)
    // A dialog that comes whatever the status is.
    let files = Set(([dialog, request.token] + sites).compactMap(program.function(around:)).map(\.file))
    if !program.uses("status").contains(where: { files.contains($0.file) }) {
      note("L9 dialog", at: dialog, request: request)
    }
  }

  /// A dialog that can be left, and comes back at every start with the alert unspent.
  private mutating func checkShield(_ dialog: CodeToken) {
    let again: Set<CodeTrigger.Moment> = [.activation, .change, .foreground, .launch, .firstScreen]
    let isRemembered = ([dialog] + program.sites(dialog, steps: 3).map(\.token)).contains { site in
      program.around(site).contains { $0.isConditional && !keys($0, site).isEmpty }
    }
    guard !isRemembered, let comes = program.triggers(dialog).first(where: { again.contains($0.moment) })
    else { return }
    note("L8 dialog", at: dialog, related: [(comes.entry, "where it comes from")])
  }

  /// Whether a word keeps people from closing a dialog or a sheet.
  private func stays(_ index: Int, _ source: CodeFile) -> Bool {
    switch source.text(index) {
    case "interactiveDismissDisabled", "isModalInPresentation", "PopScope", "WillPopScope": true
    case "barrierDismissible", "isDismissible": source.text(index + 2) == "false"
    case _: false
    }
  }

  // MARK: Finding it

  private static let alerts: Set<String> = ["UIAlertController", "UIAlertView"]

  /// The dialog that a place depends on: it lies in one's button, or under the condition of its answer.
  private func dialog(_ token: CodeToken) -> CodeToken? {
    let source = program.file(token)
    var isInButton = false
    for frame in source.around(token.index) {
      switch frame.kind {
      case .function:
        guard isInButton, let function = frame.function else { return nil }
        let start = max(source.body(function).lowerBound, token.index - 400)
        return source.before(token.index + 1, most: token.index - start).first {
          Self.alerts.contains(source.text($0))
        }.map(token.at)
      case .closure, .argument:
        if frame.kind == .closure,
          CodeName.does("button", source.text(frame.name))
            || CodeName.does("tap label", source.text(frame.label))
        {
          isInButton = frame.name >= 0 || isInButton
        }
        if isInButton, isDialog(token.at(frame.name)) { return token.at(frame.name) }
      case .branch, .rest:
        if let found = answered(frame, token) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  private func isDialog(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    guard source.isWord(token.index) else { return false }
    if source.language == .swift, ["alert", "confirmationDialog"].contains(source.text(token.index)) {
      return true
    }
    return program.does(["dialog"], token) && source.isCalled(token.index)
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`.
  private func answered(_ frame: CodeFrame, _ token: CodeToken) -> CodeToken? {
    let source = program.file(token)
    for word in frame.condition where source.isWord(word) {
      if isDialog(token.at(word)) { return token.at(word) }
      let set = source.setting(of: source.text(word), before: frame.condition.lowerBound, most: 1_501)
      guard let set else { continue }
      for value in source.after(set + 1, most: 8) where source.isWord(value) {
        if isDialog(token.at(value)) { return token.at(value) }
        // A function of the app's own that shows one.
        guard source.isCalled(value), let function = program.functions[source.text(value)]?.first else {
          continue
        }
        let shown = program.files[function.file].body(function.index).prefix(600).lazy.map(function.at)
        if let shown = shown.first(where: isDialog) { return shown }
      }
    }
    return nil
  }

  // MARK: Buttons

  /// The buttons of a dialog, those of the view that it shows among them.
  private func buttons(of dialog: CodeToken) -> [Button] {
    let source = program.file(dialog)
    if Self.alerts.contains(source.text(dialog.index)) {
      let end =
        program.function(around: dialog).map { source.body($0.index).upperBound } ?? dialog.index + 400
      return buttons(in: dialog.index..<min(end, source.tokens.count), dialog.file).filter {
        ["UIAlertAction", "actionWithTitle"].contains(source.text($0.token.index))
      }
    }
    var range = source.arguments(dialog.index)
    if source.language == .swift {
      // What follows in braces belongs to it.
      var end = range.upperBound + 1
      while true {
        let isLabelled = source.isWord(end) && source.text(end + 1) == ":"
        let brace = isLabelled ? end + 2 : end
        guard source.text(brace) == "{", source.match[brace] > 0 else { break }
        end = source.match[brace] + 1
      }
      range = range.lowerBound..<max(range.lowerBound, end)
    }
    let views = range.filter { source.isWord($0) && source.isCalled($0) }.flatMap {
      (program.types[source.text($0)] ?? []).prefix(2)
    }
    return buttons(in: range, dialog.file) + views.flatMap { buttons(in: program.body(of: $0), $0.file) }
  }

  private func buttons(in range: Range<Int>, _ file: Int) -> [Button] {
    let source = program.files[file]
    return range.compactMap { index in
      let token = CodeToken(file: file, index: index)
      // `{text: 'Later'}` of a script's alert
      if source.language == .typeScript, source.text(index) == "text", source.text(index + 1) == ":" {
        return Button(token: token, title: source.isText(index + 2) ? source.text(index + 2) : "")
      }
      guard source.isWord(index), CodeName.does("button", source.text(index)),
        source.text(index) != "addAction", source.isCalled(index)
      else { return nil }
      return Button(token: token, title: title(of: index, source))
    }
  }

  /// The first text that a button shows, in its arguments or in what follows.
  private func title(of button: Int, _ source: CodeFile) -> String {
    var ranges = [source.arguments(button), button..<min(button + 60, source.tokens.count)]
    if source.isElement(button) || source.language == .objectiveC { ranges.removeFirst() }
    if source.language == .dart { ranges.removeLast() }
    let others = ["systemName", "named", "systemImage", "icon", "style", "testID", "color", "className"]
    for index in ranges.joined() {
      if source.isElement(button), source.text(index) == ">", source.isWord(index + 1) {
        // What stands between tags is words.
        return source.after(index, most: 7).prefix { source.text($0) != "<" }.map(source.text)
          .joined(separator: " ")
      }
      let isLabelled = [":", "="].contains(source.text(index - 1))
      if source.isText(index), !isLabelled || !others.contains(source.text(index - 2)) {
        return source.text(index)
      }
    }
    return ""
  }

  // MARK: Screens

  /// A screen whose one button asks and whose other leaves.
  private mutating func checkScreen(
    _ request: CodeRequest, _ sites: [(function: CodeToken, token: CodeToken)]
  ) {
    if let exit = sites.lazy.compactMap(exitAction).first {
      note("L5 exit", ["exit": "an action \(program.text(exit))"], at: exit, request: request)
    }
    let given = sites.flatMap { program.callers(of: $0.function).filter(\.isReference).map(\.token) }
    for token in [request.token] + sites.map(\.token) + given {
      let source = program.file(token)
      let frames = Array(source.around(token.index))
      guard
        let button = frames.firstIndex(where: {
          $0.isGiven && CodeName.does("button", source.text($0.name))
        }),
        let body = frames[button...].first(where: { $0.kind == .function || $0.kind == .type }),
        source.range(body.number).count < 2_500
      else { continue }
      let asking = token.at(frames[button].name)
      let title = title(of: asking.index, source)
      if PrePromptWords.asks(title) {
        note(
          "L6 button", ["title": title, "what": "the screen"], at: asking, request: request,
          confidence: .likely)
      }
      let exit = buttons(in: source.range(body.number), token.file).first { other in
        other.token != asking && PrePromptWords.leaves(other.title)
          && !program.around(other.token).contains { isDialog(token.at($0.name)) }
      }
      if let exit { note("L5 exit", ["exit": "a button '\(exit.title)'"], at: exit.token, request: request) }
      return checkSheet(request, token)
    }
  }

  /// Beside what a control does, another control's function whose name says that it leaves.
  private func exitAction(_ site: (function: CodeToken, token: CodeToken)) -> CodeToken? {
    let asking = program.function(site.function)
    guard asking.type != nil, program.callers(of: site.function).allSatisfy(\.isReference) else { return nil }
    let names = WordList.words("parts of functions that leave a screen")
    return program.files[site.function.file].functions.first { other in
      other.type == asking.type && other.nameToken != asking.nameToken && (other.isAction || asking.isAction)
        && names.contains { other.name.lowercased().contains($0) }
    }.map { CodeToken(file: site.function.file, index: $0.nameToken) }
  }

  /// A sheet that can be swiped away, with the request behind its button.
  private mutating func checkSheet(_ request: CodeRequest, _ token: CodeToken) {
    guard let type = program.file(token).type(around: token.index).map({ program.widgetOfState[$0] ?? $0 })
    else { return }
    let bodies = ([type] + (program.statesOfWidget[type] ?? [])).flatMap { program.types[$0] ?? [] }
    if bodies.contains(where: { body in
      program.body(of: body).contains { stays($0, program.files[body.file]) }
    }) {
      return
    }
    for maker in program.makers(of: type) {
      let file = program.file(maker.token)
      for frame in file.around(maker.token.index)
      where ["sheet", "showModalBottomSheet"].contains(file.text(frame.name)) {
        let end = min(frame.end, file.tokens.count - 12) + 12
        if (frame.name..<max(frame.name, end)).contains(where: { stays($0, file) }) { return }
        return note("L5 sheet", ["type": type], at: maker.token.at(frame.name), request: request)
      }
    }
  }
}

/// What buttons before the alert may say, and what they say instead.
enum PrePromptWords {
  static func asks(_ title: String) -> Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { WordList.has("buttons that ask", $0) } && !words.contains("don")
      && !words.contains("not")
  }

  static func leaves(_ title: String) -> Bool {
    let title = title.lowercased().filter { $0 != "," }
    return WordList.words("buttons that leave").contains { title.contains($0) } || title == "no"
      || title == "cancel"
  }
}
