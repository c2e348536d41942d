public import ResultStore

/// The runs of a store, newest first, each with what the answer says of its best arms.
public struct RunListing: Sendable {
  /// One run.
  public struct Entry: Sendable {
    /// The run.
    public var head: RunHead
    /// What the answer says of the best arm of each scenario, in their order; empty while the run is unfinished.
    public var rankings: [NamedRanking]
  }

  /// How many of the newest runs are listed by answers that are held to their checksums.
  ///
  /// As many as anybody reads; of ten thousand runs it would take seconds, and the answers of older ones are
  /// checked when they are shown.
  private static let verified = 200

  /// Newest first.
  public let entries: [Entry]

  /// Reads the runs of a store.
  ///
  /// - Parameters:
  ///   - limit: this many at most; `nil` for all.
  ///   - runs: these alone; `nil` for all.
  /// - Throws: `ResultStoreError`.
  public init(
    of store: ResultStore, limit: Int? = nil, runs: Set<RunRecord.ID>? = nil
  ) throws(ResultStoreError) {
    let heads = try store.runs(limit: limit).filter { runs?.contains($0.id) ?? true }
    try store.verifyAnswers(of: heads.prefix(Self.verified).map(\.id))
    let rankings = try store.rankings(limit: limit)
    entries = heads.map { Entry(head: $0, rankings: rankings[$0.id] ?? []) }
  }
}
