#if os(Linux)
  import Foundation
  import Testing

  @Suite("With too little room on the disk")
  struct ScarceTests {
    private func lab() throws -> (lab: Lab, table: String, rows: [String]) {
      let lab = try Lab()
      try lab.write(sampleExperiment, to: "sample.yaml")
      let whole = try lab("simulate", "sample.yaml", "--db", "whole.sqlite", "--csv", "whole.csv")
      #expect(whole.status == 0)
      return (lab, try lab.read("whole.csv"), try lab.rows("whole.sqlite"))
    }

    @Test("files may grow to one size after another: it ends with 74 and a message or is whole, and goes on")
    func fileSizes() throws {
      let (lab, table, rows) = try lab()
      var refused = 0
      // In blocks of 512 bytes: from the header of a store to more than the whole of this one.
      for blocks in stride(from: 8, through: 2400, by: 86) {
        let outcome = try lab.shell(
          """
          rm -f cut.*
          ulimit -f \(blocks)
          "$LAB" simulate sample.yaml --quiet --db cut.sqlite --csv cut.csv
          """)
        if outcome.status != 0 {
          refused += 1
          #expect(outcome.status == 74 && outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "))
        }
        let written = try? lab.read("cut.csv")
        #expect(written == (outcome.status == 0 ? table : nil))
        #expect(try lab("simulate", "sample.yaml", "--db", "cut.sqlite", "--csv", "cut.csv").status == 0)
        #expect(try lab.rows("cut.sqlite") == rows && lab.read("cut.csv") == table)
      }
      #expect(refused > 3 && refused < 28)
    }
  }
#endif
