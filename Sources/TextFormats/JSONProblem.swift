extension JSONValue {
  /// Reads a document (RFC 8259).
  ///
  /// - Throws: ``JSONProblem`` for a text that is none, for one nested more than 100 deep, and for a number beyond the
  ///   largest finite one.
  public init(reading text: String) throws(JSONProblem) {
    do throws(JSONSyntaxProblem) {
      self = try LocatedJSON(reading: text).value
    } catch {
      throw JSONProblem(place: "byte \(error.byte)", reason: error.reason)
    }
  }
}

/// What is wrong with a document, and where.
public struct JSONProblem: Error, Equatable, CustomStringConvertible {
  /// The path of a value, as `curve[2].power`, or the position of a byte, as `byte 17`.
  public let place: String
  /// What there should be, and what there is.
  public let reason: String

  /// The parts, unchanged.
  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  /// `curve[2].power: expected a number, found a text`.
  public var description: String { "\(place): \(reason)" }
}
