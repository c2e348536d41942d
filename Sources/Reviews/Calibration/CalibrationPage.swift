import Rendering

extension CalibrationReport {
  /// What came out, in a few words: `20,000 installs, 13 numbers learnt`.
  var headline: String {
    let count = learned.count
    let numbers = "\(count) \(count == 1 ? "number" : "numbers") learnt"
    guard data.options > 0 else { return numbers }
    return "\(LearnedWords.installs(data.installs)), \(numbers)"
  }
}

extension CalibrationReport {
  /// What keeps the file from being written, without a full stop; `nil` where nothing does.
  public var obstacleSentence: String? { LearnedWords(report: self).obstacle }
}
