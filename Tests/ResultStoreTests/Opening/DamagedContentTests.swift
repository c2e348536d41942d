import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import SeededNumbers
import Testing

/// A store is read as another's file would be: what it holds is held to checksums, ranges and shapes.
@Suite("A damaged store is an error and never an answer")
struct DamagedContentTests {
  let scratch = Scratch()
  let inputs = RunInputs.sample()

  init() throws {
    let store = try ResultStore(path: scratch.path())
    let run = try store.begin(inputs, name: "kept", note: "A note.").id
    try store.append(inputs.sampleResults(0..<5), to: run, seconds: 2)
    try store.finish(run, answer: [0.105])
  }

  /// All that a store says, in words.
  private func everything(in path: String) throws(ResultStoreError) -> String {
    let store = try ResultStore(path: path, access: .reading)
    var words: [String] = []
    for run in try store.runs() {
      words.append("\(run)")
      words.append("\(try store.storedTrials(of: run.id)) \(try store.missingTrials(of: run.id))")
      words.append("\(try store.results(of: run.id, trials: 0..<100))")
      words.append("\(String(describing: try store.answer([Double].self, of: run.id)))")
    }
    return words.joined(separator: "\n")
  }

  private func tampered(_ sql: String) throws -> String {
    let path = scratch.path("tampered.sqlite")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: scratch.path(), toPath: path)
    try executePlainly(["PRAGMA foreign_keys = OFF", sql], in: path)
    return path
  }

  @Test(
    "What no run has, and what this one has not by its checksum, is refused",
    arguments: [
      "UPDATE run SET description = json_set(description, '$.arms[0].metrics', json('[]'))",
      "UPDATE run SET description = json_set(description, '$.scenarios[0].segments', json('[]'))",
      "UPDATE run SET description = json_set(description, '$.scenarios', json('[]'))",
      "UPDATE run SET description = json_remove(description, '$.arms[1]')",
      "UPDATE tally SET sessions = 9223372036854775807, sessions_undisturbed = 9223372036854775807",
      "UPDATE run SET description = json_set(description, '$.horizonDays', 1e300)",
      "UPDATE run SET description = json_set(description, '$.trials', 9)",
      "UPDATE run SET trials = 9223372036854775807", "UPDATE run SET trials = 9",
      "INSERT INTO trial SELECT run, 999999, checksum, medians, noise FROM trial LIMIT 1",
      "UPDATE draw SET value = 9e999",
      "UPDATE trial SET medians = replace(medians, '.', '.1')", "UPDATE trial SET medians = '[]'",
      "DELETE FROM tally WHERE trial = 2 AND arm = 1", "DELETE FROM draw WHERE trial = 2",
      "DELETE FROM trial WHERE trial = 2", "UPDATE tally SET denied_by_day = '[9999,0,0,0]'",
      "UPDATE tally SET allowed_by_day = '[]', answered_allow = 0",
      "UPDATE run SET description = json_set(description, '$.baseline', 7)",
      "UPDATE trial SET noise = x'00' WHERE trial = 2",
      "UPDATE trial SET noise = zeroblob(length(noise) + 4) WHERE trial = 1",
      "UPDATE trial SET noise = CAST(substr(noise, 5) || x'0000c07f' AS BLOB) WHERE trial = 1",
      "UPDATE run SET description = json_set(description, '$.arms[0].name', 'lunch')",
      "UPDATE run SET description = json_set(description, '$.question', 'Why?')",
      "UPDATE run SET installs = 1001", "UPDATE run SET seconds = 3",
      "UPDATE run SET name = 'other'", "UPDATE run SET note = NULL", "UPDATE run SET seed = '8'",
      "UPDATE draw SET value = value / 2 WHERE trial = 3 AND parameter = 0",
      "UPDATE tally SET requests = requests + 1 WHERE trial = 1 AND scenario = 0 AND arm = 1",
      "UPDATE tally SET value = value + 1 WHERE trial = 4 AND scenario = 1",
      "UPDATE trial SET medians = '{}'",
      "UPDATE trial SET noise = zeroblob(length(noise)) WHERE trial = 1",
      "UPDATE run SET answer = '[0.1]'",
      "UPDATE run SET answer = NULL",
      "UPDATE run SET description = json_set(description, '$.scenarios[0].segments[0].share', 0.5)",
      "UPDATE trial SET checksum = checksum + 1 WHERE trial = 0",
      "UPDATE run SET checksum = checksum + 1",
    ])
  func statements(sql: String) throws {
    let path = try tampered(sql)
    #expect {
      _ = try everything(in: path)
    } throws: { error in
      if case .damaged(path, _)? = error as? ResultStoreError { true } else { false }
    }
  }

  @Test("A flipped bit is an error, or changes nothing that is read")
  func bits() throws {
    // All in the file itself.
    try executePlainly(["PRAGMA journal_mode = DELETE"], in: scratch.path())
    let whole = try everything(in: scratch.path())
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.path())))
    var numbers = SplitMix(seed: 20_261_122)
    var refused = 0
    var changed: [String] = []
    for _ in 0..<400 {
      let bit = Int(numbers.upTo(Int64(bytes.count * 8 - 1)))
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      let path = scratch.path("flipped.sqlite")
      for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do throws(ResultStoreError) {
        let found = try everything(in: path)
        if found != whole {
          let same = zip(found, whole).prefix { $0 == $1 }.count
          let (read, was) = (found.dropFirst(max(0, same - 60)), whole.dropFirst(max(0, same - 60)))
          changed.append("bit \(bit): '\(read.prefix(100))' in place of '\(was.prefix(100))'")
        }
      } catch {
        refused += 1
      }
    }
    #expect(changed.isEmpty)
    #expect(refused > 20)
  }
}
