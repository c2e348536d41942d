/// Every rule of `SystemPermission`, once at least.
enum SystemStories {
  private static let start = ["process_started", "activated"]
  private static let denied = start + ["requested", "answered deny", "activated"]
  private static let allowed = start + ["requested", "answered allow", "activated"]

  static let all = asking + lost + answers + switches + versions

  private static let asking = [
    Story(
      "R3: reading the status shows nothing and spends nothing",
      start + ["status_read", "status_read", "requested"], ends: ["action": "present tracking"]),
    Story(
      "R4, R5, R13: a profile's lock", given: ["restriction": "profile"],
      start + ["requested", "global_switch on"],
      ends: ["status": "restricted", "presented": "none"]),
    Story(
      "R14: an account that may not change the setting", given: ["restriction": "setting_not_changeable"],
      start + ["requested"], ends: ["action": "complete restricted"]),
    Story(
      "R15: an App Clip", given: ["restriction": "app_clip"], start + ["requested"],
      ends: ["action": "complete restricted"]),
    Story(
      "R23, R64: nothing in the way, and the alert comes", start + ["requested"],
      ends: ["action": "present tracking", "status": "not_determined", "is_active": "no"]),
    Story(
      "R24: without a usage string the process ends where the alert would come",
      given: ["usage_string": "no"],
      ["process_started", "requested", "activated", "requested"],
      ends: ["action": "crash", "status": "not_determined"]),
    Story(
      "R24: and where it waited behind another alert, when its turn comes",
      given: ["usage_string": "no", "version": "ios_14_5"],
      start + ["other_alert_due", "requested", "other_alert_closed"], ends: ["action": "crash"]),
    Story(
      "R32, R33: a second request is neither shown nor kept",
      start + ["requested", "requested", "answered allow"],
      ends: ["action": "settle", "status": "authorized", "presented": "none"]),
  ]

  private static let lost = [
    Story(
      "R19: a request while inactive is lost and costs nothing",
      ["process_started", "requested", "activated", "requested"], ends: ["action": "present tracking"]),
    Story(
      "R20: an extension never shows it", given: ["is_extension": "yes"], start + ["requested"],
      ends: ["action": "complete not_determined not_active"]),
    Story(
      "R63: without a window it is lost", given: ["has_window": "no"], start + ["requested"],
      ends: ["action": "complete not_determined not_active"]),
    Story(
      "R21, R53: behind another alert it is lost and not kept",
      start + ["other_alert_due", "requested", "other_alert_closed", "activated"],
      ends: ["status": "not_determined", "presented": "none"]),
    Story(
      "R22: under an alert the app stays inactive", start + ["other_alert_due", "activated"],
      ends: ["presented": "other", "is_active": "no"]),
    Story(
      "R65: the other alert has closed, and the app is not yet active",
      start + ["other_alert_due", "other_alert_closed", "requested"],
      ends: ["action": "complete not_determined not_active"]),
    Story(
      "R26, R31: an alert that goes without a decision",
      start + ["requested", "ended_undecided", "activated", "requested"],
      ends: ["action": "present tracking"]),
    Story(
      "R31: a process that ends under the alert", start + ["requested"] + start + ["requested"],
      ends: ["action": "present tracking"]),
  ]

  private static let answers = [
    Story("R27: allowed", start + ["requested", "answered allow"], ends: ["status": "authorized"]),
    Story(
      "R28: denied", start + ["requested", "answered deny"], ends: ["status": "denied"]),
    Story(
      "R16: a granted app is answered at once", allowed + ["requested"],
      ends: ["action": "complete authorized"]),
    Story(
      "R17, R29: a denied app is answered at once, also in a later process", denied + start + ["requested"],
      ends: ["action": "complete denied"]),
    Story(
      "R29: an answer to no alert is none",
      start + ["answered allow", "requested", "answered deny", "answered allow"],
      ends: ["action": "none", "status": "denied"]),
    Story(
      "R30: deleted and installed again", denied + ["reinstalled"] + start + ["requested"],
      ends: ["action": "present tracking"]),
    Story(
      "R32: after the answer the app settles, and is activated once more",
      start + ["requested", "answered deny", "activated"],
      ends: ["action": "none", "is_active": "yes", "status": "denied"]),
    Story(
      "R78: where the region lets the app ask once more", denied + ["may_ask_again", "requested"],
      ends: ["action": "present tracking", "status": "denied"]),
    Story(
      "R78: and not a third time",
      denied + ["may_ask_again", "requested", "answered allow", "activated", "requested"],
      ends: ["action": "complete authorized"]),
    Story(
      "R78, R79: a renewed alert that goes without a decision leaves the old answer standing",
      allowed + ["may_ask_again", "requested", "ended_undecided", "activated", "requested"],
      ends: ["action": "present tracking", "status": "authorized"]),
    Story(
      "R66, R51: the identifier, from the permission on", start + ["requested", "answered allow"],
      ends: ["identifier_is_readable": "yes"]),
    Story(
      "R61: the Simulator authorizes and has no identifier", given: ["is_simulator": "yes"], allowed,
      ends: ["status": "authorized", "identifier_is_readable": "no"]),
  ]

