import ExperimentDesign
import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L8, L9).
extension CodeInspection {
  mutating func checkDialogs(_ request: CodeRequest) {
    // What asks as the app starts has been answered before a dialog that leads to it, too; nobody sees a dead one.
    let isDead = request.triggers.allSatisfy { $0.moment == .dead }
    if isDead || request.triggers.contains(where: { $0.isOfStart && $0.doubtCount < 2 }) { return }
    if let dialog = request.sites.lazy.compactMap(program.dialog(before:)).first {
      check(dialog, before: request)
    } else if !request.ways([.tap]).isEmpty {
      checkScreen(request)
    }
  }

  private mutating func check(_ dialog: CodeToken, before request: CodeRequest) {
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
    // One that asks, too, leads nowhere else.
    let calls = request.sites.compactMap(\.function).flatMap(program.callers).map(\.token)
    if (calls + requests.map(\.token)).contains(where: { $0.frames.contains { $0.name == exit } }) { return }
    let title = exit.title.isEmpty ? "" : " '\(exit.title)'"
    note("L5 button", ["title": title], at: exit, seeing: dialog, request: request)
    // One that comes back at every start, with the alert unspent.
    let again = CodeTrigger.Moment.beginning.union([.change, .foreground])
    let around = program.sites(dialog, steps: 3).flatMap(\.frames)
    let isRemembered = around.contains { $0.isConditional && !$0.keys.isEmpty }
    let ways = isRemembered ? [] : program.showings(of: dialog).flatMap { program.triggers($0) }
    if let way = ways.first(where: { again.contains($0.moment) }) { note("L8 dialog", at: dialog, way: way) }
    // A dialog that comes whatever the status is.
    let files = Set(([dialog] + request.sites).map(\.source.number))
    let isLookedAt = program.uses("status").contains { files.contains($0.source.number) }
    if !isLookedAt { note("L9 dialog", at: dialog, request: request) }
  }

  /// A screen whose one control asks and that can be left by another, or by a swipe.
  private mutating func checkScreen(_ request: CodeRequest) {
    let callers = request.sites.compactMap(\.function).flatMap(program.callers)
    let around = (request.sites + callers.filter(\.isReference).map(\.token)).filter { !$0.isElsewhere }
    let controls = around.compactMap { $0.frames.first { $0.name.text == "addTarget" }?.name }
    let titles = controls.flatMap { $0.source.all.filter { $0.text == "setTitle" && $0.isCalled } }
    let buttons =
      around.compactMap { token in token.frames.first { $0.isGiven && $0.name.isButton }?.name }
      + titles.filter { title in controls.contains { $0.receivers.last == title.receivers.last } }
    let asking = buttons.first { !$0.leaves } ?? buttons.first
    if let asking, asking.asks {
      let words = ["title": asking.title, "what": "the screen"]
      note("L6 button", words, at: asking, request: request, confidence: .likely)
    }
    // Another that leaves, in a body that is no whole file's.
    let near = asking?.frames.first { $0.kind == .function || $0.kind == .type }?.body(most: 2_500).buttons
    let way = near?.first { $0.leaves && !buttons.contains($0) && !$0.frames.contains { $0.name.isDialog } }
    let exit =
      around.lazy.flatMap(\.frames).compactMap(\.exitLabel).first.map { ($0, "a way '\($0.text)'") }
      ?? (way ?? titles.first(where: \.leaves)).map { ($0, "a button '\($0.title)'") }
    if let (place, words) = exit { note("L5 exit", ["exit": words], at: place, request: request) }
    // A sheet that can be swiped away, with the request behind its button.
    let taps = around.filter { $0.frames.contains { $0.isGiven && $0.event == .tap } }
    let types = taps.compactMap(\.type).map { program.widgetOfState[$0] ?? $0 }
    let open = types.filter { !program.bodies(of: $0).contains(where: \.stays) }
    let makers = open.flatMap(program.makers).map(\.token).filter { $0.function?.body().stays != true }
    let sheets = makers.compactMap { maker in program.sheet(of: maker).map { (maker.text, $0) } }
    if let (type, sheet) = sheets.first { note("L5 sheet", ["type": type], at: sheet, request: request) }
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
        let before = max(frame.opening, token - 400)..<token
        return isInButton ? before.last(where: \.isAlert) : nil
      case .closure, .argument:
        let isButton = frame.name.isButton || CodeTrigger.Moment("label", frame.label.text) == .tap
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
      for value in [word] + set.prefix(12).prefix(while: { $0.text != ";" }) where value.isWord {
        if value.isDialog || value != word && value.isCalled && value.may("pushed") { return value }
        let called = value.isCalled ? functions[value.text]?.first { tie(value, to: $0) == false } : nil
        if let shown = called?.body().prefix(600).first(where: \.isDialog) { return shown }
      }
    }
    return nil
  }

  /// Where a dialog is shown: of a view's where the flag is set that it is bound to, `$isShown` or `$model.isShown`.
  func showings(of dialog: CodeToken) -> [CodeToken] {
    guard let bound = dialog.arguments.first(where: { $0.text.hasPrefix("$") }) else { return [dialog] }
    let flag = bound[1] == "." ? bound[2] : String(bound.text.dropFirst())
    return bound.source.all.filter { token in
      token.text == flag && !token.isName
        && (token[1] == "=" && token[2] != "false" || token[1] == "." && token[2] == "toggle")
    }
  }

  /// The call that shows as a sheet what is made at a place; of UIKit's, where that comes by itself.
  func sheet(of maker: CodeToken) -> CodeToken? {
    let frame = maker.frames.first { ["sheet", "showModalBottomSheet"].contains($0.name.text) }
    let name = maker.assignment.map { $0[-1] }
    return frame?.name
      ?? maker.function?.body().first { call in
        ["present", "presentViewController"].contains(call.text) && call.isCalled
          && (call..<call.statementEnd).contains { $0 == maker || $0.text == name }
          && !triggers(call).allSatisfy { $0.moment == .tap }
      }
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
        || token.isWord && token.isButton && token.text != "addAction" && token.isCalled
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
    let parts = WordList.words("parts of functions that leave a screen")
    return (name.isElement ? name..<name.at(end).after(200).upperBound : name.arguments).first {
      $0.isWord && $0 != label && $0.text.hasPrefix("on") && [":", "="].contains($0[1])
        && parts.contains(where: $0.text.lowercased().contains)
    }
  }
}

