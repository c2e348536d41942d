import ExperimentDesign
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
      noteAsking(asking, .certain, of: "the dialog", request)
    }
    guard buttons.count > 1 else { return checkDismissible(dialog, request) }
    let leading = buttons.first { PrePromptWords.asks($0.title) || isAround($0.token, request.token) }
    let exit =
      buttons.first { PrePromptWords.leaves($0.title) } ?? buttons.first { $0.token != leading?.token }
      ?? buttons[1]
    note(
      "L5", .error, at: exit.token, related: [(dialog, "the dialog"), (request.token, "the request")],
      "The dialog before the alert has a second button\(exit.title.isEmpty ? "" : " '\(exit.title)'"): people can leave it without the alert.",
      fix: "One button, Continue, that always leads to the alert.")
    checkShield(dialog, request)
    // A dialog that comes whatever the status is.
    let files = Set(([dialog, request.token] + sites).compactMap(program.function(around:)).map(\.file))
    if program.uses("status").contains(where: { files.contains($0.file) }) { return }
    note(
      "L9", .warning, .likely, at: dialog, related: [(request.token, "the request")],
      "The dialog before the alert comes without a look at the status: where that is decided, no alert follows.",
      fix: "Show it only while the status is not determined.")
  }

  private mutating func noteAsking(
    _ button: Button, _ confidence: AppFinding.Confidence, of what: String, _ request: CodeRequest
  ) {
    note(
      "L6", .error, confidence, at: button.token, related: [(request.token, "the request")],
      "The button '\(button.title)' of \(what) before the alert asks for the permission itself.",
      fix: "Title it Continue or Next.")
  }

  private mutating func noteExit(_ exit: CodeToken, _ what: String, _ request: CodeRequest) {
    note(
      "L5", .error, .likely, at: exit, related: [(request.token, "the request")],
      "The screen before the alert has \(what) that leads past it.",
      fix: "One button, Continue, that always leads to the alert.")
  }

  /// A dialog that can be left, and comes back at every start with the alert unspent.
  private mutating func checkShield(_ dialog: CodeToken, _ request: CodeRequest) {
    let again: Set<CodeTrigger.Moment> = [.activation, .change, .foreground, .launch, .firstScreen]
    let isRemembered = ([dialog] + program.sites(dialog, steps: 3).map(\.token)).contains { site in
      program.around(site).contains { $0.isConditional && !keys($0, site.file).isEmpty }
    }
    guard !isRemembered, let comes = program.triggers(dialog).first(where: { again.contains($0.moment) })
    else { return }
    note(
      "L8", .error, .likely, at: dialog, related: [(comes.entry, "where it comes from")],
      "The dialog before the alert can be left and nothing remembers that it was shown: it comes back at every start, with the alert unspent.",
      fix: "Let every showing end in the alert.")
  }

  /// A dialog of one button that a tap beside it closes, or a swipe.
  private mutating func checkDismissible(_ dialog: CodeToken, _ request: CodeRequest) {
    let source = program.file(dialog)
    let names = ["showDialog", "showModalBottomSheet", "showAdaptiveDialog", "confirmationDialog"]
    guard names.contains(source.text(dialog.index)),
      !source.arguments(dialog.index).contains(where: { stays($0, source) })
    else { return }
    note(
      "L5", .error, .likely, at: dialog, related: [(request.token, "the request")],
      "A tap beside the dialog before the alert closes it without the alert.",
      fix: "barrierDismissible: false, or isDismissible and enableDrag: false.")
  }

  /// Whether a word keeps people from closing a dialog or a sheet.
  private func stays(_ index: Int, _ source: CodeFile) -> Bool {
    switch source.text(index) {
    case "interactiveDismissDisabled", "isModalInPresentation", "PopScope", "WillPopScope": true
    case "barrierDismissible", "isDismissible": source.text(index + 2) == "false"
    case _: false
    }
  }

  private func isAround(_ button: CodeToken, _ request: CodeToken) -> Bool {
    button.file == request.file && program.file(button).arguments(button.index).contains(request.index)
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
        }.map { CodeToken(file: token.file, index: $0) }
      case .closure, .argument:
        if frame.kind == .closure,
          CodeName.does("button", source.text(frame.name))
            || CodeName.does("tap label", source.text(frame.label))
        {
          isInButton = frame.name >= 0 || isInButton
        }
        let callee = CodeToken(file: token.file, index: frame.name)
        if isInButton, frame.name >= 0, isDialog(callee) { return callee }
      case .branch, .rest:
        if let found = answered(frame, source, token.file) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  private func isDialog(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    if source.language == .swift, ["alert", "confirmationDialog"].contains(source.text(token.index)) {
      return true
    }
    return program.does(["dialog"], token) && source.isCalled(token.index)
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`.
  private func answered(_ frame: CodeFrame, _ source: CodeFile, _ file: Int) -> CodeToken? {
    for word in frame.condition where source.isWord(word) {
      if isDialog(CodeToken(file: file, index: word)) { return CodeToken(file: file, index: word) }
      let set = source.before(frame.condition.lowerBound, most: 1_501).first {
        source.text($0) == source.text(word) && source.text($0 + 1) == "="
      }
      guard let set else { continue }
      for value in source.after(set + 1, most: 8) where source.isWord(value) {
        if isDialog(CodeToken(file: file, index: value)) { return CodeToken(file: file, index: value) }
        // A function of the app's own that shows one.
        guard source.isCalled(value), let function = program.functions[source.text(value)]?.first else {
          continue
        }
        let shown = program.files[function.file].body(function.index).prefix(600).map {
          CodeToken(file: function.file, index: $0)
        }.first { program.files[$0.file].isWord($0.index) && isDialog($0) }
        if let shown { return shown }
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
      noteExit(exit, "an action \(program.text(exit))", request)
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
      let asking = CodeToken(file: token.file, index: frames[button].name)
      let title = title(of: asking.index, source)
      if PrePromptWords.asks(title) {
        noteAsking(Button(token: asking, title: title), .likely, of: "the screen", request)
      }
      let exit = buttons(in: source.range(body.number), token.file).first {
        $0.token != asking && PrePromptWords.leaves($0.title) && !isInDialog($0.token)
      }
      if let exit { noteExit(exit.token, "a button '\(exit.title)'", request) }
      return checkSheet(request, token)
    }
  }

  /// Beside what a control does, another control's function whose name says that it leaves.
  private func exitAction(_ site: (function: CodeToken, token: CodeToken)) -> CodeToken? {
    let asking = program.function(site.function)
    guard asking.type != nil, program.callers(of: site.function).allSatisfy(\.isReference) else { return nil }
    let names = ["notnow", "later", "skip", "decline", "refuse", "nothanks"]
    return program.files[site.function.file].functions.first { other in
      other.type == asking.type && other.nameToken != asking.nameToken && (other.isAction || asking.isAction)
        && names.contains { other.name.lowercased().contains($0) }
    }.map { CodeToken(file: site.function.file, index: $0.nameToken) }
  }

  private func isInDialog(_ button: CodeToken) -> Bool {
    program.around(button).contains {
      $0.name >= 0 && isDialog(CodeToken(file: button.file, index: $0.name))
    }
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
        return note(
          "L5", .error, .likely, at: CodeToken(file: maker.token.file, index: frame.name),
          related: [(request.token, "the request")],
          "\(type), whose button asks, is a sheet that can be swiped away: people can leave it without the alert.",
          fix: "interactiveDismissDisabled(), isDismissible: false, or a full screen.")
      }
    }
  }
}

/// What buttons before the alert may say, and what they say instead.
enum PrePromptWords {
  private static let asking = Set(WordList.words("buttons that ask"))
  private static let leaving = WordList.words("buttons that leave")

  static func asks(_ title: String) -> Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains(where: asking.contains) && !words.contains("don") && !words.contains("not")
  }

  static func leaves(_ title: String) -> Bool {
    let title = title.lowercased().filter { $0 != "," }
    return leaving.contains { title.contains($0) } || title == "no" || title == "cancel"
  }
}
