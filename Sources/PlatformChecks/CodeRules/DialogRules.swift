import ExperimentDesign
import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L8, L9).
extension CodeInspection {
  mutating func checkDialogs(_ request: CodeRequest) {
    let sites = program.sites(request.token, steps: 3)
    if let dialog = sites.lazy.compactMap(program.dialog(before:)).first {
      check(dialog, before: request, sites)
    } else if !request.ways([.tap]).isEmpty {
      checkScreen(request, sites)
    }
  }

  private mutating func check(_ dialog: CodeToken, before request: CodeRequest, _ sites: [CodeToken]) {
    let buttons = program.buttons(of: dialog)
    if let asking = buttons.first(where: \.asks) {
      note("L6 button", ["title": asking.title, "what": "the dialog"], at: asking, request: request)
    }
    guard buttons.count > 1 else {
      // A dialog of one button that a tap beside it closes, or a swipe.
      if WordList.has("dialogs that a tap beside them closes", dialog.text), !dialog.arguments.stays {
        note("L5 beside", at: dialog, request: request)
      }
      return
    }
    let leading = buttons.first { $0.asks || $0.arguments.contains(request.token) }
    let exit = buttons.first(where: \.leaves) ?? buttons.first { $0 != leading } ?? buttons[1]
    let title = exit.title.isEmpty ? "" : " '\(exit.title)'"
    note("L5 button", ["title": title], at: exit, seeing: dialog, request: request)
    // One that comes back at every start, with the alert unspent.
    let again = CodeTrigger.Moment.beginning.union([.change, .foreground])
    let isRemembered = program.sites(dialog, steps: 3).flatMap(\.frames).contains {
      $0.isConditional && !$0.keys.isEmpty
    }
    if !isRemembered, let comes = program.triggers(dialog).first(where: { again.contains($0.moment) }) {
      note("L8 dialog", at: dialog, way: comes)
    }
    // A dialog that comes whatever the status is.
    let files = Set(([dialog] + sites).map(\.source.number))
    if !program.uses("status").contains(where: { files.contains($0.source.number) }) {
      note("L9 dialog", at: dialog, request: request)
    }
  }

  /// A screen whose one button asks and whose other leaves.
  private mutating func checkScreen(_ request: CodeRequest, _ sites: [CodeToken]) {
    if let exit = sites.lazy.compactMap(exitAction).first {
      note("L5 exit", ["exit": "an action \(exit.text)"], at: exit, request: request)
    }
    let given = sites.compactMap(\.function).flatMap {
      program.callers(of: $0).filter(\.isReference).map(\.token)
    }
    for token in sites + given {
      if let exit = token.frames.lazy.compactMap(\.exitLabel).first {
        return note("L5 exit", ["exit": "a way '\(exit.text)'"], at: exit, request: request)
      }
      guard let asking = token.frames.first(where: { $0.isGiven && $0.name.may("button") })?.name,
        let body = asking.frames.first(where: { $0.kind == .function || $0.kind == .type })?.body(),
        body.count < 2_500
      else { continue }
      if asking.asks {
        note(
          "L6 button", ["title": asking.title, "what": "the screen"], at: asking, request: request,
          confidence: .likely)
      }
      let exit = body.buttons.first { other in
        other != asking && other.leaves && !other.frames.contains { $0.name.isDialog }
      }
      if let exit { note("L5 exit", ["exit": "a button '\(exit.title)'"], at: exit, request: request) }
      return checkSheet(request, token)
    }
  }

  /// Beside what a control does, another control's function whose name says that it leaves.
  private func exitAction(_ site: CodeToken) -> CodeToken? {
    guard let asking = site.function, asking.type != nil,
      program.callers(of: asking).allSatisfy(\.isReference)
    else { return nil }
    return site.source.frames(of: .function).first { other in
      other.type == asking.type && other.name != asking.name && (other.isAction || asking.isAction)
        && other.name.namesExit
    }?.name
  }

  /// A sheet that can be swiped away, with the request behind its button.
  private mutating func checkSheet(_ request: CodeRequest, _ token: CodeToken) {
    guard let type = token.type.map({ program.widgetOfState[$0] ?? $0 }),
      !program.bodies(of: type).contains(where: \.stays)
    else { return }
    for maker in program.makers(of: type) {
      for frame in maker.token.frames where ["sheet", "showModalBottomSheet"].contains(frame.name.text) {
        if (frame.name..<max(frame.name, frame.body().upperBound.after(12).upperBound)).stays { return }
        return note("L5 sheet", ["type": type], at: frame.name, request: request)
      }
    }
  }
}

