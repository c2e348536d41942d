import Foundation

/// How p-values of several comparisons are adjusted.
///
/// Raw values are their names in files and flags.
public enum MultiplicityCorrection: String, CaseIterable, Hashable, Sendable {
  /// Step-down Bonferroni (Holm 1979): family-wise error under any dependence. The default.
  case holm
  /// Step-up (Hochberg 1988): family-wise error for independent or positively dependent tests.
  case hochberg
  /// Benjamini & Hochberg (1995): the false discovery rate, not the family-wise error.
  case benjaminiHochberg = "bh"
  /// No adjustment.
  case none

  /// The name in files and flags.
  public var name: String { rawValue }

  /// The adjusted p-values, in the order given.
  ///
  /// Each is the smallest level at which its hypothesis would be rejected; at most 1.
  public func adjusted(_ values: [PValue]) -> [PValue] {
    let count = values.count
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var adjusted = values
    switch self {
    case .none: break
    case .holm:
      var running = PValue(ln: -.infinity)
      for (rank, index) in order.enumerated() {
        running = max(running, values[index].multiplied(by: Double(count - rank)))
        adjusted[index] = running
      }
    case .hochberg:
      var running = PValue.one
      for (rank, index) in order.enumerated().reversed() {
        running = min(running, values[index].multiplied(by: Double(count - rank)))
        adjusted[index] = running
      }
    case .benjaminiHochberg:
      var running = PValue.one
      for (rank, index) in order.enumerated().reversed() {
        running = min(running, values[index].multiplied(by: Double(count) / Double(rank + 1)))
        adjusted[index] = running
      }
    }
    return adjusted
  }
}
