import ExperimentDesign

/// A consent layer and the alert (L23, L25).
extension CodeInspection {
  mutating func checkLayers() {
    let layers = program.uses("layer").filter { program.file($0).isCalled($0.index) }
    for request in requests {
      for layer in layers {
        switch order(layer, request.token) {
        case .together:
          note(
            "L23", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
            "The consent layer opens on the same way (\(words(layer, from: request.token))) and nothing waits for it: layer and alert meet, and one of them is lost.",
            fix: "Ask in the layer's completion, or open the layer in the request's.")
        case .chained: checkRefused(request, layer)
        case .apart: checkChains(request, layer)
        case .alertFirst: break
        }
      }
    }
  }

  private enum Order { case together, chained, apart, alertFirst }

  /// How a layer and a request follow one another.
  private func order(_ layer: CodeToken, _ request: CodeToken) -> Order {
    let own = program.sites(request)
    for site in program.sites(layer) {
      guard let same = own.first(where: { $0.function == site.function }) else { continue }
      let source = program.file(site.token)
      let (one, other) = (site.token.index, same.token.index)
      if isBehind(one, other, source) { return .chained }
      if isBehind(other, one, source) { return .alertFirst }
      let isRun =
        one < other
        ? program.runsOn(from: site.token, to: same.token) : program.runsOn(from: same.token, to: site.token)
      return isRun ? .together : .apart
    }
    return .apart
  }

  /// Whether one call is over when another is made: it is awaited, or the other stands in its completion.
  private func isBehind(_ first: Int, _ second: Int, _ source: CodeFile) -> Bool {
    for number in source.around(second) {
      let frame = source.frames[Int(number)]
      if frame.kind == .closure, Int(frame.name) == first { return true }
      if frame.kind == .closure, frame.name >= 0,
        ["then", "finally", "whenComplete"].contains(source.text(Int(frame.name))),
        (source.expressionStart(Int(frame.name))..<Int(frame.name)).contains(first)
      {
        return true
      }
    }
    guard first < second, source.isInside(second, source.frameOf[first]) else { return false }
    let start = source.expressionStart(first)
    return source.text(start - 1) == "await"
      || source.text(start - 2) == "await" && source.text(start - 1) == "["
      || source.text(start - 3) == "await"
  }

  /// A request after the layer that does not look at what the layer was told.
  private mutating func checkRefused(_ request: CodeRequest, _ layer: CodeToken) {
    guard program.uses("consulted").isEmpty, !isTextConsulted else { return }
    note(
      "L25", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
      "The alert follows the consent layer (\(words(layer, from: request.token))) whatever that was told: who refused everything there must not be asked again.",
      fix: "Read the layer's answer (IABTCF_PurposeConsents, purpose 1) and skip the request after a refusal."
    )
  }

  /// Whether a source names what a layer keeps of its answers.
  private var isTextConsulted: Bool {
    program.files.contains { source in
      source.tokens.contains { $0.kind == .text && $0.text.hasPrefix("IABTCF_") }
    }
  }

  /// A layer and a request that begin at the same moment, each on a way of its own.
  private mutating func checkChains(_ request: CodeRequest, _ layer: CodeToken) {
    let beginning: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation]
    func begins(_ triggers: [CodeTrigger]) -> Bool {
      !triggers.isEmpty
        && triggers.allSatisfy { beginning.contains($0.moment) && !$0.has(.conditional) && !$0.has(.tied) }
    }
    guard begins(request.triggers), begins(program.triggers(layer)) else { return }
    note(
      "L23", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
      "The request and the consent layer (\(words(layer, from: request.token))) begin as the app starts, each on a way of its own: they meet, and one of them is lost.",
      fix: "Make one chain of them: the layer's completion asks, or the request's opens the layer.")
  }
}
