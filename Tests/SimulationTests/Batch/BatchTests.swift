import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

/// What is played in blocks, and counted two at a time, against one by one.
@Suite("Blocks of installs")
struct BatchTests {
  #if DEBUG
    static let experiments = 4
  #else
    static let experiments = 60
  #endif

  @Test(
    "full blocks, half full ones and one install alone come to what every second comes to", arguments: 0..<4)
  func blocks(batch: Int) {
    var generated = GeneratedExperiments(seed: UInt64(900 + batch), plainArms: true)
    for number in 0..<Self.experiments {
      let installs = [1, InstallColumns.capacity, 3 * InstallColumns.capacity + 1, 700][number % 4]
      let experiment = generated.next(installs: installs, arms: 4)
      let fast = Simulator(experiment: experiment, seed: UInt64(number))
      let reference = Simulator(experiment: experiment, seed: UInt64(number), engine: .reference)
      #expect(fast.trial(0) == reference.trial(0), "batch \(batch), experiment \(number)")
    }
  }

  @Test("so do lives of hundreds of sessions, and people who read dozens of articles in each")
  func extremes() {
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(20)), leaving: .beta(a: known(0.5), b: known(80)))
      $0[.activitySpread] = known(1.5)
      $0[.withActivity] = 0.3
      $0[.withStaying] = 0.3
      $0.events = [events(0, perSession: 5, seconds: 30, value: 1)]
      $0[.allowSpread] = 1
      $0[.unanswered] = 0.2
      $0[.reenable] = 0.003
      $0[.revoke] = 0.002
      $0.surroundings = Surroundings(
        attribution: AttributionModel(
          gate: .documented, starts: .process, numbers(.attribution, [.waitSeconds: 20])))
    }
    let article = EventKind(rawValue: 0)
    let arms = [
      makeArm("launch", .launch), makeArm("third", .event(article, count: 3)),
      makeArm("third again", .event(article, count: 3)) {
        $0.prePrompt = makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil))
      },
    ]
    let experiment = makeExperiment([segment], arms, installs: 1_500)
    let fast = Simulator(experiment: experiment, seed: 1)
    let reference = Simulator(experiment: experiment, seed: 1, engine: .reference)
    let found = fast.trial(0)
    #expect(found == reference.trial(0))
    // Sessions of a life: up to 600, and most people stay.
    #expect(found.wholes[0, 0][Counter.sessionsUndisturbed] > 256 * found.wholes[0, 0][Counter.installs])
  }

  @Test("so do people whose number of articles in a session takes more than one word")
  func busy() {
    let segment = makeSegment {
      $0[.activitySpread] = known(0.02)
      $0.events = [events(0, perSession: 12.5, seconds: 5)]
    }
    let arm = makeArm("third", .event(EventKind(rawValue: 0), count: 3))
    // One in some thousand reads less than three, or would, did one word tell.
    let experiment = makeExperiment([segment], [arm], installs: 400 * Self.experiments)
    let fast = Simulator(experiment: experiment, seed: 1)
    let reference = Simulator(experiment: experiment, seed: 1, engine: .reference)
    #expect(fast.trial(0) == reference.trial(0))
  }

  @Test("two answers at a time add up to what one after the other does")
  func sums() {
    let settings = AnswerScore.Settings(reenable: 0.01, revoke: 0.003)
    let pairs = ReusedBuffer<Int64>(repeating: 0, count: BatchTally.size)
    let singles = ReusedBuffer<Int64>(repeating: 0, count: BatchTally.size)
    let (byPairs, bySingles) = (BatchTally(pairs.pointer(to: 0)), BatchTally(singles.pointer(to: 0)))
    let stream = Seed(8).trial(0).install(1)
    var sums = AnswerSums()
    for number in 0..<UInt32(500) {
      let allows = SIMD2(
        stream.uniform(purpose: 1, index: number), stream.uniform(purpose: 2, index: number))
      let left = (1 + Int(number) % 50, 1 + Int(number) * 7 % AnswerSums.longest)
      let session = (Int(number) % 2, Int(number) % 3)
      let lived = (left.0 + session.0, left.1 + session.1)
      let early = (Int(number) / 2 % 2, Int(number) / 4 % 2)
      let score = AnswerScore.Pair(allows: allows, sessionsLeft: left, settings.chances)
      sums.add(
        score, lived: SIMD2(Double(lived.0), Double(lived.1)),
        isFirst: (session.0 == 0 ? 1 : 0, session.1 == 0 ? 1 : 0),
        isEarly: (UInt64(early.0), UInt64(early.1)))
      for (lane, (session, (lived, early))) in [
        (session.0, (lived.0, early.0)), (session.1, (lived.1, early.1)),
      ]
      .enumerated() {
        let facts = (session == 0 ? 1 : 0) | early << 1
        byPairs.addAnswer(facts)
        sums.addEnd(authorizedSessions: 2, lived: lived)
        bySingles.addAsked(
          facts, authorizedSessions: 2, lived: lived,
          AnswerScore(allows: allows[lane], answeredIn: session, lived: lived, settings))
      }
    }
    sums.add(to: byPairs)
    let differing = (0..<BatchTally.size).filter { pairs[$0] != singles[$0] }
    #expect(differing.isEmpty)
    #expect((0..<BatchTally.size).contains { pairs[$0] > 1_000_000 })
  }

  @Test("visits to Settings that are remembered are those that are drawn alone")
  func settings() {
    let draws = makeDraws(makeExperiment([makeSegment()], [makeArm("launch", .launch)]), Seed(1).trial(0))
    let segment = makeSegment {
      $0[.reenable] = 0.2
      $0[.revoke] = 0.1
    }
    let people = TrialSegment(segment, draws, horizon: 30)
    var many = SettingsVisits()
    many.removeAll()
    var indexes: [SettingsVisits.Range] = []
    for install in 0..<20 {
      many.drawAnother(Seed(1).trial(0).install(UInt64(install)), 1 + 3 * install, people)
      indexes.append(many.life)
    }
    for install in 0..<20 {
      var alone = SettingsVisits()
      alone.draw(Seed(1).trial(0).install(UInt64(install)), 1 + 3 * install, people)
      many.life = indexes[install]
      #expect(many.count == alone.count)
      for session in 0..<60 { #expect(many.uniform(inSession: session) == alone.uniform(inSession: session)) }
    }
    #expect(indexes.contains { $0.count > 3 })
  }

  @Test("a day that is not remembered is the day that is")
  func days() {
    let stream = Seed(2).trial(0).install(5)
    var remembered = VisitDays()
    remembered.begin(number: 40, horizon: 30)
    for session in 0...40 {
      #expect(
        VisitDays.day(of: session, number: 40, horizon: 30, stream) == remembered.day(of: session, stream))
    }
  }

  @Test("two lives' sessionsUntilChurn is each one's own")
  func sessionsUntilChurn() {
    let stream = Seed(3).trial(0).install(5)
    for number in 0..<UInt32(1_000) {
      let staying = SIMD2(
        stream.uniform(purpose: 1, index: number), stream.uniform(purpose: 2, index: number))
      let u = staying * SIMD2(stream.uniform(purpose: 3, index: number), 1 - 0x1p-30)
      let pair = SessionsUntilChurn.many(u, staying)
      #expect(
        pair == SIMD2(SessionsUntilChurn.many(u[0], staying[0]), SessionsUntilChurn.many(u[1], staying[1])))
    }
    #expect(SessionsUntilChurn.many(SIMD2(repeating: 0.5), SIMD2(1, 0.75))[0] == .infinity)
  }
}
