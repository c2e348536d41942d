import RuleBook

/// A button of a dialog or of a screen.
struct CodeButton {
  var token: CodeToken
  var title: String

  /// A button with the first text that it shows, in its arguments or in what follows.
  init(_ token: CodeToken, _ source: CodeFile) {
    self.token = token
    title = source.title(of: token.index)
  }

  var asks: Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { WordList.has("buttons that ask", $0) } && !words.contains("don")
      && !words.contains("not")
  }

  /// Whether it leads past the alert.
  var leaves: Bool {
    let title = title.lowercased().filter { $0 != "," }
    return WordList.words("buttons that leave").contains { title.contains($0) } || title == "no"
      || title == "cancel"
  }
}

/// Dialogs of the app's own, and their buttons.
extension CodeProgram {
  private static let alerts: Set<String> = ["UIAlertController", "UIAlertView"]

  func isDialog(_ token: CodeToken) -> Bool {
    let source = files[token.file]
    guard source.isWord(token.index) else { return false }
    if source.language == .swift, ["alert", "confirmationDialog"].contains(source.text(token.index)) {
      return true
    }
    return does(["dialog"], token) && source.isCalled(token.index)
  }

  /// The dialog that a place depends on: it lies in one's button, or under the condition of its answer.
  func dialog(before token: CodeToken) -> CodeToken? {
    let source = files[token.file]
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
        let isButton =
          CodeName.does("button", source.text(frame.name))
          || CodeName.does("tap label", source.text(frame.label))
        if frame.kind == .closure, isButton, frame.name >= 0 { isInButton = true }
        if isInButton, isDialog(token.at(frame.name)) { return token.at(frame.name) }
      case .branch, .rest:
        if let found = answered(frame, token) { return found }
      case .type, .loop, .cases: break
      }
    }
    return nil
  }

  /// The dialog whose answer a condition looks at: `final goesOn = await showDialog(…)`.
  private func answered(_ frame: CodeFrame, _ token: CodeToken) -> CodeToken? {
    let source = files[token.file]
    for word in frame.condition where source.isWord(word) {
      if isDialog(token.at(word)) { return token.at(word) }
      let set = source.setting(of: source.text(word), before: frame.condition.lowerBound, most: 1_501)
      guard let set else { continue }
      for value in source.after(set + 1, most: 8) where source.isWord(value) {
        if isDialog(token.at(value)) { return token.at(value) }
        // A function of the app's own that shows one.
        guard source.isCalled(value), let function = functions[source.text(value)]?.first else { continue }
        let body = files[function.file].body(function.index).prefix(600)
        if let shown = body.lazy.map(function.at).first(where: isDialog) { return shown }
      }
    }
    return nil
  }

  /// The buttons of a dialog, those of the view that it shows among them.
  func buttons(of dialog: CodeToken) -> [CodeButton] {
    let source = files[dialog.file]
    if Self.alerts.contains(source.text(dialog.index)) {
      let end = function(around: dialog).map { source.body($0.index).upperBound } ?? dialog.index + 400
      return buttons(in: dialog.index..<min(end, source.tokens.count), dialog.file).filter {
        ["UIAlertAction", "actionWithTitle"].contains(text($0.token))
      }
    }
    var range = source.arguments(dialog.index)
    if source.language == .swift {
      // What follows in braces belongs to it.
      var end = range.upperBound + 1
      while true {
        let brace = source.isWord(end) && source.text(end + 1) == ":" ? end + 2 : end
        guard source.text(brace) == "{", source.match[brace] > 0 else { break }
        end = source.match[brace] + 1
      }
      range = range.lowerBound..<max(range.lowerBound, end)
    }
    let views = range.filter { source.isWord($0) && source.isCalled($0) }.flatMap {
      (types[source.text($0)] ?? []).prefix(2)
    }
    return buttons(in: range, dialog.file) + views.flatMap { buttons(in: body(of: $0), $0.file) }
  }

  func buttons(in range: Range<Int>, _ file: Int) -> [CodeButton] {
    let source = files[file]
    return range.filter { index in
      // `{text: 'Later'}` of a script's alert
      source.language == .typeScript && source.text(index) == "text" && source.text(index + 1) == ":"
        || source.isWord(index) && CodeName.does("button", source.text(index))
          && source.text(index) != "addAction" && source.isCalled(index)
    }.map { CodeButton(CodeToken(file: file, index: $0), source) }
  }
}

extension CodeFile {
  /// The first text that a button shows, in its arguments or in what follows.
  fileprivate func title(of button: Int) -> String {
    if language == .typeScript, text(button + 1) == ":" { return isText(button + 2) ? text(button + 2) : "" }
    var ranges = [arguments(button), button..<min(button + 60, tokens.count)]
    if isElement(button) || language == .objectiveC { ranges.removeFirst() }
    if language == .dart { ranges.removeLast() }
    let others = ["systemName", "named", "systemImage", "icon", "style", "testID", "color", "className"]
    for index in ranges.joined() {
      if isElement(button), text(index) == ">", isWord(index + 1) {
        // What stands between tags is words.
        return after(index, most: 7).prefix { text($0) != "<" }.map(text).joined(separator: " ")
      }
      let isLabelled = [":", "="].contains(text(index - 1))
      if isText(index), !isLabelled || !others.contains(text(index - 2)) { return text(index) }
    }
    return ""
  }

  func stays(_ range: Range<Int>) -> Bool {
    range.contains { index in
      switch text(index) {
      case "interactiveDismissDisabled", "isModalInPresentation", "PopScope", "WillPopScope": true
      case "barrierDismissible", "isDismissible": text(index + 2) == "false"
      case _: false
      }
    }
  }
}
