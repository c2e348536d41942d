import RuleBook

/// A dialog or a screen of the app's own before the request (L5, L6, L8, L9).
extension CodeInspection {
  mutating func checkDialogs() {
    for request in requests {
      let sites = program.sites(request.token, steps: 3)
      if let dialog = ([request.token] + sites.map(\.token)).lazy.compactMap(program.dialog(before:)).first {
        check(dialog, before: request, sites.map(\.token))
      } else if request.triggers.contains(where: { $0.moment == .tap }) {
        checkScreen(request, sites)
      }
    }
  }

  private mutating func check(_ dialog: CodeToken, before request: CodeRequest, _ sites: [CodeToken]) {
    let source = program.file(dialog)
    let buttons = program.buttons(of: dialog)
    if let asking = buttons.first(where: \.asks) {
      note("L6 button", ["title": asking.title, "what": "the dialog"], at: asking.token, request: request)
    }
    guard buttons.count > 1 else {
      // A dialog of one button that a tap beside it closes, or a swipe.
      if WordList.has("dialogs that a tap beside them closes", source.text(dialog.index)),
        !source.stays(source.arguments(dialog.index))
      {
        note("L5 beside", at: dialog, request: request)
      }
      return
    }
    let leading = buttons.first { button in
      button.asks
        || button.token.file == request.token.file
          && program.file(button.token).arguments(button.token.index).contains(request.token.index)
    }
    let exit =
      buttons.first(where: \.leaves) ?? buttons.first { $0.token != leading?.token } ?? buttons[1]
    note(
      "L5 button", ["title": exit.title.isEmpty ? "" : " '\(exit.title)'"], at: exit.token, request: request,
      related: [(dialog, "the dialog")])
    checkShield(dialog)
    // A dialog that comes whatever the status is.
    let files = Set(([dialog, request.token] + sites).map(\.file))
    if !program.uses("status").contains(where: { files.contains($0.file) }) {
      note("L9 dialog", at: dialog, request: request)
    }
  }

  /// A dialog that can be left, and comes back at every start with the alert unspent.
  private mutating func checkShield(_ dialog: CodeToken) {
    let again = CodeTrigger.Moment.beginning.union([.change, .foreground])
    let isRemembered = ([dialog] + program.sites(dialog, steps: 3).map(\.token)).contains { site in
      program.around(site).contains { $0.isConditional && !keys($0, site).isEmpty }
    }
    guard !isRemembered, let comes = program.triggers(dialog).first(where: { again.contains($0.moment) })
    else { return }
    note("L8 dialog", at: dialog, related: [(comes.entry, "where it comes from")])
  }

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
      let asking = CodeButton(token.at(frames[button].name), source)
      if asking.asks {
        note(
          "L6 button", ["title": asking.title, "what": "the screen"], at: asking.token, request: request,
          confidence: .likely)
      }
      let exit = program.buttons(in: source.range(body.number), token.file).first { other in
        other.token != asking.token && other.leaves
          && !program.around(other.token).contains { program.isDialog(token.at($0.name)) }
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
    }.map { site.token.at($0.nameToken) }
  }

  /// A sheet that can be swiped away, with the request behind its button.
  private mutating func checkSheet(_ request: CodeRequest, _ token: CodeToken) {
    guard let type = program.file(token).type(around: token.index).map({ program.widgetOfState[$0] ?? $0 })
    else { return }
    let bodies = ([type] + (program.statesOfWidget[type] ?? [])).flatMap { program.types[$0] ?? [] }
    if bodies.contains(where: { program.files[$0.file].stays(program.body(of: $0)) }) { return }
    for maker in program.makers(of: type) {
      let source = program.file(maker.token)
      for frame in source.around(maker.token.index)
      where ["sheet", "showModalBottomSheet"].contains(source.text(frame.name)) {
        let end = min(frame.end, source.tokens.count - 12) + 12
        if source.stays(frame.name..<max(frame.name, end)) { return }
        return note("L5 sheet", ["type": type], at: maker.token.at(frame.name), request: request)
      }
    }
  }
}