  private static let switches = [
    Story(
      "R6, R18: the device's switch denies, and spends nothing", given: ["allows_requests": "no"],
      start + ["requested"], ends: ["action": "complete denied"]),
    Story(
      "R7, R18: the device's switch on again", given: ["allows_requests": "no"],
      start + ["requested", "global_switch on", "requested"], ends: ["action": "present tracking"]),
    Story(
      "R36: no switch of its own for an app that was never answered", start + ["app_switch on"],
      ends: ["status": "not_determined"]),
    Story("R37: the app's switch on", denied + ["app_switch on"], ends: ["status": "authorized"]),
    Story(
      "R38: the app's switch off", allowed + ["app_switch off"],
      ends: ["status": "denied", "identifier_is_readable": "no"]),
    Story(
      "R40: a dead end while the device's switch is off",
      denied + ["global_switch off_keeping_grants", "app_switch on"], ends: ["status": "denied"]),
    Story(
      "R44: asked to stop, the app stays denied",
      allowed + ["global_switch off_stopping_tracking", "global_switch on"], ends: ["status": "denied"]),
    Story(
      "R45: allowed to go on, it reads authorized under the switch",
      allowed + ["global_switch off_keeping_grants"],
      ends: ["status": "authorized"]),
  ]

  private static let versions = [
    Story(
      "R10: no such permission before iOS 14", given: ["version": "before_14"], start + ["requested"],
      ends: ["action": "none", "status": "no_status", "identifier_is_readable": "yes"]),
    Story(
      "R50: on iOS 14.0 to 14.4 the identifier is readable unasked", given: ["version": "ios_14_0"], start,
      ends: ["status": "not_determined", "identifier_is_readable": "yes"]),
    Story(
      "R50: and lost by a denial", given: ["version": "ios_14_0"], denied,
      ends: ["identifier_is_readable": "no"]),
    Story(
      "R51: from 14.5 on it is not", given: ["version": "ios_14_5"], start,
      ends: ["identifier_is_readable": "no"]),
    Story(
      "R45: iOS 14.0 reads denied while the switch is off", given: ["version": "ios_14_0"],
      allowed + ["global_switch off_keeping_grants"], ends: ["status": "denied"]),
    Story(
      "R45: and authorized when it is on again", given: ["version": "ios_14_0"],
      allowed + ["global_switch off_keeping_grants", "global_switch on"], ends: ["status": "authorized"]),
    Story(
      "R46: a request under the switch is spent there",
      given: ["version": "ios_14_0", "allows_requests": "no"],
      start + ["requested", "global_switch on"], ends: ["status": "denied"]),
    Story(
      "R52: on iOS 14 the request waits behind the other alert", given: ["version": "ios_14_5"],
      start + ["other_alert_due", "requested", "other_alert_closed"], ends: ["action": "present tracking"]),
    Story(
      "R52: and is moot once the device no longer lets apps ask", given: ["version": "ios_14_5"],
      start + ["other_alert_due", "requested", "global_switch off_keeping_grants", "other_alert_closed"],
      ends: ["action": "settle", "presented": "none"]),
    Story(
      "R52, R33: once, however often it is made", given: ["version": "ios_14_5"],
      start + ["other_alert_due", "requested", "requested", "other_alert_closed", "answered deny"],
      ends: ["action": "settle", "presented": "none"]),
    Story(
      "R54: iOS 17.4 calls back denied while the alert is up", given: ["version": "ios_17_4"],
      start + ["requested"],
      ends: ["presented": "tracking", "status": "not_determined", "early_completion": "denied"]),
    Story(
      "R54: and has the answer afterwards", given: ["version": "ios_17_4"],
      start + ["requested", "answered allow", "activated"],
      ends: ["status": "authorized", "early_completion": "none"]),
    Story(
      "R56, R58: no other version calls back early", start + ["requested"],
      ends: ["presented": "tracking", "early_completion": "none"]),
  ]
}
