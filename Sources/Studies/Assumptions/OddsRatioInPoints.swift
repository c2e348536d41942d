/// Odds ratios as people think of shares.
public enum OddsRatioInPoints {
  /// A share after its odds are multiplied.
  public static func share(_ share: Double, times ratio: Double) -> Double {
    share * ratio / (1 - share + share * ratio)
  }
}
