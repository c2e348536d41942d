/// What became of the installs of one arm, or of one part of it, as numbers of installs.
///
/// A denominator that the data do not have is `nil`, which is not 0.
public struct OutcomeCounts: Hashable, Sendable {
  /// Installs assigned to the arm.
  public var installs: Int?
  /// Of them, those that were shown the system's alert.
  public var prompted: Int?
  /// Of them, those that answered it.
  public var answered: Int?
  /// Of them, those that allowed.
  public var allowed: Int

  /// Creates the counts of one arm or of one part of it.
  public init(installs: Int? = nil, prompted: Int? = nil, answered: Int? = nil, allowed: Int) {
    self.installs = installs
    self.prompted = prompted
    self.answered = answered
    self.allowed = allowed
  }

  /// Adds the counts of other installs of the same arm.
  public mutating func add(_ other: OutcomeCounts) {
    installs = Self.sum(installs, other.installs)
    prompted = Self.sum(prompted, other.prompted)
    answered = Self.sum(answered, other.answered)
    allowed += other.allowed
  }

  private static func sum(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return nil }
    return first + second
  }

  /// The number that a rate per this denominator divides by.
  public subscript(denominator: Denominator) -> Int? {
    switch denominator {
    case .installs: installs
    case .prompted: prompted
    case .answered: answered
    }
  }
}

extension Sequence<[OutcomeCounts?]> {
  /// By arm the counts of several parts together; `nil` for an arm that none of them has.
  public var summed: [OutcomeCounts?] {
    reduce(into: []) { sums, part in
      if sums.isEmpty { sums = part.map { _ in nil } }
      for (arm, counts) in part.enumerated() {
        guard let counts else { continue }
        if sums[arm]?.add(counts) == nil { sums[arm] = counts }
      }
    }
  }
}

/// What a rate is a share of.
///
/// Rates of different denominators are never compared.
public enum Denominator: String, CaseIterable, Encodable, Hashable, Sendable {
  /// Installs assigned, asked or not.
  case installs
  /// Installs shown the alert.
  case prompted
  /// Installs that answered it.
  case answered
}

/// One cluster (a release, a language, a segment): the counts of each arm in it.
public struct ClusterCounts: Hashable, Sendable {
  /// The cluster, as the data name it.
  public var name: String
  /// One entry per arm, in the order of the arms; `nil` for an arm that has no installs in it.
  public var arms: [OutcomeCounts?]
  /// The same counts by day, one list of arms for each day with any; empty where the data do not say, or where there are
  /// too many days of clusters to keep.
  public var days: [[OutcomeCounts?]] = []
}
