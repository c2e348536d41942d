import ExperimentFiles
import Foundation
import SeededNumbers
import Testing

@Suite struct MutationTests {
  /// As many as take some seconds; the fuzzing of files does a hundred thousand.
  static let count = 2_000

  static let tokens = [
    "null", "~", "[", "]", "{", "}", ":", "- ", "? ", "|", ">", "&a ", "*a", "!!", "%", "#", "'", "\"", "\t",
    "\0", "\u{FEFF}", "é", "nan", ".inf", "-1", "1e400", "0x10", "1_000", "{sweep: [1, 2]}",
    "{uniform: [0, 1]}",
    "{normal: [0, -1]}", "{beta: [1]}", "[1, 2]", "---\n", "...\n", "<<: ", "segments:", "joint:", "share",
    "999999999999", "0", "os", ", ", "\r\n", "  ",
  ]

  static func goodFiles() throws -> [[UInt8]] {
    let reference = ReferenceFilesTests.names.map { "Tests/SimulationTests/Reference/\($0).yaml" }
    let files = reference.map { repository.appending(path: $0) }
    return try files.map { Array(try Data(contentsOf: $0)) } + [Array(wholeExperiment.utf8)]
      + BuiltInPopulation.allCases.map { Array(starterExperiment(preset: $0).utf8) }
  }

  static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(3) {
      let at = random.below(bytes.count)
      switch random.below(6) {
      case 0: if !bytes.isEmpty { bytes[at] ^= 1 << UInt8(random.below(8)) }
      case 1:
        let end = min(bytes.count, at + 1 + random.below(30))
        bytes.removeSubrange(at..<end)
      case 2, 3: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: at)
      case 4:
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.swapAt(random.below(lines.count), random.below(lines.count))
        bytes = Array(lines.joined(separator: [0x0A]))
      case 5: bytes = Array(bytes.prefix(at))
      default: break
      }
    }
    return bytes
  }

  @Test("Mutated files load, or end in problems within the file")
  func mutations() throws {
    let files = try Self.goodFiles()
    var random = SplitMix(seed: 20_261_121)
    var loaded = 0
    for number in 0..<Self.count {
      let bytes = Self.mutate(files[number % files.count], &random)
      let lines = bytes.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      do {
        let file = try readFitted(text: bytes, path: "x.yaml")
        loaded += 1
        #expect(file.warnings.allSatisfy { $0.file != "x.yaml" || (1...lines).contains($0.line) })
      } catch let error as FileProblems {
        #expect(!error.problems.isEmpty)
        for problem in error.problems where problem.file == "x.yaml" {
          #expect((1...lines).contains(problem.line), "\(problem) in mutation \(number) of \(lines) lines")
          #expect(problem.column >= 1)
        }
      }
    }
    // Both outcomes occur: neither is the loader deaf nor does it accept nothing.
    #expect(loaded > Self.count / 20)
    #expect(loaded < Self.count)
  }
}
