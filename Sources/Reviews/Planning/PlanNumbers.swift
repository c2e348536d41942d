import Foundation
import Rendering

/// Numbers as a plan prints them.
enum PlanNumbers {
  /// A number that somebody gave: `0.005`.
  static func plain(_ value: Double) -> String { SupportedDigits.exact((value * 1e9).rounded() / 1e9) }

  /// A share that somebody gave, with all of its digits: `20%`.
  static func percent(_ share: Double) -> String { plain(100 * share) + "%" }

  /// A difference that somebody gave, with all of its digits: `2 pp`.
  static func points(_ difference: Double) -> String { plain(100 * difference) + " pp" }

  /// Decimals of a percentage that show three digits of a difference.
  static func decimals(of difference: Double) -> Int {
    let size = abs(100 * difference)
    return size > 0 ? max(0, 2 - Int(log10(size).rounded(.down))) : 0
  }

  /// A share with some decimals, in percent.
  static func percent(_ share: Double, decimals: Int) -> String {
    SupportedDigits.text(100 * share, decimals: decimals) + "%"
  }

  /// A power in whole percent: `80%`, `<1%`, `>99%`.
  static func power(_ power: Double) -> String {
    power < 0.005 ? "<1%" : power > 0.995 ? ">99%" : percent(power, decimals: 0)
  }

  /// A chance of a few percent, with the digit that tells it from 0: `0.6%`.
  static func smallChance(_ chance: Double) -> String {
    chance < 0.0005 ? "<0.1%" : percent(chance, decimals: 1)
  }

  /// Parts of a split in the least whole numbers, as people give them: `2`, `1`.
  ///
  /// A split that no small numbers have is that of the first, with four decimals.
  static func split(_ shares: [Double]) -> [String] {
    let relative = shares.map { $0 / shares[0] }
    for whole in 1...20 {
      let parts = relative.map { $0 * Double(whole) }
      if parts.allSatisfy({ $0 > 0.5 && abs($0 - $0.rounded()) < 1e-9 * $0 }) {
        return parts.map { plain($0.rounded()) }
      }
    }
    return relative.map { plain(($0 * 1e4).rounded() / 1e4) }
  }

  static func grouped(_ count: Int) -> String { SupportedDigits.grouped(count) }
}
