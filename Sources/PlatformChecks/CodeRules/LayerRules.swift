/// A consent layer and the alert (L23 to L25).
extension CodeInspection {
  mutating func checkLayers() {
    let layers = program.uses("layer").filter(\.isCalled)
    for request in requests {
      for layer in layers where !checkMeeting(request, layer) && isTogether(request, layer) {
        note(
          "L23 two ways", ["layer": words(layer, from: request.token)], at: request.token,
          related: [(layer, "the consent layer")])
      }
    }
  }

  /// A layer and a request on one way.
  ///
  /// - Returns: whether they meet on one.
  private mutating func checkMeeting(_ request: CodeRequest, _ layer: CodeToken) -> Bool {
    guard let (one, other) = program.meeting(layer, request.token) else { return false }
    func tell(_ name: String) {
      note(
        name, ["layer": words(layer, from: request.token)], at: request.token,
        related: [(layer, "the consent layer")])
    }
    let isLayerFirst = other.isBehind(one)
    if isLayerFirst, !isConsulted { tell("L25 request") }
    let isRequestFirst = one.isBehind(other)
    if isRequestFirst, opensAfterNo(request, layer, one) {
      note("L24 layer", ["request": words(request.token, from: layer)], at: layer, request: request)
    }
    if isLayerFirst || isRequestFirst { return true }
    let isOneWay = min(one, other).runsOn(to: max(one, other))
    if isOneWay { tell("L23 beside") }
    return isOneWay
  }

  /// Whether any source looks at what a layer was told: what it keeps of its answers is named somewhere.
  private var isConsulted: Bool {
    !program.uses("consulted").isEmpty
      || program.files.contains { $0.tokens.contains { $0.kind == .text && $0.text.hasPrefix("IABTCF_") } }
  }

  /// Whether a layer opens after the alert, whatever was answered there.
  private func opensAfterNo(_ request: CodeRequest, _ layer: CodeToken, _ site: CodeToken) -> Bool {
    let token = request.token
    let names = token.answerNames
    let end = site.source === token.source ? max(token, site, site.arguments.upperBound) : token
    // The answer's name stands once where it is declared.
    return (token..<end).count { names.contains($0.text) } < 2 && !layer.looksAtAnswers
      && !site.looksAtAnswers && program.uses("refusal").isEmpty
  }

  /// Whether a layer and a request begin at the same moment, each on a way of its own.
  private func isTogether(_ request: CodeRequest, _ layer: CodeToken) -> Bool {
    [request.triggers, program.triggers(layer)].allSatisfy { triggers in
      !triggers.isEmpty
        && triggers.allSatisfy {
          CodeTrigger.Moment.beginning.contains($0.moment)
            && $0.doubts.isDisjoint(with: [.conditional, .tied])
        }
    }
  }
}
