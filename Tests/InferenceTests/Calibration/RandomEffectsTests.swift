import Inference
import Testing

@Suite("Estimates whose true values differ")
struct RandomEffectsTests {
  @Test("restricted maximum likelihood gives what metafor prints for the thirteen BCG trials")
  func vaccine() throws {
    // Colditz et al. 1994, log risk ratios as escalc() of metafor rounds them; rma() prints tau^2 = 0.3132,
    // estimate -0.7145, se 0.1798.
    let fit = try RandomEffects(
      [
        -0.8893, -1.5854, -1.3481, -1.4416, -0.2175, -0.7861, -1.6209, 0.0120, -0.4694, -1.3713, -0.3394,
        0.4459,
        -0.0173,
      ],
      variances: [
        0.3256, 0.1946, 0.4154, 0.0200, 0.0512, 0.0069, 0.2230, 0.0040, 0.0564, 0.0730, 0.0124, 0.5325,
        0.0714,
      ])
    // The inputs have four decimals.
    #expect(abs(fit.betweenVariance - 0.3132) < 2e-4)
    #expect(abs(fit.mean + 0.7145) < 1e-4 && abs(fit.standardError - 0.1798) < 1e-4)
  }
}
