import ExperimentDesign
import ExperimentSamples
import ResultStore
import Testing

@Suite("A content key names what is computed")
struct ContentKeyTests {
  @Test("Bytes are hashed by FNV-1a of 64 bits")
  func reference() {
    // From the authors' test vectors (http://www.isthe.com/chongo/src/fnv/test_fnv.c).
    #expect(hashDigits([]) == "cbf29ce484222325")
    #expect(hashDigits(Array("a".utf8)) == "af63dc4c8601ec8c")
    #expect(hashDigits(Array("foobar".utf8)) == "85944171f73967e8")
  }

  @Test("Parts are kept apart")
  func parts() {
    #expect(ContentKey.of(parts: ["ab", "c"]) != ContentKey.of(parts: ["a", "bc"]))
    #expect(ContentKey.of(parts: ["1:a"]) != ContentKey.of(parts: ["a"]))
  }

  private func experiment() -> Experiment {
    makeExperiment([makeSegment()], [makeArm("a", .launch)], installs: 100).changed {
      $0.trials = 10
      $0.evidence = Dictionary(
        uniqueKeysWithValues: (0..<20).map { ("p\($0)", Evidence(grade: .assumed)) })
    }
  }

  @Test("The order in which evidence was written does not matter")
  func evidenceOrder() throws {
    let other = experiment().changed {
      $0.evidence = Dictionary(
        uniqueKeysWithValues: (0..<20).reversed().map { ("p\($0)", Evidence(grade: .assumed)) })
    }
    let key = ContentKey.of(experiment(), seed: 1, engine: "1")
    #expect(ContentKey.of(other, seed: 1, engine: "1") == key)
  }

  @Test("Seed, size, engine and evidence matter, and a seed from the file is like one drawn")
  func differences() throws {
    let key = ContentKey.of(experiment(), seed: 1, engine: "1")
    #expect(ContentKey.of(experiment(), seed: 2, engine: "1") != key)
    #expect(ContentKey.of(experiment(), seed: 1, engine: "2") != key)
    var other = experiment().changed { $0.trials = 11 }
    #expect(ContentKey.of(other, seed: 1, engine: "1") != key)
    var evidence = experiment().evidence
    evidence["p3"] = Evidence(grade: .published)
    other = experiment().changed { $0.evidence = evidence }
    #expect(ContentKey.of(other, seed: 1, engine: "1") != key)
    other = experiment().changed { $0.seed = 1 }
    #expect(ContentKey.of(other, seed: 1, engine: "1") == key)
  }
}
