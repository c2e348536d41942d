import TextFormats

extension JSONValue {
  /// An object with further members.
  func adding(_ more: [(key: String, value: JSONValue)]) -> JSONValue {
    guard case .object(let members) = self else { return .object(more) }
    return .object(members + more)
  }
}
