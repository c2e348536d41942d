/// One of several equal parts of a run's trials, each computed by a process of its own.
///
/// Shard i of n has every n-th trial from the i-th on, so that shards take equally long whatever the
/// number of trials, and any process can compute any of them.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 on.
  public var number: Int
  /// How many parts there are.
  public var count: Int

  /// A part by its number.
  public init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// The most parts of a run.
  public static let most = 100_000

  /// `3/8`.
  public var description: String { "\(number)/\(count)" }

  /// How many trials the shard has out of a run of `total`.
  public func size(of total: Int) -> Int { (total - number + count) / count }

  /// The shard's trials out of a run of `total` trials, ascending.
  public func trials(of total: Int) -> [Int] { Array(stride(from: number - 1, to: total, by: count)) }

  /// The shard's trials among some.
  public func trials(among trials: [Int]) -> [Int] { trials.filter { $0 % count == number - 1 } }
}
