import Foundation
import Testing

@Suite("Conditions and limits in words")
struct SegmentWordsTests {
  @Test("segments are named where an option differs between them, and the one scenario of a file is not")
  func segments() throws {
    let lab = try Lab()
    try lab.write(
      """
      experiment: eu
      population: news
      adjust:
        segments:
          Europe: {share: 40%, consent: {order: before_att, accept: 60%}}
          Elsewhere: {share: 60%}
      usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
      arms: {launch: {ask: launch, usage_string: plain}, later: {ask: onboarding, usage_string: plain}}
      """, to: "eu.yaml")
    let text = try lab("check", "eu.yaml").output
    #expect(text.contains("launch (segment Europe)") && !text.contains("(base"), "\(text)")
    // Both segments come back alike.
    #expect(text.contains("Of all installs, ") && !text.contains("of 'Europe'"), "\(text)")
  }

  @Test("a guardrail says what it is the least or the most of, with its unit")
  func guardrails() throws {
    let lab = try Lab()
    #expect(
      try lab("explain", "guardrails.opt_in_per_install").output.contains(
        "The least opt_in_per_install that an option needs to be recommended; a share."))
    #expect(
      try lab("explain", "guardrails.sessions_lost_per_install").output.contains(
        "The most sessions_lost_per_install that an option may have and still be recommended; a mean"))
  }
}
