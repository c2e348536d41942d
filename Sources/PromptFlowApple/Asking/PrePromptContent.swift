/// What a pre-prompt says: a symbol, a title, an explanation.
///
/// The button is not for choice. It is "Continue", always leads to the alert, and is the only exit, as App Review
/// demands.
public struct PrePromptContent: Hashable, Sendable {
  /// The name of an SF Symbol; a picture of the alert is refused in review.
  public var symbol: String
  /// The title, shown as it is; translate it before.
  public var title: String
  /// Why, with an example of what the person gets and no reward for the answer; shown as it is.
  public var explanation: String

  /// What a pre-prompt says.
  public init(symbol: String = "sparkles", title: String, explanation: String) {
    self.symbol = symbol
    self.title = title
    self.explanation = explanation
  }
}
