/// Which of the two questions an app asks first (R101, R109).
@frozen
public enum ConsentOrder: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case afterATT
  case beforeATT
}

/// What the consent layer does after a request that ended undetermined (R107).
@frozen
public enum ConsentOnUndetermined: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case wait
  case open
}