/// Dialogs of the app's own, and their buttons.
extension CodeProgram {
  /// The dialog that a place depends on: it lies in one's button, or under the condition of its answer.
  func dialog(before token: CodeToken) -> CodeToken? {
    var isInButton = false
    for frame in token.frames {
      switch frame.kind {
      case .function:
        guard isInButton else { return nil }
        let start = max(frame.start, token.index - 400)
        return (token + 1).before(token.index - start).first(where: \.isAlert)
      case .closure, .argument:
        let isButton = frame.name.may("button") || CodeTrigger.Moment("label", frame.label.text) == .tap
        if frame.kind == .closure, isButton, frame.name.exists { isInButton = true }
        if isInButton, frame.name.isDialog { return frame.name }
      case .branch, .rest:
        if let found = answered(frame) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`; a screen that is pushed for one,
  /// too, and what a function of the app's own shows.
  private func answered(_ frame: CodeFrame) -> CodeToken? {
    for word in frame.condition where word.isWord {
      let set = frame.condition.lowerBound.value(of: word.text, most: 1_501)
      for value in [word] + set.prefix(12) where value.isWord {
        if value.isDialog || value != word && value.isCalled && value.may("pushed") { return value }
        guard value.isCalled, let function = functions[value.text]?.first else { continue }
        if let shown = function.body().prefix(600).first(where: \.isDialog) { return shown }
      }
    }
    return nil
  }

  /// The buttons of a dialog, those of the view that it shows among them.
  func buttons(of dialog: CodeToken) -> [CodeToken] {
    let end = dialog.function?.body().upperBound ?? dialog.after(400).upperBound
    let later = dialog..<max(dialog, end)
    if dialog.isAlert {
      return later.buttons.filter { ["UIAlertAction", "actionWithTitle"].contains($0.text) }
    }
    let own = later.filter { $0.frames.contains { $0.name == dialog } }
    let views = own.filter { $0.isWord && $0.isCalled }.flatMap { (types[$0.text] ?? []).prefix(2) }
    return own.buttons + views.flatMap { $0.body().buttons }
  }
}

extension Sequence<CodeToken> {
  var buttons: [CodeToken] {
    filter { token in
      // `{text: 'Later'}` of a script's alert
      token.source.language == .typeScript && token.text == "text" && token[1] == ":"
        || token.isWord && token.may("button") && token.text != "addAction" && token.isCalled
    }
  }

  /// Whether what it shows cannot be closed by a tap beside it, or a swipe.
  var stays: Bool {
    contains { token in
      WordList.has("what keeps a dialog", token.text)
        || WordList.has("whether a dialog can be closed", token.text) && token[2] == "false"
    }
  }
}

extension CodeFrame {
  /// Of what is given to a view under a label, the label beside it that says that it leaves.
  fileprivate var exitLabel: CodeToken? {
    guard isGiven, label.exists, name.text.first?.isUppercase == true else { return nil }
    return (name.isElement ? name..<name.at(end).after(200).upperBound : name.arguments).first {
      $0.isWord && $0 != label && $0.text.hasPrefix("on") && $0.namesExit && [":", "="].contains($0[1])
    }
  }
}

extension CodeToken {
  /// Whether it says, as the name of a function, that it leads past the alert.
  fileprivate var namesExit: Bool {
    WordList.words("parts of functions that leave a screen").contains(where: text.lowercased().contains)
  }

  fileprivate var isAlert: Bool { ["UIAlertController", "UIAlertView"].contains(text) }

  var isDialog: Bool {
    isWord
      && (source.language == .swift && ["alert", "confirmationDialog"].contains(text)
        || isCalled && does("dialog"))
  }

  var asks: Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { WordList.has("buttons that ask", $0) } && !words.contains("don")
      && !words.contains("not")
  }

  var leaves: Bool {
    let title = title.lowercased().filter { $0 != "," }
    return WordList.words("buttons that leave").contains { title.contains($0) } || title == "no"
      || title == "cancel"
  }

  /// The first text that a button shows, in its arguments or in what follows.
  var title: String {
    if source.language == .typeScript, self[1] == ":" { return (self + 2).isText ? self[2] : "" }
    let near = self..<after(59).upperBound
    let isFollowed = isElement || source.language == .objectiveC
    let ranges = isFollowed ? [near] : source.language == .dart ? [arguments] : [arguments, near]
    let others = ["systemName", "named", "systemImage", "icon", "style", "testID", "color", "className"]
    for token in ranges.joined() {
      if isElement, token.text == ">", (token + 1).isWord {
        // What stands between tags is words.
        return token.after(7).prefix { $0.text != "<" }.map(\.text).joined(separator: " ")
      }
      let isLabelled = [":", "="].contains(token[-1])
      if token.isText, !isLabelled || !others.contains(token[-2]) { return token.text }
    }
    return ""
  }
}
