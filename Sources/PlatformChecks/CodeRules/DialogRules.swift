import ExperimentDesign
import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L9).
extension CodeInspection {
  /// A button of a dialog.
  struct Button {
    var token: CodeToken
    var title: String
  }

  mutating func checkDialogs() {
    for request in requests {
      let sites = program.sites(request.token, steps: 3)
      guard let dialog = ([request.token] + sites.map(\.token)).lazy.compactMap(dialog).first else {
        checkScreen(request, sites)
        continue
      }
      check(dialog, before: request, sites.map(\.token))
    }
  }

  private mutating func check(_ dialog: CodeToken, before request: CodeRequest, _ sites: [CodeToken]) {
    let buttons = self.buttons(of: dialog)
    if let asking = buttons.first(where: { PrePromptWords.asks($0.title) }) {
      note(
        "L6", .error, at: asking.token, related: [(request.token, "the request")],
        "The button '\(asking.title)' of the dialog before the alert asks for the permission itself.",
        fix: "Title it Continue or Next.")
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
    checkUndecided(dialog, request, sites)
  }

  /// A dialog of one button that a tap beside it closes, or a swipe.
  private mutating func checkDismissible(_ dialog: CodeToken, _ request: CodeRequest) {
    let source = program.file(dialog)
    guard
      ["showDialog", "showModalBottomSheet", "showAdaptiveDialog", "confirmationDialog"].contains(
        source.text(dialog.index)),
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

  /// A dialog that comes whatever the status is.
  private mutating func checkUndecided(_ dialog: CodeToken, _ request: CodeRequest, _ sites: [CodeToken]) {
    let functions = Set(([dialog, request.token] + sites).compactMap(program.function(around:)))
    let files = Set(functions.map(\.file))
    let isLooked = program.uses("status").contains { files.contains($0.file) }
    guard !isLooked else { return }
    note(
      "L9", .warning, .likely, at: dialog, related: [(request.token, "the request")],
      "The dialog before the alert comes without a look at the status: where that is decided, no alert follows.",
      fix: "Show it only while the status is not determined.")
  }

  private func isAround(_ button: CodeToken, _ request: CodeToken) -> Bool {
    button.file == request.file && program.file(button).arguments(button.index).contains(request.index)
  }

  private func isInDialog(_ button: CodeToken) -> Bool {
    let source = program.file(button)
    return source.around(button.index).contains { number in
      let name = Int(source.frames[Int(number)].name)
      return name >= 0 && isDialog(CodeToken(file: button.file, index: name))
    }
  }

  // MARK: Finding it

  /// The dialog that a place depends on: it lies in one's button, or under the condition of its answer.
  private func dialog(_ token: CodeToken) -> CodeToken? {
    let source = program.file(token)
    var isInButton = false
    for number in source.around(token.index) {
      let frame = source.frames[Int(number)]
      switch frame.kind {
      case .function:
        guard isInButton, let function = source.functionOfFrame[number] else { return nil }
        let body = source.body(function)
        let start = max(body.lowerBound, token.index - 400)
        for index in stride(from: token.index, to: start, by: -1)
        where ["UIAlertController", "UIAlertView"].contains(source.text(index)) {
          return CodeToken(file: token.file, index: index)
        }
        return nil
      case .closure, .argument:
        guard frame.name >= 0 else { continue }
        let name = source.text(Int(frame.name))
        if frame.kind == .closure,
          program.kinds(name).contains("button")
            || program.kinds(source.text(Int(frame.label))).contains("tap label")
        {
          isInButton = true
        }
        let callee = CodeToken(file: token.file, index: Int(frame.name))
        if isInButton, isDialog(callee) { return callee }
      case .branch, .rest:
        if let found = answered(frame, source, token.file) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  private func isDialog(_ token: CodeToken) -> Bool {
    let name = program.file(token).text(token.index)
    if program.file(token).language == .swift, name == "alert" || name == "confirmationDialog" { return true }
    return program.meanings(token).contains { $0.kind == "dialog" }
      && program.file(token).isCalled(token.index)
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`.
  private func answered(_ frame: CodeFrame, _ source: CodeFile, _ file: Int) -> CodeToken? {
    for word in frame.condition where source.isWord(Int(word)) {
      let name = source.text(Int(word))
      if isDialog(CodeToken(file: file, index: Int(word))) { return CodeToken(file: file, index: Int(word)) }
      let first = max(0, Int(frame.condition.lowerBound) - 1_500)
      for index in stride(from: Int(frame.condition.lowerBound) - 1, through: first, by: -1)
      where source.text(index) == name && source.text(index + 1) == "=" {
        for value in index + 2..<min(index + 10, source.tokens.count) where source.isWord(value) {
          let token = CodeToken(file: file, index: value)
          if isDialog(token) { return token }
          // A function of the app's own that shows one.
          if let function = program.functions[source.text(value)]?.first, source.isCalled(value),
            let shown = shown(by: function)
          {
            return shown
          }
        }
        break
      }
    }
    return nil
  }

  private func shown(by function: CodeToken) -> CodeToken? {
    let source = program.files[function.file]
    for index in source.body(function.index).prefix(600) where source.isWord(index) {
      let token = CodeToken(file: function.file, index: index)
      if isDialog(token) { return token }
    }
    return nil
  }

  /// The buttons of a dialog, those of the view that it shows among them.
  private func buttons(of dialog: CodeToken) -> [Button] {
    let source = program.file(dialog)
    if ["UIAlertController", "UIAlertView"].contains(source.text(dialog.index)) {
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
      while source.text(end) == "{"
        || source.isWord(end) && source.text(end + 1) == ":" && source.text(end + 2) == "{"
      {
        let brace = source.text(end) == "{" ? end : end + 2
        guard source.match[brace] > 0 else { break }
        end = Int(source.match[brace]) + 1
      }
      range = range.lowerBound..<max(range.lowerBound, end)
    }
    var found = buttons(in: range, dialog.file)
    for index in range where source.isWord(index) && source.isCalled(index) {
      for type in (program.types[source.text(index)] ?? []).prefix(2) {
        let frame = program.files[type.file].frames[Int(program.files[type.file].types[type.index].frame)]
        found += buttons(
          in: Int(frame.start)..<min(Int(frame.end), program.files[type.file].tokens.count), type.file)
      }
    }
    return found
  }

  private func buttons(in range: Range<Int>, _ file: Int) -> [Button] {
    let source = program.files[file]
    var found: [Button] = []
    for index in range {
      // `{text: 'Later'}` of a script's alert
      if source.language == .typeScript, source.text(index) == "text", source.text(index + 1) == ":",
        source.tokens.indices.contains(index + 2)
      {
        let title = source.tokens[index + 2].kind == .text ? source.text(index + 2) : ""
        found.append(Button(token: CodeToken(file: file, index: index), title: title))
      }
      guard source.isWord(index), program.kinds(source.text(index)).contains("button"),
        source.text(index) != "addAction", source.isCalled(index)
      else { continue }
      found.append(Button(token: CodeToken(file: file, index: index), title: title(of: index, source)))
    }
    return found
  }

  /// The first text that a button shows, in its arguments or in what follows.
  private func title(of button: Int, _ source: CodeFile) -> String {
    var ranges = [source.arguments(button), button..<min(button + 60, source.tokens.count)]
    if source.isElement(button) || source.language == .objectiveC { ranges.removeFirst() }
    if source.language == .dart { ranges.removeLast() }
    for index in ranges.joined() {
      if source.isElement(button), source.text(index) == ">", source.isWord(index + 1) {
        // What stands between tags is words.
        let words = (index + 1..<min(index + 8, source.tokens.count)).prefix { source.text($0) != "<" }
        return words.map(source.text).joined(separator: " ")
      }
      guard source.tokens[index].kind == .text else { continue }
      let label = source.text(index - 1) == ":" || source.text(index - 1) == "=" ? source.text(index - 2) : ""
      if ["systemName", "named", "systemImage", "icon", "style", "testID", "color", "className"].contains(
        label)
      {
        continue
      }
      return source.text(index)
    }
    return ""
  }

  // MARK: Screens

  /// Beside what a control does, another control's function whose name says that it leaves.
  private func exitAction(_ site: (function: CodeToken, token: CodeToken)) -> CodeToken? {
    let asking = program.function(site.function)
    guard asking.type != nil, program.callers(of: site.function).allSatisfy(\.isReference) else { return nil }
    let names = ["notnow", "later", "skip", "decline", "refuse", "nothanks"]
    for (position, other) in program.files[site.function.file].functions.enumerated()
    where other.type == asking.type && position != site.function.index && (other.isAction || asking.isAction)
    {
      let name = other.name.lowercased()
      if names.contains(where: name.contains) {
        return CodeToken(file: site.function.file, index: Int(other.nameToken))
      }
    }
    return nil
  }

  /// A screen whose one button asks and whose other leaves.
  private mutating func checkScreen(
    _ request: CodeRequest, _ sites: [(function: CodeToken, token: CodeToken)]
  ) {
    guard request.triggers.contains(where: { $0.moment == .tap }) else { return }
    if let exit = sites.lazy.compactMap(exitAction).first {
      note(
        "L5", .error, .likely, at: exit, related: [(request.token, "the request")],
        "The screen before the alert has an action \(program.file(exit).text(exit.index)) that leads past it.",
        fix: "One button, Continue, that always leads to the alert.")
    }
    let given = sites.flatMap { program.callers(of: $0.function).filter(\.isReference).map(\.token) }
    for token in [request.token] + sites.map(\.token) + given {
      let source = program.file(token)
      var asking: Button?
      var body: Range<Int>?
      for number in source.around(token.index) {
        let frame = source.frames[Int(number)]
        if frame.kind == .closure || frame.kind == .argument, asking == nil, frame.name >= 0,
          program.kinds(source.text(Int(frame.name))).contains("button")
        {
          asking = Button(
            token: CodeToken(file: token.file, index: Int(frame.name)),
            title: title(of: Int(frame.name), source))
        }
        if frame.kind == .function || frame.kind == .type {
          body = Int(frame.start)..<min(Int(frame.end), source.tokens.count)
          if asking != nil { break }
        }
      }
      guard let asking, let body, body.count < 2_500 else { continue }
      if PrePromptWords.asks(asking.title) {
        note(
          "L6", .error, .likely, at: asking.token, related: [(request.token, "the request")],
          "The button '\(asking.title)' before the alert asks for the permission itself.",
          fix: "Title it Continue or Next.")
      }
      let exit = buttons(in: body, token.file).first {
        $0.token != asking.token && PrePromptWords.leaves($0.title) && !isInDialog($0.token)
      }
      if let exit {
        note(
          "L5", .error, .likely, at: exit.token, related: [(request.token, "the request")],
          "The screen before the alert has a button '\(exit.title)' that leads past it.",
          fix: "One button, Continue, that always leads to the alert.")
      }
      checkSheet(request, token)
      return
    }
  }

  /// A sheet that can be swiped away, with the request behind its button.
  private mutating func checkSheet(_ request: CodeRequest, _ token: CodeToken) {
    guard let type = program.file(token).type(around: token.index).map({ program.widgetOfState[$0] ?? $0 })
    else {
      return
    }
    for name in [type] + (program.statesOfWidget[type] ?? []) {
      for declared in program.types[name] ?? [] {
        let file = program.files[declared.file]
        let frame = file.frames[Int(file.types[declared.index].frame)]
        let body = Int(frame.start)..<min(Int(frame.end), file.tokens.count)
        if body.contains(where: { stays($0, file) }) { return }
      }
    }
    for maker in program.makers(of: type) {
      let file = program.file(maker.token)
      for number in file.around(maker.token.index) {
        let frame = file.frames[Int(number)]
        guard frame.name >= 0, ["sheet", "showModalBottomSheet"].contains(file.text(Int(frame.name))) else {
          continue
        }
        let end = min(Int(frame.end) + 12, file.tokens.count)
        if (Int(frame.name)..<end).contains(where: { stays($0, file) }) { return }
        return note(
          "L5", .error, .likely, at: CodeToken(file: maker.token.file, index: Int(frame.name)),
          related: [(request.token, "the request")],
          "\(type), whose button asks, is a sheet that can be swiped away: people can leave it without the alert.",
          fix: "interactiveDismissDisabled(), isDismissible: false, or a full screen.")
      }
    }
  }
}

/// What buttons before the alert may say, and what they say instead.
enum PrePromptWords {
  private static let asking: Set<String> = [
    "allow", "accept", "enable", "agree", "authorize", "authorise", "permit", "consent", "erlauben",
    "zulassen",
    "akzeptieren", "zustimmen", "autoriser", "accepter", "permitir", "aceptar", "consenti", "accetta",
    "toestaan", "许可",
    "允许", "許可", "允許", "허용", "разрешить", "izin",
  ]
  private static let leaving = [
    "not now", "later", "skip", "no thanks", "no, thanks", "maybe", "decide", "remind me", "refuse",
    "decline", "deny",
    "don't allow", "do not allow", "dismiss", "nicht jetzt", "später", "plus tard", "más tarde", "ahora no",
    "non ora",
    "reject", "opt out", "continue without", "pas maintenant", "überspringen", "ablehnen", "以后", "稍后", "あとで",
    "나중에",
  ]

  static func asks(_ title: String) -> Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains(where: asking.contains) && !words.contains("don") && !words.contains("not")
  }

  static func leaves(_ title: String) -> Bool {
    let title = title.lowercased()
    return leaving.contains { title.contains($0) } || title == "no" || title == "cancel"
  }
}
