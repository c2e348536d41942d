import ExperimentDesign
import ExperimentSamples
import ResultStore
import Testing

@Suite("A content key names what is computed")
struct ContentKeyTests {
  @Test("Keys are SHA-256 of parts with their lengths, as Python's hashlib computes it")
  func reference() {
    // hashlib.sha256(b"".join(b"%d:%s" % (len(p), p) for p in parts)).hexdigest(), Python 3.11
    #expect(
      ContentKey.of(parts: [])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      ContentKey.of(parts: ["abc"])
        == "aab5f9ae99b2e38fb462025c8f72f570c9c811705d2a4277dc855d7fa293fe97")
    #expect(
      ContentKey.of(parts: ["ü", "", "🙂"])
        == "475c8c91a92962d8a2c5d14d92b4f79375d804d52a2363968faaa19319ec29d2")
    // 53 to 61 bytes with the length: around the padding's edge of 56.
    #expect(
      (50...58).map { ContentKey.of(parts: [String(repeating: "x", count: $0)]).prefix(8) }.joined()
        == "6675fe929c0510d730882ebb4ecede1771c69220a4fed4f149ac4b8639902e23964a9078")
    #expect(
      ContentKey.of(parts: [String(repeating: "y", count: 1000)])
        == "560c38ace01bf815b8b76e2e3ced8198f864892213a933a5e35bdb78d7eed2f4")
  }

  @Test("Parts are kept apart")
  func parts() {
    #expect(ContentKey.of(parts: ["ab", "c"]) != ContentKey.of(parts: ["a", "bc"]))
    #expect(ContentKey.of(parts: ["1:a"]) != ContentKey.of(parts: ["a"]))
  }

  private func experiment() -> Experiment {
    valid(
      try makeExperiment([makeSegment()], [makeArm("a", .launch)], installs: 100).replacing(
        trials: 10,
        evidence: Dictionary(
          uniqueKeysWithValues: (0..<20).map { ("p\($0)", Evidence(grade: .assumed)) })))
  }

  @Test("The order in which evidence was written does not matter")
  func evidenceOrder() throws {
    let other = try experiment().replacing(
      evidence: Dictionary(
        uniqueKeysWithValues: (0..<20).reversed().map { ("p\($0)", Evidence(grade: .assumed)) }))
    let key = ContentKey.of(experiment(), seed: 1, engine: "1")
    #expect(ContentKey.of(other, seed: 1, engine: "1") == key)
  }

  @Test("Seed, size, engine and evidence matter, and a seed from the file is like one drawn")
  func differences() throws {
    let key = ContentKey.of(experiment(), seed: 1, engine: "1")
    #expect(ContentKey.of(experiment(), seed: 2, engine: "1") != key)
    #expect(ContentKey.of(experiment(), seed: 1, engine: "2") != key)
    var other = try experiment().replacing(trials: 11)
    #expect(ContentKey.of(other, seed: 1, engine: "1") != key)
    var evidence = experiment().evidence
    evidence["p3"] = Evidence(grade: .published)
    other = try experiment().replacing(evidence: evidence)
    #expect(ContentKey.of(other, seed: 1, engine: "1") != key)
    other = try experiment().replacing(seed: 1)
    #expect(ContentKey.of(other, seed: 1, engine: "1") == key)
  }

  @Test("The key of an experiment is pinned, and says its form")
  func pinned() {
    #expect(
      ContentKey.of(experiment(), seed: 1, engine: "1")
        == "2:a7785995310b2f67f2ad96e1db4754fdd57de7210a768ee785e377d0704cdcf9")
    #expect(
      ContentKey.of(fullExperiment, seed: 1, engine: "1")
        == "2:946b970a528e57cbd1b4526e8d14e878dee25cc44aa7a87acd8dd81372a0c543")
    #expect(!ContentKey.isOfFirstForm(ContentKey.of(experiment(), seed: 1, engine: "1")))
    #expect(ContentKey.isOfFirstForm(ContentKey.of(parts: ["content of before"])))
  }
}
