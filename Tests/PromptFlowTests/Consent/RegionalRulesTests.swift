import PromptFlow
import Testing

@Suite("The European Union from iOS 27.2 on")
struct RegionalRulesTests {
  private func makeRules(
    _ device: String, _ account: String? = nil, _ release: RegionalRules.Release = .from27_2
  ) throws -> RegionalRules {
    RegionalRules(
      device: try #require(TrackingRegion(device)), account: try #require(TrackingRegion(account ?? device)),
      release: release)
  }

  private let calls: [RegionalRules.Overload] = [
    .classic, .expanded(prefersSheet: false, offersInformation: true),
    .expanded(prefersSheet: true, offersInformation: true),
  ]

  @Test("R73: in five countries either call shows the sheet", arguments: ["FR", "DE", "IT", "PL", "RO"])
  func fiveCountries(code: String) throws {
    let rules = try makeRules(code)
    #expect(calls.map { rules.surface(for: $0) } == [.sheet, .sheet, .sheet])
  }

  @Test("R73: both the device's place and the account's region have to be among the five")
  func bothLocations() throws {
    #expect(try makeRules("FR", "DE").surface(for: .classic) == .sheet)
    #expect(try makeRules("FR", "ES").surface(for: .classic) == .alert)
    #expect(try makeRules("US", "FR").surface(for: .classic) == .alert)
  }

  @Test(
    "R74: elsewhere in the Union only the call that prefers the sheet shows it",
    arguments: ["ES", "SE", "GR"])
  func restOfTheUnion(code: String) throws {
    let rules = try makeRules(code)
    #expect(calls.map { rules.surface(for: $0) } == [.alert, .alert, .sheet])
  }

  @Test("R59, R74: outside the Union, and before 27.2, every call shows the alert")
  func elsewhere() throws {
    let rules = [try makeRules("US"), try makeRules("GB"), try makeRules("FR", "FR", .before27_2)]
    #expect(rules.allSatisfy { rules in calls.allSatisfy { rules.surface(for: $0) == .alert } })
  }

  @Test("R75: the Markdown text is used on the sheet where declared, and nowhere else")
  func markdown() throws {
    let rules = try makeRules("FR")
    #expect(rules.text(on: .sheet, declaresMarkdown: true) == .markdown)
    #expect(rules.text(on: .sheet, declaresMarkdown: false) == .plain)
    #expect(rules.text(on: .alert, declaresMarkdown: true) == .plain)
  }

  @Test("R76: Additional Information is offered on the sheet, to the call that brings an action for it")
  func offersInformation() throws {
    #expect(calls.map(try makeRules("FR").offersInformation(for:)) == [false, true, true])
    #expect(calls.map(try makeRules("ES").offersInformation(for:)) == [false, false, true])
    #expect(calls.map(try makeRules("US").offersInformation(for:)) == [false, false, false])
  }

  @Test("R76: Additional Information ends the request without a decision and runs the app's action")
  func informationEndsUndecided() {
    var permission = makePermission()
    permission.tell(.requested)
    #expect(permission.handle(SheetEnd.additionalInformation.event) == .settle)
    #expect(permission.status == .notDetermined)
    #expect(permission.completionAfterAlert?.status == .notDetermined)
    #expect(SheetEnd.allCases.map(\.runsAction) == [false, false, true])
  }

  @Test("R77: after its own information the app may ask again and the prompt is shown again")
  func asksAfterInformation() throws {
    var permission = makePermission()
    permission.tell(.requested, SheetEnd.additionalInformation.event, .activated)
    #expect(try makeRules("FR").shouldAskAfterInformation(refusedEverything: false))
    #expect(permission.handle(.requested) == .present(.tracking))
    #expect(permission.handle(SheetEnd.allowed.event) == .settle)
    #expect(permission.status == .authorized)
  }

  @Test("R77: it should not ask a person who refused every legal consent there")
  func doesNotAskAfterRefusal() throws {
    #expect(!(try makeRules("FR").shouldAskAfterInformation(refusedEverything: true)))
  }

  @Test(
    "R78: a year after the answer, with the switch on, one more request shows the prompt",
    arguments: [AlertAnswer.allow, .deny])
  func asksAgainAfterAYear(answer: AlertAnswer) throws {
    let rules = try makeRules("ES")
    var permission = makePermission(answered: answer)
    permission.mayAskAgain = rules.mayAskAgain(daysSinceAnswer: 364.9, on: permission.device)
    let stored = try #require(permission.status)
    #expect(permission.handle(.requested) == .complete(stored, nil))

    permission.mayAskAgain = rules.mayAskAgain(daysSinceAnswer: 365, on: permission.device)
    #expect(permission.handle(.requested) == .present(.tracking))
    #expect(permission.status == stored)  // R79: until there is a new answer
    permission.tell(.answered(answer == .allow ? .deny : .allow), .activated)
    #expect(permission.status == (answer == .allow ? .denied : .authorized))
    #expect(permission.handle(.requested) != .present(.tracking))
  }

  @Test("R78: not without an answer, not with the switch off, not outside the Union, not before 27.2")
  func doesNotAskAgain() throws {
    let inside = try makeRules("ES")
    #expect(!inside.mayAskAgain(daysSinceAnswer: nil, on: TrackingDevice()))
    #expect(!inside.mayAskAgain(daysSinceAnswer: 400, on: TrackingDevice(allowsRequests: false)))
    #expect(!(try makeRules("US").mayAskAgain(daysSinceAnswer: 400, on: TrackingDevice())))
    #expect(!(try makeRules("ES", "ES", .before27_2).mayAskAgain(daysSinceAnswer: 400, on: TrackingDevice())))
  }

  @Test("R78, R79: a renewed prompt that ends without a decision leaves the old answer standing")
  func renewedWithoutDecision() {
    var permission = makePermission(answered: .allow)
    permission.mayAskAgain = true
    permission.tell(.requested, .endedUndecided, .activated)
    #expect(permission.status == .authorized)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R73: a region is two letters of either case", arguments: ["", "F", "FRA", "12", "é"])
  func regions(text: String) {
    #expect(TrackingRegion(text) == nil)
    #expect(TrackingRegion("fr")?.code == "FR")
    #expect(TrackingRegion("fr") == TrackingRegion("FR"))
  }
}