extension CodeToken {
  fileprivate var isAlert: Bool { ["UIAlertController", "UIAlertView"].contains(text) }

  /// Whether it is a button, of the app's own by the end of its name.
  var isButton: Bool { may("button") || text.hasSuffix("Button") && text.first?.isUppercase == true }

  var isDialog: Bool { isCalled && (source.language == .swift && text == "alert" || does("dialog")) }

  var asks: Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { WordList.has("buttons that ask", $0) }
      && !["don", "not", "verme"].contains(where: words.contains)
  }

  var leaves: Bool {
    let title = title.lowercased().filter { $0 != "," }
    return WordList.words("buttons that leave").contains { title.contains($0) }
      || ["no", "cancel"].contains(title)
  }

  /// The first text that a button shows, in its arguments or in what follows; of one with a cross that.
  var title: String {
    if source.language == .typeScript, self[1] == ":" { return (self + 2).isText ? self[2] : "" }
    let near = self..<after(59).upperBound
    let isCross = near.contains { word in
      (word.text.hasPrefix("xmark") || word.text == "close" && word[-2] == "Icons")
        && word.frames.contains { $0.name == self }
    }
    if isCross { return "×" }
    let isFollowed = isElement || source.language == .objectiveC
    let ranges = isFollowed ? [near] : source.language == .dart ? [arguments] : [arguments, near]
    for token in ranges.joined() {
      let own = token.frames.filter { $0.name == self }
      if own.contains(where: { $0.label.text.hasPrefix("on") || $0.label.text == "action" }) { continue }
      if isElement, token.text == ">", (token + 1).isWord {
        // What stands between tags is words.
        return token.after(7).prefix { $0.text != "<" }.map(\.text).joined(separator: " ")
      }
      if token.isText, !WordList.has("labels of texts that nobody reads", token[-2]) {
        // The key of a translation says nothing.
        return token.text.contains("_") && !token.text.contains(" ") ? "" : token.text
      }
    }
    return ""
  }
}
