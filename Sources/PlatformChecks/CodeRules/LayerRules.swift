import ExperimentDesign

/// A consent layer and the alert (L23 to L25).
extension CodeInspection {
  mutating func checkLayers() {
    let layers = program.uses("layer").filter { program.file($0).isCalled($0.index) }
    for request in requests {
      for layer in layers {
        let meeting = program.meeting(layer, request.token)
        if let (one, other) = meeting {
          if program.isBehind(one, other) { checkRefused(request, layer) }
          if program.isBehind(other, one) { checkAfterNo(request, layer, one) }
          if program.isBehind(one, other) || program.isBehind(other, one) { continue }
          if one.index < other.index
            ? program.runsOn(from: one, to: other) : program.runsOn(from: other, to: one)
          {
            note(
              "L23", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
              "The consent layer opens on the same way (\(words(layer, from: request.token))) and nothing waits for it: layer and alert meet, and one of them is lost.",
              fix: "Ask in the layer's completion, or open the layer in the request's.")
            continue
          }
        }
        checkChains(request, layer)
      }
    }
  }

  /// A request after the layer that does not look at what the layer was told.
  private mutating func checkRefused(_ request: CodeRequest, _ layer: CodeToken) {
    // What a layer keeps of its answers is named somewhere.
    let isConsulted =
      !program.uses("consulted").isEmpty
      || program.files.contains { $0.tokens.contains { $0.kind == .text && $0.text.hasPrefix("IABTCF_") } }
    if isConsulted { return }
    note(
      "L25", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
      "The alert follows the consent layer (\(words(layer, from: request.token))) whatever that was told: who refused everything there must not be asked again.",
      fix: "Read the layer's answer (IABTCF_PurposeConsents, purpose 1) and skip the request after a refusal."
    )
  }

  /// A layer that opens after the alert, whatever was answered there.
  private mutating func checkAfterNo(_ request: CodeRequest, _ layer: CodeToken, _ site: CodeToken) {
    let source = program.file(request.token)
    let names = source.answerNames(request.token.index)
    let end = site.file == request.token.file ? max(site.index, source.arguments(site.index).upperBound) : 0
    // The answer's name stands once where it is declared.
    let mentions = (request.token.index..<max(request.token.index, end)).count {
      names.contains(source.text($0))
    }
    guard mentions < 2, !looksAtAnswers(layer), !looksAtAnswers(site), program.uses("refusal").isEmpty else {
      return
    }
    note(
      "L24", .error, .likely, at: layer, related: [(request.token, "the request")],
      "The consent layer opens after the alert (\(words(request.token, from: layer))) whatever was answered: who has said no is asked to be tracked again.",
      fix: "After a no reject the ad purposes, and show the layer for the others only.")
  }

  /// A layer and a request that begin at the same moment, each on a way of its own.
  private mutating func checkChains(_ request: CodeRequest, _ layer: CodeToken) {
    let beginning: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation]
    let isTogether = [request.triggers, program.triggers(layer)].allSatisfy { triggers in
      !triggers.isEmpty
        && triggers.allSatisfy { beginning.contains($0.moment) && !$0.has(.conditional) && !$0.has(.tied) }
    }
    guard isTogether else { return }
    note(
      "L23", .error, .likely, at: request.token, related: [(layer, "the consent layer")],
      "The request and the consent layer (\(words(layer, from: request.token))) begin as the app starts, each on a way of its own: they meet, and one of them is lost.",
      fix: "Make one chain of them: the layer's completion asks, or the request's opens the layer.")
  }
}

extension CodeProgram {
  /// Whether one call of a function is over when another is made: it is awaited, or the other stands in its completion.
  func isBehind(_ first: CodeToken, _ second: CodeToken) -> Bool {
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
