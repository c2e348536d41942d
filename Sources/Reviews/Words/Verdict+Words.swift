import Inference

extension Inference.Verdict {
  /// The verdict as people read it; files keep the raw value.
  var words: String { self == .unknown ? "inconclusive" : rawValue }
}
