/// Both readings of the framework, the stand-in and the machine, have to pass every one of these.
extension Transcript {
  static let recorded: [Transcript] = requests + answers + versions

  static let requests = [
    Transcript(
      "R13: a profile's lock answers restricted, without an alert", on: .profile,
      recorded: """
        launch | 1 | - | -
        activate | 1 | - | -
        request | 1 | - | 1
        """),
    Transcript(
      "R14: an account that may not change the setting answers restricted", on: .account,
      recorded: """
        launch | 1 | - | -
        activate | 1 | - | -
        request | 1 | - | 1
        """),
    Transcript(
      "R15: an App Clip answers restricted", on: .appClip,
      recorded: """
        launch | 1 | - | -
        activate | 1 | - | -
        request | 1 | - | 1
        """),
    Transcript(
      "R16: a granted app is answered at once",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        allow | 3 | - | 3
        activate | 3 | - | -
        request | 3 | - | 3
        """),
    Transcript(
      "R17: a denied app is answered at once, for ever",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        deny | 2 | - | 2
        activate | 2 | - | -
        request | 2 | - | 2
        launch | 2 | - | -
        activate | 2 | - | -
        request | 2 | - | 2
        """),
    Transcript(
      "R18: under the device's switch a request is denied and not spent", on: .switchedOff,
      recorded: """
        launch | 2 | - | -
        activate | 2 | - | -
        request | 2 | - | 2
        allSwitchOn | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R19: a request while inactive comes back undetermined and costs nothing",
      recorded: """
        launch | 0 | - | -
        request | 0 | - | 0
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R20: an app extension never shows it", on: .isExtension,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | - | 0
        """),
    Transcript(
      "R21: a request behind another alert is lost and not queued",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        other | 0 | other | -
        request | 0 | other | 0
        closeOther | 0 | - | -
        activate | 0 | - | -
        """),
    Transcript(
      "R22: the app stays inactive until the system activates it after an alert",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        other | 0 | other | -
        closeOther | 0 | - | -
        request | 0 | - | 0
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R23: with nothing in the way there is one alert, and the handler waits",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R24: without a usage string the process ends where the alert would come", on: .noUsageString,
      recorded: """
        launch | 0 | - | -
        request | 0 | - | 0
        activate | 0 | - | -
        request | 0 | - | -
        """),
    Transcript(
      "R25: an empty usage string still shows the alert", on: .emptyUsageString,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R63: without a window the request comes back undetermined", on: .noWindow,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | - | 0
        """),
  ]

  static let answers = [
    Transcript(
      "R26: an alert that goes without a decision records nothing",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        dismiss | 0 | - | 0
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R27: Allow authorizes",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        allow | 3 | - | 3
        """),
    Transcript(
      "R28: Ask App Not to Track denies",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        deny | 2 | - | 2
        """),
    Transcript(
      "R29: an answer outlives the process",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        allow | 3 | - | 3
        launch | 3 | - | -
        deny | 3 | - | -
        """),
    Transcript(
      "R30: a new install may be asked again",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        deny | 2 | - | 2
        reinstall | 0 | - | -
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R31: a process that ends under the alert leaves nothing recorded, and no handler is called",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        """),
    Transcript(
      "R32: after the answer the app is activated once more, which changes nothing",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        deny | 2 | - | 2
        activate | 2 | - | -
        activate | 2 | - | -
        """),
    Transcript(
      "R33: a second request shows no second alert and is not kept",
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        request | 0 | tracking | 0
        allow | 3 | - | 3
        """),
    Transcript(
      "R37, R38: the app's switch in Settings changes the answer both ways",
      recorded: """
        launch | 0 | - | -
        appSwitchOn | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | -
        deny | 2 | - | 2
        appSwitchOn | 3 | - | -
        appSwitchOff | 2 | - | -
        """),
  ]

  static let versions = [
    Transcript(
      "R52: on iOS 14 the request waits behind the other alert", on: .iOS14_5,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        other | 0 | other | -
        request | 0 | other | -
        closeOther | 0 | tracking | -
        allow | 3 | - | 3
        """),
    Transcript(
      "R54: iOS 17.4 calls back denied while the alert is up and nothing is recorded", on: .iOS17_4,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | 2
        allow | 3 | - | -
        activate | 3 | - | -
        """),
    Transcript(
      "R54, R26: iOS 17.4's alert can still go without a decision", on: .iOS17_4,
      recorded: """
        launch | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | 2
        dismiss | 0 | - | -
        activate | 0 | - | -
        request | 0 | tracking | 2
        deny | 2 | - | -
        """),
  ]
}
