import PromptFlow
import Testing

@Suite("What the consent layer asks, and when")
struct ConsentLayerTests {
  private typealias View = ConsentLayer.View

  private func makeLayer(
    _ order: ConsentOrder = .afterATT, onUndetermined: ConsentOnUndetermined = .wait,
    preGrant: Bool = false
  ) -> ConsentLayer {
    ConsentLayer(order: order, onUndetermined: onUndetermined, preGrant: preGrant)
  }

  private func seeing(_ status: AuthorizationStatus?) -> View { View(status: status, appAsks: true) }

  @Test("R99, R115: where the permission says no, no consent makes ads personal")
  func permissionWins() {
    let denied = makePermission(answered: .deny)
    #expect(
      AdServing(identifierIsReadable: denied.identifierIsReadable, purposes: .accepted) == .contextual)
  }

  @Test("R101: after the alert means after: the layer is due once the status is settled")
  func afterTheAlert() {
    var layer = makeLayer()
    layer.handle(.activated(seeing(.notDetermined)))
    #expect(!layer.isDue)
    layer.handle(.determined(seeing(.authorized)))
    #expect(layer.isDue)
  }

  @Test("R101: an ask that falls due while the layer is due waits for its end")
  func asksWait() {
    var flow = AppFlow.make()
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive))
    let held = AppFlow.Situation(status: .notDetermined, canShowScreen: true, consentHoldsBack: true)
    #expect(flow.handle(.askDue(held)) == .none)
    #expect(flow.handle(.consentEnded(.free)) == .askNow)
    #expect(flow.handle(.askDue(.free)) == .request)
  }

  @Test("R101: devices that are never asked open the layer at the first activation")
  func neverAsked() {
    var restricted = makeLayer()
    restricted.handle(.activated(seeing(.restricted)))
    #expect(restricted.isDue)
    var tooOld = makeLayer()
    tooOld.handle(.activated(View(status: .notDetermined, appAsks: false)))
    #expect(tooOld.isDue)
  }

  @Test("R102: while the status is not determined the layer stays closed and nothing is resolved")
  func waitsForTheAlert() {
    var layer = makeLayer()
    layer.handle(.activated(seeing(.notDetermined)))
    #expect(!layer.isDue)
    layer.handle(.requestUndetermined)
    layer.handle(.activated(seeing(.notDetermined)))
    #expect(!layer.isDue)
    #expect(!layer.isResolved)
  }

  @Test("R103: with permission the person is asked, and the answer decides", arguments: [true, false])
  func authorizedAsks(accepts: Bool) {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    layer.handle(.shown(identifierIsReadable: true))
    #expect(layer.asksToTrack)
    layer.handle(.ended(wouldAccept: accepts))
    #expect(layer.isAccepted == accepts)
    let serving = AdServing(identifierIsReadable: true, purposes: layer.purposes)
    #expect(serving == (accepts ? .personalized : .contextual))
  }

  @Test("R104: after a denial the ad purposes are rejected, and the layer asks for the others only")
  func deniedRejects() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.denied)))
    #expect(layer.isDue)
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: true))
    #expect(layer.purposes == .rejectedForLack)
    #expect(!layer.personHasAnswered)
  }

  @Test("R105: restricted is treated as denied")
  func restrictedRejects() {
    var layer = makeLayer()
    layer.handle(.activated(seeing(.restricted)))
    #expect(layer.isDue)
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: true))
    #expect(layer.purposes == .rejectedForLack)
  }

  @Test(
    "R106: before iOS 14 the layer opens at the first activation, whether or not the app would ask",
    arguments: ConsentOrder.allCases, [false, true])
  func before14(order: ConsentOrder, appAsks: Bool) {
    var layer = makeLayer(order)
    layer.handle(.activated(View(status: nil, appAsks: appAsks)))
    #expect(layer.isDue)
    #expect(layer.holdsBackAsks)
  }

  @Test("R107: after a request without a decision an app may open the layer, which asks; the answer stands")
  func openedEarly() {
    var layer = makeLayer(onUndetermined: .open)
    layer.handle(.requestUndetermined)
    #expect(layer.isDue)
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: true))
    #expect(layer.isAccepted)
    layer.handle(.determined(seeing(.denied)))
    #expect(layer.isAccepted)
    #expect(!layer.isDue)
    // The answer stands, and the permission still outranks it (R99).
    #expect(AdServing(identifierIsReadable: false, purposes: layer.purposes) == .contextual)
  }

  @Test("R108: a person who refused in the layer is not asked again when the permission comes later")
  func notAskedAgain() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    layer.handle(.shown(identifierIsReadable: true))
    layer.handle(.ended(wouldAccept: false))
    layer.handle(.activated(seeing(.authorized)))
    #expect(!layer.isDue)
    #expect(layer.purposes == .refused)
  }

  @Test("R108: the audit objects to a layer that asks to track after the alert was denied")
  func auditOfAskingAgain() {
    var audit = FlowAudit(hasConsentLayer: true)
    let objections = audit.objections(
      .alertShown, .alertEnded(.deny), .layerShown(asksToTrack: true), .layerEnded(accepted: true))
    #expect(objections == [nil, nil, .askedAgainAfterDenial, nil])
  }

  @Test("R109: who refuses in a layer that comes first is never asked for the permission")
  func refusedFirst() {
    var layer = makeLayer(.beforeATT)
    #expect(layer.holdsBackAsks)
    layer.handle(.activated(seeing(.notDetermined)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: false))
    #expect(layer.refusedFirst)

    var flow = AppFlow.make()
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive))
    flow.tell(.askDue(.init(status: .notDetermined, canShowScreen: true, consentHoldsBack: true)))
    flow.tell(.consentRefused)
    #expect(flow.handle(.consentEnded(.free)) == .none)
    flow.tell(.sessionEnded, .sessionStarted)
    #expect(flow.handle(.hookReached(.didBecomeActive)) == .none)
  }

  @Test("R109: the audit objects to an alert after a refusal in the layer")
  func auditOfRefusal() {
    var audit = FlowAudit(hasConsentLayer: true)
    let objections = audit.objections(
      .layerShown(asksToTrack: true), .layerEnded(accepted: false), .alertShown)
    #expect(objections == [nil, nil, .alertAfterRefusal])
  }

  @Test("R110: only a consent given before the alert may be referred to in its text")
  func mayBeCited() {
    let orders = ConsentOrder.allCases.map { order in
      var layer = makeLayer(order)
      layer.handle(.activated(seeing(order == .afterATT ? .authorized : .notDetermined)))
      layer.handle(.shown(identifierIsReadable: order == .afterATT))
      let before = layer.mayBeCited
      layer.handle(.ended(wouldAccept: true))
      return [before, layer.mayBeCited]
    }
    #expect(orders == [[false, false], [false, true]])
  }

  @Test("R111: after a denial the layer does not ask to track")
  func doesNotAskToTrack() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.denied)))
    layer.handle(.shown(identifierIsReadable: false))
    #expect(layer.isUp)
    #expect(!layer.asksToTrack)
  }

  @Test("R112: while the layer is up every ask waits")
  func neverBoth() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    #expect(layer.holdsBackAsks)
    layer.handle(.shown(identifierIsReadable: true))
    #expect(layer.isUp)
    #expect(layer.holdsBackAsks)
    layer.handle(.ended(wouldAccept: true))
    #expect(!layer.holdsBackAsks)
  }

  @Test("R112: an activation under the layer does not make it come twice")
  func activationUnderTheLayer() {
    var layer = makeLayer(.beforeATT)
    layer.handle(.activated(seeing(.notDetermined)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.activated(seeing(.notDetermined)))  // another permission's alert came on top and went
    layer.handle(.ended(wouldAccept: true))
    #expect(!layer.isDue)
  }

  @Test("R101, R112: the audit objects to two questions on screen together, whichever came first")
  func auditOfBoth() {
    var alertFirst = FlowAudit(hasConsentLayer: true)
    #expect(
      alertFirst.objections(.alertShown, .layerShown(asksToTrack: false)) == [nil, .twoQuestionsAtOnce])
    var layerFirst = FlowAudit(hasConsentLayer: true)
    #expect(
      layerFirst.objections(.layerShown(asksToTrack: true), .alertShown) == [nil, .twoQuestionsAtOnce])
  }

  @Test("R115: a person who has answered may open the layer again and reverse the answer")
  func reversed() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    layer.handle(.reversed)
    #expect(layer.purposes == .open)
    layer.handle(.shown(identifierIsReadable: true))
    layer.handle(.ended(wouldAccept: true))
    layer.handle(.reversed)
    #expect(layer.purposes == .refused)
    layer.handle(.reversed)
    #expect(layer.purposes == .accepted)
  }

  @Test("R116: pre-granting accepts without a screen, and is marked as consent nobody gave")
  func preGranted() {
    var layer = makeLayer(preGrant: true)
    layer.handle(.determined(seeing(.authorized)))
    #expect(layer.isAccepted)
    #expect(!layer.isDue)
    #expect(layer.isAcceptedUnasked)

    var asked = makeLayer()
    asked.handle(.determined(seeing(.authorized)))
    asked.handle(.shown(identifierIsReadable: true))
    asked.handle(.ended(wouldAccept: true))
    #expect(asked.isAccepted)
    #expect(!asked.isAcceptedUnasked)
  }

  @Test("R116: pre-granting does not overrule a person's refusal")
  func preGrantRespectsRefusal() {
    var layer = makeLayer(.beforeATT, preGrant: true)
    layer.handle(.activated(seeing(.notDetermined)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: false))
    layer.handle(.activated(seeing(.authorized)))
    #expect(layer.purposes == .refused)
  }

  @Test("R42: a permission found at a later activation opens the layer once more, which then asks")
  func askedOnceMore() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.denied)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: true))
    layer.handle(.activated(seeing(.denied)))
    #expect(!layer.isDue)
    layer.handle(.activated(seeing(.authorized)))
    #expect(layer.isDue)
    layer.handle(.shown(identifierIsReadable: true))
    layer.handle(.ended(wouldAccept: true))
    #expect(layer.isAccepted)
  }
}
