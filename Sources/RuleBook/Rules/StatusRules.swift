extension Rule {
  /// The status values and what reading them does.
  static let ofStatus: [Rule] = [
    Rule(
      "R1", "four numbers",
      "The status is an unsigned number: 0 not determined, 1 restricted, 2 denied, 3 authorized.",
      .high, ["MS", "D1", "J2"]),
    Rule(
      "R2", "unknown is no permission",
      "A number that this version does not know is kept as it is and never taken for permission.",
      .high, ["S0", "S2", "S4"]),
    Rule(
      "R3", "reading is free",
      "Reading the status shows nothing, records nothing and does not spend the one alert.",
      .high, ["S1", "D1"]),
    Rule(
      "R4", "order of the status",
      """
      The status is computed at each reading; the first match decides. A restriction (profile, account, App \
      Clip) gives restricted. A recorded yes gives authorized, a recorded no denied. Otherwise it is not \
      determined, or denied if the device's switch for all apps is off.
      """,
      .high, ["D1", "D2"]),
    Rule(
      "R5", "a restriction outranks the answer",
      "On a restricted device the status is restricted, whatever was asked or answered before.",
      .high, ["A2", "D1"]),
    Rule(
      "R6", "switched off is denied",
      """
      With "Allow Apps to Request to Track" off and nothing recorded, the status reads denied before any \
      request: neither restricted nor a person's no.
      """,
      .high, ["D1", "D2", "Q1", "G1", "G2"]),
    Rule(
      "R7", "switched on again",
      "Where nothing was recorded meanwhile, turning the switch on brings not determined back, and the app can ask.",
      .high, ["Q1", "D1"]),
    Rule(
      "R8", "reading too fast",
      """
      In decompiled builds of the framework, from the sixth read of a process on, a read within a second of \
      the last gets the cached status. Apple documents neither number.
      """,
      .medium, ["D1", "D2"]),
    Rule(
      "R9", "the Mac",
      "A native macOS build always reads not determined; such installs are not denials.",
      .medium, ["objc2-app-tracking-transparency documentation (docs.rs)", "admost documentation (pub.dev)"]),
    Rule(
      "R10", "before iOS 14",
      """
      The permission does not exist before iOS 14: nothing can be asked, and a consent layer comes at once. \
      Wrappers report it in different ways.
      """,
      .high, ["S4", "github.com/expo/expo/pull/13077"]),
  ]
}
