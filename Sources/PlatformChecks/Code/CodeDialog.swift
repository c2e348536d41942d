import RuleBook

/// Dialogs of the app's own, and their buttons.
extension CodeProgram {
  /// The dialog that a place depends on: it lies in one's button, or under the condition of its answer.
  func dialog(before token: CodeToken) -> CodeToken? {
    var isInButton = false
    for frame in token.frames {
      switch frame.kind {
      case .function:
        guard isInButton, let function = frame.function.map({ frame.source.functions[$0] }) else {
          return nil
        }
        let start = max(function.body.lowerBound.index, token.index - 400)
        return (token + 1).before(token.index - start).first(where: \.isAlert)
      case .closure, .argument:
        let isButton = frame.name.may("button") || frame.label.may("tap label")
        if frame.kind == .closure, isButton, frame.name.exists { isInButton = true }
        if isInButton, frame.name.isDialog { return frame.name }
      case .branch, .rest:
        if let found = answered(frame) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`.
  private func answered(_ frame: CodeFrame) -> CodeToken? {
    for word in frame.condition where word.isWord {
      if word.isDialog { return word }
      guard let set = frame.condition.lowerBound.setting(of: word.text, most: 1_501) else { continue }
      for value in (set + 1).after(8) where value.isWord {
        if value.isDialog { return value }
        // A function of the app's own that shows one.
        guard value.isCalled, let function = functions[value.text]?.first else { continue }
        if let shown = function.body.prefix(600).first(where: \.isDialog) { return shown }
      }
    }
    return nil
  }

  /// The buttons of a dialog, those of the view that it shows among them.
  func buttons(of dialog: CodeToken) -> [CodeToken] {
    if dialog.isAlert {
      let end = dialog.function?.body.upperBound ?? dialog.after(400).upperBound
      return (dialog..<max(dialog, end)).buttons.filter {
        ["UIAlertAction", "actionWithTitle"].contains($0.text)
      }
    }
    var range = dialog.arguments
    if dialog.source.language == .swift {
      // What follows in braces belongs to it.
      var end = range.upperBound + 1
      while case let brace = end.isWord && end[1] == ":" ? end + 2 : end, brace.text == "{",
        let close = brace.partner
      {
        end = close + 1
      }
      range = range.lowerBound..<end
    }
    let views = range.filter { $0.isWord && $0.isCalled }.flatMap { (types[$0.text] ?? []).prefix(2) }
    return range.buttons + views.flatMap(\.body.buttons)
  }
}

extension Range<CodeToken> {
  /// The buttons in it.
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
      switch token.text {
      case "interactiveDismissDisabled", "isModalInPresentation", "PopScope", "WillPopScope": true
      case "barrierDismissible", "isDismissible": token[2] == "false"
      case _: false
      }
    }
  }
}

extension CodeToken {
  fileprivate var isAlert: Bool { ["UIAlertController", "UIAlertView"].contains(text) }

  var isDialog: Bool {
    isWord
      && (source.language == .swift && ["alert", "confirmationDialog"].contains(text)
        || isCalled && does("dialog"))
  }

  /// Whether a button's title names the permission.
  var asks: Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { WordList.has("buttons that ask", $0) } && !words.contains("don")
      && !words.contains("not")
  }

  /// Whether a button leads past the alert.
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
