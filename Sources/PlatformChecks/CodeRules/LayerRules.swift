/// A consent layer and the alert (L23 to L25).
extension CodeInspection {
  mutating func checkLayers() {
    let layers = program.uses("layer").filter { program.file($0).isCalled($0.index) }
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
    let isLayerFirst = program.isBehind(one, other)
    if isLayerFirst, !isConsulted { tell("L25 request") }
    let isRequestFirst = program.isBehind(other, one)
    if isRequestFirst, opensAfterNo(request, layer, one) {
      note("L24 layer", ["request": words(request.token, from: layer)], at: layer, request: request)
    }
    if isLayerFirst || isRequestFirst { return true }
    let isOneWay = program.runsOn(from: min(one, other), to: max(one, other))
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
    let source = program.file(request.token)
    let names = source.answerNames(request.token.index)
    let end = site.file == request.token.file ? max(site.index, source.arguments(site.index).upperBound) : 0
    // The answer's name stands once where it is declared.
    let mentions = (request.token.index..<max(request.token.index, end)).count {
      names.contains(source.text($0))
    }
    return mentions < 2 && !looksAtAnswers(layer) && !looksAtAnswers(site) && program.uses("refusal").isEmpty
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
