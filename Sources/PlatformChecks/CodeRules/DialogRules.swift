import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L8, L9).
extension CodeInspection {
  mutating func checkDialogs() {
    for request in requests {
      let sites = program.sites(request.token, steps: 3)
      if let dialog = sites.lazy.compactMap(program.dialog(before:)).first {
        check(dialog, before: request, sites)
      } else if !request.ways([.tap]).isEmpty {
        checkScreen(request, sites)
      }
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
    note(
      "L5 button", ["title": exit.title.isEmpty ? "" : " '\(exit.title)'"], at: exit, request: request,
      related: [(dialog, "the dialog")])
    checkShield(dialog)
    // A dialog that comes whatever the status is.
    let files = Set(([dialog] + sites).map(\.source.number))
    if !program.uses("status").contains(where: { files.contains($0.source.number) }) {
      note("L9 dialog", at: dialog, request: request)
    }
  }

  /// A dialog that can be left, and comes back at every start with the alert unspent.
  private mutating func checkShield(_ dialog: CodeToken) {
    let again = CodeTrigger.Moment.beginning.union([.change, .foreground])
    let isRemembered = program.sites(dialog, steps: 3).flatMap(\.frames).contains {
      $0.isConditional && !$0.keys.isEmpty
    }
    guard !isRemembered, let comes = program.triggers(dialog).first(where: { again.contains($0.moment) })
    else { return }
    note("L8 dialog", at: dialog, related: [(comes.entry, "where it comes from")])
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
      let frames = Array(token.frames)
      guard let button = frames.firstIndex(where: { $0.isGiven && $0.name.may("button") }),
        let body = frames[button...].first(where: { $0.kind == .function || $0.kind == .type })?.body(),
        body.count < 2_500
      else { continue }
      let asking = frames[button].name
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
    let names = WordList.words("parts of functions that leave a screen")
    return site.source.functions.first { other in
      other.type == asking.type && other.token != asking.token && (other.isAction || asking.isAction)
        && names.contains { other.name.lowercased().contains($0) }
    }?.token
  }

  /// A sheet that can be swiped away, with the request behind its button.
  private mutating func checkSheet(_ request: CodeRequest, _ token: CodeToken) {
    guard let type = token.type.map({ program.widgetOfState[$0] ?? $0 }),
      !program.bodies(of: type).contains(where: \.stays)
    else { return }
    for maker in program.makers(of: type) {
      for frame in maker.token.frames where ["sheet", "showModalBottomSheet"].contains(frame.name.text) {
        let end = maker.token.at(min(frame.end, maker.token.source.tokens.count - 12) + 12)
        if (frame.name..<max(frame.name, end)).stays { return }
        return note("L5 sheet", ["type": type], at: frame.name, request: request)
      }
    }
  }
}
