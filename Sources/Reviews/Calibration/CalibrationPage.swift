import Rendering

extension CalibrationReport {
  /// What came out, in a few words: `20,000 installs, 13 numbers learnt`.
  var headline: String {
    let count = learned.count
    let numbers = "\(count) \(count == 1 ? "number" : "numbers") learnt"
    guard data.options > 0 else { return numbers }
    return "\(LearnedWords.installs(data.installs)), \(numbers)"
  }

  /// Above a page of it.
  var title: String {
    isUpdate ? "What a finished test says of \(shownName)" : "What was counted says of \(shownName)"
  }

  private var shownName: String { TerminalText.safe(experiment) }

  /// The most numbers with a density of their own; what is known less well is in the table.
  private static let mostDensities = 8

  /// What was assumed of the numbers, and what is believed now.
  var drawings: [Drawing] {
    let shown = learned.prefix(Self.mostDensities).map { numbers[$0] }
    guard let first = shown.first else { return [] }
    let known = SupportedDigits.text(100 * first.tells, decimals: 0)
    let finding = "The data say most of \(first.inWords), which is \(known)% better known now."
    let figure = BeliefFigure(
      id: "beliefs", title: finding,
      description: shown.map { number in
        "\(number.inWords): assumed \(number.text(number.assumed)), now \(number.text(number.now))."
      }.joined(separator: " "),
      rows: shown.map { number in
        BeliefFigure.Row(
          name: number.meaning ?? TerminalText.safe(number.path),
          path: number.meaning == nil ? nil : TerminalText.safe(number.path),
          text: "\(number.text(number.assumed)) → \(number.text(number.now))", scale: number.scale,
          assumed: number.assumed, now: number.now)
      })
    return [
      Drawing(
        figure.figure,
        caption: "\(finding) Each curve is over the central 98%, and both of a number have the same area.")
    ]
  }
}

extension CalibrationReport.Number {
  /// What it is, as `explain` says it; `nil` where the model has no words for it.
  fileprivate var meaning: String? { ParameterWords(path: path)?.meaning }

  /// `the share who allow right after onboarding (allow.rate)`.
  fileprivate var inWords: String {
    let name = TerminalText.safe(path)
    return meaning.map { "\($0) (\(name))" } ?? name
  }
}

extension CalibrationReport {
  /// What keeps the file from being written, without a full stop; `nil` where nothing does.
  public var obstacleSentence: String? { LearnedWords(report: self).obstacle }
}
