public import PromptFlow

/// What a pre-prompt says.
///
/// A symbol, a title, an explanation; the button is not for choice. It is
/// "Continue", always leads to the alert, and is the only exit (R81–R83).
/// ``design`` says so to `PrePromptDesign`, which a test holds against Apple's
/// rules.
public struct PrePromptContent: Hashable, Sendable {
  /// The name of an SF Symbol; a picture of the alert is refused in review (R87).
  public var symbol: String
  /// The title.
  public var title: String
  /// Why, with an example of what the person gets; no reward for the answer (R84).
  public var explanation: String

  /// The words on the one button (R82).
  public static let button = "Continue"

  /// What a pre-prompt says.
  public init(symbol: String = "sparkles", title: String, explanation: String) {
    self.symbol = symbol
    self.title = title
    self.explanation = explanation
  }

  /// The screen as it is drawn, whatever it says.
  public var design: PrePromptDesign {
    PrePromptDesign(
      buttons: [PrePromptDesign.Button(Self.button, leadsTo: .alert)],  // R81, R82
      canBeSwipedAway: false)  // R83
  }
}
