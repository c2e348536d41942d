import PromptFlow
import Testing

@Suite("When an app asks")
struct AskTriggerTests {
  private let article = EventKind(rawValue: 0)
  private let video = EventKind(rawValue: 1)

  @Test("R140: asking at launch runs at each activation while the status is not determined")
  func launch() {
    var flow = AppFlow.make(.launch)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
    #expect(
      flow.transcript(.askDue(.free), .requestEnded(.notDetermined), .activated)
        == [.request, .none, .startDelay])
    #expect(
      flow.transcript(.askDue(.free), .requestEnded(.denied), .activated) == [.request, .none, .none])
  }

  @Test("R141: before onboarding is completed nothing asks; completing it asks at once")
  func onboarding() {
    var flow = AppFlow.make(.onboarding)
    #expect(
      flow.transcript(.sessionStarted, .hookReached(.didBecomeActive), .activated)
        == [.none, .none, .none])
    #expect(flow.handle(.onboardingCompleted) == .startDelay)
    #expect(flow.isOnboarded)
  }

  @Test("R141: once completed, later sessions ask at the hook")
  func onboardedLater() {
    var flow = AppFlow.make(.onboarding, retry: .nextSession)
    flow.tell(.sessionStarted, .onboardingCompleted, .askDue(.free), .requestEnded(.notDetermined))
    flow.tell(.sessionEnded)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
  }

  @Test("R142: a delay precedes the ask, and an alert that came meanwhile wins")
  func delay() {
    var permission = makePermission()
    var flow = AppFlow.make(.launch)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
    #expect(permission.handle(.otherAlertDue(0)) == .present(.other(0)))
    #expect(flow.handle(.askDue(.free)) == .request)
    #expect(permission.handle(.requested) == .complete(.notDetermined, .behindAlert))
  }

  @Test("R142: while a delay runs, no activation starts a second one")
  func oneDelay() {
    var flow = AppFlow.make(.launch)
    let actions = flow.transcript(
      .sessionStarted, .hookReached(.didBecomeActive), .activated, .hookReached(.didBecomeActive))
    #expect(actions == [.none, .startDelay, .none, .none])
  }

  @Test("R143: a value moment asks when the third article ends, not before and not for other events")
  func thirdArticle() {
    var flow = AppFlow.make(.event(article, count: 3))
    let actions = flow.transcript(
      .sessionStarted, .hookReached(.didBecomeActive), .eventEnded(article), .eventEnded(video),
      .eventEnded(article), .sessionEnded, .sessionStarted, .hookReached(.didBecomeActive),
      .eventEnded(video), .eventEnded(article))
    #expect(actions.dropLast().allSatisfy { $0 == .none })
    #expect(actions.last == .startDelay)
  }

  @Test("R143: once reached, the moment stays reached: a lost ask comes again at the next hook")
  func staysTrue() {
    var flow = AppFlow.make(.event(article, count: 1), retry: .nextSession)
    flow.tell(.sessionStarted, .eventEnded(article), .askDue(.free), .requestEnded(.notDetermined))
    #expect(flow.handle(.eventEnded(article)) == .none)
    flow.tell(.sessionEnded)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
  }

  @Test("R143: the Kth session asks from its start on")
  func laterSession() {
    var flow = AppFlow.make(.session(2))
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .none])
    flow.tell(.sessionEnded)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
  }

  @Test("R144: code in a view that appears before the scene is active asks too early and is lost")
  func viewAppeared() {
    var permission = makePermission(isActive: false)
    var flow = AppFlow.make(.launch, hook: .viewAppeared)
    #expect(flow.transcript(.sessionStarted, .hookReached(.viewAppeared)) == [.none, .startDelay])
    #expect(flow.handle(.askDue(.free)) == .request)
    #expect(permission.handle(.requested) == .complete(.notDetermined, .notActive))
  }

  @Test("R144: a pre-prompt waits for the active app, so its button never asks too early")
  func prePromptIsActive() {
    var flow = AppFlow.make(
      .launch, hook: .viewAppeared,
      prePrompt: PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil))
    flow.tell(.sessionStarted, .hookReached(.viewAppeared))
    let inactive = AppFlow.Situation(
      status: .notDetermined, canShowScreen: false, consentHoldsBack: false)
    #expect(flow.handle(.askDue(inactive)) == .none)
    #expect(flow.handle(.screenFree(.free)) == .showPrePrompt)
  }

  @Test("R145: after a lost request, each activation asks again until there is an answer")
  func rearms() {
    var flow = AppFlow.make(.launch, retry: .eachActivation)
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive), .askDue(.free))
    for _ in 1...3 {
      flow.tell(.requestEnded(.notDetermined))
      #expect(flow.transcript(.activated, .askDue(.free)) == [.startDelay, .request])
    }
    #expect(flow.transcript(.requestEnded(.authorized), .activated) == [.none, .none])
  }

  @Test("R145: an app that asks again in the next session waits for it, and one that never does, does not")
  func otherRetries() {
    var next = AppFlow.make(.launch, retry: .nextSession)
    var never = AppFlow.make(.launch, retry: .never)
    next.tell(.sessionStarted, .hookReached(.didBecomeActive), .askDue(.free), .requestEnded(.notDetermined))
    never.tell(.sessionStarted, .hookReached(.didBecomeActive), .askDue(.free), .requestEnded(.notDetermined))
    #expect(next.handle(.activated) == .none)
    #expect(never.handle(.activated) == .none)
    next.tell(.sessionEnded, .sessionStarted)
    never.tell(.sessionEnded, .sessionStarted)
    #expect(next.handle(.hookReached(.didBecomeActive)) == .startDelay)
    #expect(never.handle(.hookReached(.didBecomeActive)) == .none)
  }

  @Test("R145: another party's lost request does not make the app ask before its moment")
  func otherParty() {
    var flow = AppFlow.make(.onboarding)
    #expect(
      flow.transcript(.sessionStarted, .requestEnded(.notDetermined), .activated) == [.none, .none, .none])
  }

  @Test(
    "R145: an ask that the end of the session cut off was no request, and comes again",
    arguments: RetryPolicy.allCases)
  func cutOff(retry: RetryPolicy) {
    var flow = AppFlow.make(.launch, retry: retry)
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive), .sessionEnded, .sessionStarted)
    #expect(flow.handle(.hookReached(.didBecomeActive)) == .startDelay)
  }
}
