/// Which of the two questions an app asks first.
@frozen
public enum ConsentOrder: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case afterATT
  case beforeATT
}

/// What the consent layer does after a request that ended undetermined.
@frozen
public enum ConsentOnUndetermined: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case wait
  case open
}
