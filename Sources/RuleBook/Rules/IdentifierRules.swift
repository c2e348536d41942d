extension Rule {
  /// What the permission does to identifiers and data.
  static let ofIdentifiers: [Rule] = [
    Rule(
      "R66", "the identifier",
      "From iOS 14.5 on the advertising identifier is readable exactly when authorized; else it reads zeros.",
      .high, ["S0", "S1", "S2", "A5", "A14"]),
    Rule(
      "R67", "ask the status, not the zeros",
      "Whether an identifier may be passed on is decided by the status, not by whether it is zeros.",
      .high, ["S1", "S0"]),
    Rule(
      "R68", "no way around",
      "Without permission, tracking by hashed addresses, fingerprints or session ids breaks the rules, although nothing stops it.",
      .high, ["A5"]),
    Rule(
      "R69", "the vendor's identifier",
      "The vendor's identifier for the vendor's own analytics needs no permission.",
      .high, ["A5"]),
    Rule(
      "R70", "attribution without permission",
      "SKAdNetwork and AdAttributionKit work the same whatever the status.",
      .high, ["K1", "A5", "S2"]),
    Rule(
      "R71", "permission that comes late",
      "After an install was reported without the identifier, a yes reaches later events only; the backend has to attribute again.",
      .high, ["J3"]),
    Rule(
      "R72", "ads go on",
      "Without permission ads are served without personalisation: worth less, not nothing.",
      .high, ["S0", "U1"]),
  ]
}
