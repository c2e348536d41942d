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

  @Test("R103: with permission the person is asked, and the answer decides", arguments: [true, false])
  func authorizedAsks(accepts: Bool) {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    layer.handle(.shown(identifierIsReadable: true))
    #expect(layer.asksToTrack)
    layer.handle(.ended(wouldAccept: accepts))
    #expect(layer.isAccepted == accepts)
  }

  @Test(
    "R106: before iOS 14 the layer opens at the first activation, whether or not the app would ask",
    arguments: ConsentOrder.allCases, [false, true])
  func before14(order: ConsentOrder, appAsks: Bool) {
    var layer = makeLayer(order)
    layer.handle(.activated(View(status: nil, appAsks: appAsks)))
    #expect(layer.isDue && layer.holdsBackAsks)
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
  }

  @Test("R108: the audit objects to a layer that asks to track after the alert was denied")
  func auditOfAskingAgain() {
    var audit = FlowAudit(hasConsentLayer: true)
    let objections = audit.objections(
      .alertShown, .alertEnded(.deny), .layerShown(asksToTrack: true), .layerEnded(accepted: true))
    #expect(objections == [nil, nil, .askedAgainAfterDenial, nil])
  }

  @Test("R109: the audit objects to an alert after a refusal in the layer")
  func auditOfRefusal() {
    var audit = FlowAudit(hasConsentLayer: true)
    let objections = audit.objections(
      .layerShown(asksToTrack: true), .layerEnded(accepted: false), .alertShown)
    #expect(objections == [nil, nil, .alertAfterRefusal])
  }

  @Test(
    "R42, R104: what the app rejects for want of permission is no refusal, and comes again with the permission"
  )
  func rejectedByApp() {
    var layer = makeLayer()
    layer.handle(.determined(seeing(.authorized)))
    layer.handle(.shown(identifierIsReadable: true))
    layer.handle(.ended(wouldAccept: true))
    layer.handle(.rejectedByApp)
    #expect(layer.purposes == .rejectedForLack && !layer.personHasAnswered)
    layer.handle(.activated(seeing(.authorized)))
    #expect(layer.isDue)
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

  @Test("R116: pre-granting does not overrule a person's refusal")
  func preGrantRespectsRefusal() {
    var layer = makeLayer(.beforeATT, preGrant: true)
    layer.handle(.activated(seeing(.notDetermined)))
    layer.handle(.shown(identifierIsReadable: false))
    layer.handle(.ended(wouldAccept: false))
    layer.handle(.activated(seeing(.authorized)))
    #expect(layer.purposes == .refused)
  }
}
