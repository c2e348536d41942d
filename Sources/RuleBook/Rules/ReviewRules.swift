extension Rule {
  /// What App Review rejects.
  static let ofReview: [Rule] = [
    Rule(
      "R93", "the reviewer must see it",
      "Where a reviewer on the newest system cannot make the alert appear, the app is sent back (2.1); lost requests become rejections.",
      .high, ["S3", "G11", "G12", "G13", "G14", "G15", "G16"]),
    Rule(
      "R94", "nothing before permission",
      "Collecting tracking data, or starting a tracking SDK, before permission is rejected.",
      .high, ["S3", "S4", "A7", "A5"]),
    Rule(
      "R95", "a concrete purpose",
      """
      Apple asks for a text that says why. Review has rejected one that did not explain the use and give a \
      specific example of it.
      """,
      .medium, ["G26", "A5", "S4", "S1"]),
    Rule(
      "R96", "no vendor's sample",
      "A string copied from a vendor's guide has been taken for a placeholder, in one case by an automated check.",
      .medium, ["G27"]),
    Rule(
      "R97", "label and request agree",
      "An app whose App Privacy label declares tracking is rejected (5.1.2) if it never asks. The label is not the privacy manifest (R148).",
      .high, ["GitHub: element-x-ios #1060", "GitHub: flutter-appodeal #49"]),
    Rule(
      "R98", "no second question after a no",
      "After a no, texts that ask to track, or tracking cookies in own web pages, are rejected.",
      .high, ["G28"]),
    Rule(
      "R99", "the alert wins", "Where the alert says no and another consent yes, it is no.", .high,
      ["A5", "S4"]),
    Rule(
      "R100", "any moment",
      "The alert may come at any moment, as long as no tracking comes before it. At launch is allowed too.",
      .high, ["A5", "A7", "S1"]),
  ]
}
