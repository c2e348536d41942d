import Testing

@testable import Inference

@Suite("Resampled trials")
struct ResampledTrialsTests {
  @Test("trials that are drawn together are resampled together, as many as there are")
  func blocks() {
    for replicate in ResampledTrials(trials: 43, replicates: 20, trialsOfABlock: 5) {
      #expect(replicate.count == 43)
    }
    let whole = Array(ResampledTrials(trials: 50, replicates: 2, trialsOfABlock: 5))
    #expect(whole.allSatisfy { replicate in replicate.indices.allSatisfy { replicate[$0] % 5 == $0 % 5 } })
  }

  @Test("too few blocks are resampled trial by trial, as independent trials are")
  func few() {
    let blocks = Array(ResampledTrials(trials: 35, replicates: 3, trialsOfABlock: 5))
    #expect(blocks == Array(ResampledTrials(trials: 35, replicates: 3)))
  }
}
