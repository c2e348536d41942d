import Foundation
import Rendering

/// Numbers as a plan prints them.
enum PlanNumbers {
  /// Decimals of a percentage that show three digits of a difference.
  static func decimals(of difference: Double) -> Int {
    let size = abs(100 * difference)
    return size > 0 ? max(0, 2 - Int(log10(size).rounded(.down))) : 0
  }

  /// A share with some decimals, in percent.
  static func percent(_ share: Double, decimals: Int) -> Phrase {
    Phrase(number: SupportedDigits.text(100 * share, decimals: decimals) + "%")
  }

  /// A difference with some decimals, in points.
  static func points(_ difference: Double, decimals: Int, signed: Bool = false) -> Phrase {
    Phrase(number: SupportedDigits.text(100 * difference, decimals: decimals, signed: signed) + " pp")
  }

  /// A power in whole percent: `80%`, `<1%`, `>99%`.
  static func power(_ power: Double) -> Phrase {
    power < 0.005
      ? Phrase(number: "<1%") : power > 0.995 ? Phrase(number: ">99%") : percent(power, decimals: 0)
  }

  /// A chance of a few percent, with the digit that tells it from 0: `0.6%`.
  static func smallChance(_ chance: Double) -> Phrase {
    chance < 0.0005 ? Phrase(number: "<0.1%") : percent(chance, decimals: 1)
  }
}
