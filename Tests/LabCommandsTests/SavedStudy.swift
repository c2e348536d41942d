import Foundation
import Testing

extension Lab.Outcome {
  /// The id that the command says it saved.
  func savedID() throws -> String {
    String(try #require(errors.firstMatch(of: /Saved as ([0-9a-f]{10})\./)?.1, "\(errors)"))
  }
}

extension Lab {
  /// Runs a line of shell in every format, and expects that `show` prints the same each time, and that the store lists it
  /// once.
  ///
  /// - Parameter kind: `plan`, `search` or `calibration`.
  /// - Returns: the id under which it is kept.
  func expectKept(_ line: String, as kind: String) throws -> String {
    let printed = try shell(line)
    #expect([0, 2].contains(printed.status), "\(printed.errors)")
    let id = try printed.savedID()
    #expect(try self("show", id).output == printed.output)
    for format in ["json", "csv"] {
      let again = try shell("\(line) --format \(format)")
      #expect(try again.savedID() == id)
      #expect(try self("show", id, "--format", format).output == again.output)
    }
    let list = try self("runs", "list").output
    #expect(list.components(separatedBy: id).count == 2 && list.contains("\(kind): "))
    return id
  }
}
