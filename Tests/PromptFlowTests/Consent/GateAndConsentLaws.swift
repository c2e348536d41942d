import PromptFlow
import Testing

@Suite("What holds of gates and consent layers after any order of events")
struct GateAndConsentLaws {
  private static let seeds = Array(UInt64(1)...20)

  private func drawGateEvent(_ random: inout SplitMix) -> AttributionGate.Event {
    switch random.below(6) {
    case 0: .started(isDetermined: random.chance(oneIn: 4))
    case 1: .determined
    case 2: .believedDenied
    case 3: .deadline
    default: .sessionEnded(secondsSinceStart: Double(random.below(500)))
    }
  }

  @Test("R126, R128: a gate sends at most once, and nothing moves it afterwards", arguments: seeds)
  func sendsOnce(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var most = 0
    for kind in GateKind.allCases {
      var gate = AttributionGate(kind: kind, waitSeconds: Double(random.below(500)))
      let actions = (0..<200).map { _ in gate.handle(drawGateEvent(&random)) }
      let afterSend = actions.drop { $0 != .send }.filter { $0 != .none }
      most = max(most, afterSend.count)
    }
    #expect(most <= 1)
  }

  @Test("R123: a foreground gate never waits below zero or beyond 360 seconds", arguments: seeds)
  func waitIsBounded(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var gate = AttributionGate(kind: .foreground, waitSeconds: 1_000)
    var waits: [Double] = []
    for _ in 0..<400 {
      if case .wait(let seconds) = gate.handle(drawGateEvent(&random)) { waits.append(seconds) }
      if gate.isSent { gate = AttributionGate(kind: .foreground, waitSeconds: 1_000) }
    }
    #expect(!waits.isEmpty && waits.allSatisfy { $0 > 0 && $0 <= 360 })
  }

  @Test(
    "R108, R112, R115: whatever happens, a layer that is up holds asks back, and a refusal stands until reversed",
    arguments: seeds)
  func refusalStands(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var wrong = 0
    for order in ConsentOrder.allCases {
      for onUndetermined in ConsentOnUndetermined.allCases {
        var layer = ConsentLayer(
          order: order, onUndetermined: onUndetermined, preGrant: random.chance(oneIn: 2))
        for _ in 0..<200 {
          let event = drawConsentEvent(&random)
          let before = layer
          layer.handle(event)
          if layer.isUp, !layer.holdsBackAsks { wrong += 1 }
          if before.purposes == .refused, layer.purposes != .refused, !isChange(event) { wrong += 1 }
          if before.personHasAnswered, !layer.personHasAnswered { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  private func drawView(_ random: inout SplitMix) -> ConsentLayer.View {
    let statuses: [AuthorizationStatus?] = [
      nil, .notDetermined, .restricted, .denied, .authorized, .unknown(9),
    ]
    return ConsentLayer.View(status: random.pick(statuses), appAsks: !random.chance(oneIn: 4))
  }

  private func drawConsentEvent(_ random: inout SplitMix) -> ConsentLayer.Event {
    let view = drawView(&random)
    return switch random.below(8) {
    case 0: .processStarted
    case 1: .activated(view)
    case 2: .determined(view)
    case 3: .requestUndetermined
    case 4: .shown(identifierIsReadable: random.chance(oneIn: 2), isForbidden: random.chance(oneIn: 2))
    case 5, 6: .ended(wouldAccept: random.chance(oneIn: 2))
    default: .changed(accepts: random.chance(oneIn: 2), mayAsk: random.chance(oneIn: 2))
    }
  }

  private func isChange(_ event: ConsentLayer.Event) -> Bool {
    if case .changed = event { true } else { false }
  }

  @Test("R112: a layer that a killed process took away comes again")
  func comesAgain() {
    var layer = ConsentLayer(order: .beforeATT, onUndetermined: .wait, preGrant: false)
    layer.handle(.activated(.init(status: .notDetermined, appAsks: true)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.processStarted)
    #expect(!layer.isUp)
    #expect(layer.isDue)
  }
}
