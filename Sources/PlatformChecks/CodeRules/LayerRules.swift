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
    let related = [(layer, "the consent layer")]
    let layerWords = ["layer": words(layer, from: request.token)]
    let isLayerFirst = program.isBehind(one, other)
    if isLayerFirst, !isConsulted { note("L25 request", layerWords, at: request.token, related: related) }
    let isRequestFirst = program.isBehind(other, one)
    if isRequestFirst, opensAfterNo(request, layer, one) {
      note("L24 layer", ["request": words(request.token, from: layer)], at: layer, request: request)
    }
    if isLayerFirst || isRequestFirst { return true }
    let isOneWay =
      one.index < other.index ? program.runsOn(from: one, to: other) : program.runsOn(from: other, to: one)
    if isOneWay { note("L23 beside", layerWords, at: request.token, related: related) }
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
    let beginning: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation]
    return [request.triggers, program.triggers(layer)].allSatisfy { triggers in
      !triggers.isEmpty
        && triggers.allSatisfy { beginning.contains($0.moment) && !$0.has(.conditional) && !$0.has(.tied) }
    }
  }
}

extension CodeProgram {
  /// Whether one call of a function is over when another is made: it is awaited, or the other stands in its completion.
  fileprivate func isBehind(_ first: CodeToken, _ second: CodeToken) -> Bool {
    let source = files[first.file]
    for frame in source.around(second.index) where frame.kind == .closure {
      if frame.name == first.index { return true }
      if ["then", "finally", "whenComplete"].contains(source.text(frame.name)),
        (source.expressionStart(frame.name)..<frame.name).contains(first.index)
      {
        return true
      }
    }
    guard first.index < second.index, source.isInside(second.index, source.frameOf[first.index]) else {
      return false
    }
    let start = source.expressionStart(first.index)
    return source.text(start - 1) == "await" || source.text(start - 3) == "await"
      || source.text(start - 2) == "await" && source.text(start - 1) == "["
  }
}
