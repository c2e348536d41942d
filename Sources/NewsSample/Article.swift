/// An article of the sample.
public struct Article: Hashable, Sendable, Identifiable {
  /// Its number.
  public let id: Int
  /// Its headline.
  public let title: String
  /// Its text.
  public let text: String

  /// The front page.
  public static let frontPage = [
    Article(
      id: 1, title: "Harbour bridge opens to cyclists", text: "From Monday on the western lane is theirs."),
    Article(id: 2, title: "A week of free concerts", text: "Twelve halls, no tickets, doors at seven."),
    Article(id: 3, title: "Why the trams ran late", text: "A switch froze, and then three more did."),
    Article(id: 4, title: "Library extends its hours", text: "Until ten on weekdays, from September on."),
    Article(id: 5, title: "The bakery that stayed", text: "Forty years on the same corner."),
  ]
}
