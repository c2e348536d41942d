import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@Suite("What an answer says of requests that show no alert")
struct LostRequestsTests: GoalSuite {
  /// Two options; the second loses 80 of its 200 requests behind another alert.
  ///
  /// - Parameters:
  ///   - shown: installs of 1,000 that see the second's alert, of 820 that reach the moment; half of those shown allow.
  ///   - other: the requests of 200 that the first loses, and how many of its installs see the alert.
  ///   - lead: by how many of 1,000 installs the second leads, at most.
  private func answer(
    shown: Int64, other: (lost: Int64, shown: Int64) = (0, 820), lead: Int64 = 120, prePrompt: String? = nil
  ) throws -> String {
    let warning = DescribedFinding(
      Finding(
        pitfall: "L12", rules: [], severity: .note, waived: nil,
        location: FileLocation(file: "x.yaml", key: "alerts.push.share"), arms: [1]),
      seen: "The request comes while the alert 'push' is up.", why: "It is lost.", fix: "Wait.")
    return unwrapped(
      text(
        try summary { outline in
          for arm in outline.arms.indices {
            outline.arms[arm].metrics[0] += [.lostRequestsPerRequest, .promptedPerInstall, .optInPerPrompted]
          }
          outline.arms[1].prePrompt = prePrompt
          outline.platform = PlatformDescription(findings: [warning], visibilities: [])
        } change: { arm, tally in
          tally[.triggerReached] = 820
          tally[.requests] = 200
          tally[.lostBehindAlert] = arm == 1 ? 80 : other.lost
          tally[.prompted] = arm == 1 ? shown : other.shown
          tally[.answeredAllow] = tally[.prompted] / 2
          tally[.allowedScoreNano] = tally[.answeredAllow] * 1_000_000_000
        } _: { trial in
          [(300, 3_000), (300 + (lead > 0 ? lead + Int64(trial % 7) : Int64(trial % 2)), 3_000)]
        }))
  }

  private static let lost = "40% of the requests of b are lost and show no alert (L12)."
  private static let move = "ask when no other alert is up, at another moment or in a later session."

  @Test(
    "where asking again makes up for them, that little is lost in the end, and no other moment is asked for")
  func madeUp() throws {
    let answer = try answer(shown: 816)
    #expect(
      answer.contains(
        "\(Self.lost) Asking again makes up for it: in the end 0.2 pp of opt-in is lost on average."),
      "\(answer)")
    #expect(!answer.contains(Self.move))
  }

  @Test("what an option with few lost requests loses otherwise is not counted")
  func few() throws {
    let answer = try answer(shown: 816, other: (4, 700))
    #expect(
      answer.contains(
        "and 2% of the requests of a are lost and show no alert (L12). Asking again makes up for it:")
        && answer.contains("in the end 0.2 pp of opt-in is lost on average."), "\(answer)")
  }

  @Test("where it does not, what is lost in the end, and what to do")
  func lost() throws {
    let answer = try answer(shown: 700)
    #expect(
      answer.contains(
        "\(Self.lost) In the end up to 6.0 pp of opt-in is lost. They need another request: \(Self.move)"),
      "\(answer)")
  }

  @Test("with a pre-prompt, which people decline too, nobody knows what they cost")
  func unknown() throws {
    let answer = try answer(shown: 816, prePrompt: "screen")
    #expect(answer.contains("\(Self.lost) They need another request: \(Self.move)"), "\(answer)")
  }

  @Test("a tie is for the simplest only where little is lost in the end")
  func tie() throws {
    let little = try answer(shown: 816, lead: 0)
    #expect(
      little.contains("Choose what is simplest to build.") && little.contains("in the end 0.2 pp"),
      "\(little)")
    let much = try answer(shown: 700, lead: 0)
    #expect(!much.contains("simplest"), "\(much)")
    #expect(much.contains("Choose one that loses few requests: a.") && much.contains(Self.move), "\(much)")
    #expect(!much.contains("Ask at another time"))
    // Where both lose many, neither is worth choosing before the other alert is out of the way.
    let both = try answer(shown: 700, other: (80, 700), lead: 0)
    #expect(both.contains("First ask when no other alert is up"), "\(both)")
    let step = "Ask at another time when no other alert is up: try "
    #expect(both.contains(step) && both.contains(".ask={session: 2}'"), "\(both)")
  }
}
