/// Every rule of `AttributionGate`, once at least.
enum GateStories {
  private static let timer = ["kind": "timer"]
  private static let foreground = ["kind": "foreground"]

  static let all = [
    Story("R118: released by the answer", ["started undetermined", "determined"], ends: ["action": "send"]),
    Story(
      "R118: released by the deadline, once", ["started undetermined", "deadline", "determined"],
      ends: ["action": "none", "is_sent": "yes"]),
    Story(
      "R118: without a wait, at once", given: ["kind": "none"], ["started undetermined"],
      ends: ["action": "send"]),
    Story(
      "R119: the timer waits whatever the status", given: timer, ["started determined", "determined"],
      ends: ["action": "none", "is_waiting": "yes"]),
    Story(
      "R121: and sends at its own moment", given: timer, ["started determined", "deadline"],
      ends: ["action": "send"]),
    Story(
      "R120: it drops events meanwhile", given: timer, ["started undetermined"], ends: ["drops_events": "yes"]
    ),
    Story(
      "R122: killed, its whole wait begins anew", given: timer,
      ["started undetermined", "session_ended 5", "deadline", "started undetermined"],
      ends: ["action": "wait 20"]),
    Story(
      "R123: a foreground wait has a longest", given: ["kind": "foreground", "wait_seconds": "400"],
      ["started undetermined"], ends: ["action": "wait 360"]),
    Story(
      "R124: it keeps events meanwhile", given: foreground, ["started undetermined"],
      ends: ["drops_events": "no"]),
    Story(
      "R124, R127: and goes on where the last session left it", given: foreground,
      ["started undetermined", "session_ended 5", "started undetermined"], ends: ["action": "wait 15"]),
    Story(
      "R125: released by the answer", given: foreground, ["started undetermined", "determined"],
      ends: ["action": "send"]),
    Story(
      "R126: used up, no session waits again", given: foreground,
      ["started undetermined", "session_ended 400", "started undetermined", "started undetermined"],
      ends: ["action": "none", "is_sent": "yes"]),
    Story(
      "R128: initialised without a wait, it sends at once", given: ["wait_seconds": "0"],
      ["started undetermined"], ends: ["action": "send"]),
    Story(
      "R128: with an answer there is no wait", given: foreground, ["started determined"],
      ends: ["action": "send"]),
    Story(
      "R54: told denied too early", ["started undetermined", "believed_denied"], ends: ["action": "send"]),
    Story(
      "R54: in the foreground too", given: foreground, ["started undetermined", "believed_denied"],
      ends: ["action": "send"]),
    Story(
      "R54: while a timer takes no notice", given: timer, ["started undetermined", "believed_denied"],
      ends: ["action": "none", "is_waiting": "yes"]),
  ]
}

/// Every rule of `ConsentLayer`, once at least.
enum ConsentStories {
  private static let before = ["order": "before_att"]
  private static let rejected = [
    "activated not_determined asks", "determined denied asks", "shown unreadable", "ended yes",
  ]
  private static let accepted = ["determined authorized asks", "shown readable", "ended yes"]
  private static let refused = ["determined authorized asks", "shown readable", "ended no"]

  static let all = afterwards + beforehand

  private static let afterwards = [
    Story(
      "R101, R102: it waits for the permission", ["activated not_determined asks"],
      ends: ["is_due": "no", "purposes": "open"]),
    Story("R103: after a yes it asks", accepted, ends: ["purposes": "accepted", "is_resolved": "yes"]),
    Story("R103: and a no is a no", refused, ends: ["purposes": "refused"]),
    Story(
      "R99, R104: after a no the ad purposes are rejected, whatever is tapped", rejected,
      ends: ["purposes": "rejected_for_lack"]),
    Story(
      "R111: and it does not ask for them", ["determined denied asks", "shown unreadable"],
      ends: ["is_up": "yes", "asks_to_track": "no"]),
    Story(
      "R105: restricted, the same", ["determined restricted asks", "shown unreadable", "ended yes"],
      ends: ["purposes": "rejected_for_lack"]),
    Story(
      "R2: a status of a future system, the same",
      ["activated unknown_9 asks", "shown unreadable", "ended yes"],
      ends: ["purposes": "rejected_for_lack"]),
    Story(
      "R106: where the system has no permission, it comes at once", ["activated no_status asks"],
      ends: ["is_due": "yes", "holds_back_asks": "yes"]),
    Story(
      "R10: and where the app never asks", ["activated not_determined never_asks"], ends: ["is_due": "yes"]),
    Story(
      "R107: after a request without a decision it waits",
      ["activated not_determined asks", "request_undetermined"],
      ends: ["is_due": "no"]),
    Story(
      "R107: or opens", given: ["on_undetermined": "open"],
      ["activated not_determined asks", "request_undetermined", "shown unreadable"],
      ends: ["asks_to_track": "yes"]),
    Story(
      "R107: whose answer stands when the permission is denied", given: ["on_undetermined": "open"],
      ["request_undetermined", "shown unreadable", "ended yes", "determined denied asks"],
      ends: ["purposes": "accepted", "is_due": "no"]),
    Story(
      "R112: an activation under it changes nothing",
      ["determined authorized asks", "shown readable", "activated authorized asks"],
      ends: ["is_up": "yes", "is_due": "no"]),
    Story(
      "R101, R112: cut off by the end of the process, it comes again",
      ["determined authorized asks", "shown readable", "process_started"],
      ends: ["is_up": "no", "is_due": "yes"]),
    Story(
      "R42: permission given later, it asks once more", rejected + ["activated authorized asks"],
      ends: ["is_due": "yes"]),
    Story(
      "R108: refused by the person, it does not", refused + ["activated authorized asks"],
      ends: ["is_due": "no"]),
    Story(
      "R115: opened again and reversed", accepted + ["changed no readable"], ends: ["purposes": "refused"]),
    Story(
      "R115: which cannot raise what the permission lacks", rejected + ["changed yes unreadable"],
      ends: ["purposes": "rejected_for_lack"]),
    Story(
      "R115: opened by the person, with the permission there, it has their answer",
      rejected + ["changed yes readable"], ends: ["purposes": "accepted"]),
    Story(
      "R42: it comes again with the permission as often as the person has not answered",
      rejected + ["activated authorized asks", "occasion_gone", "activated authorized asks"],
      ends: ["is_due": "yes"]),
    Story(
      "R116: granted without a screen", given: ["pre_grant": "yes"], ["determined authorized asks"],
      ends: ["purposes": "accepted", "is_accepted_unasked": "yes"]),
    Story(
      "R116: which does not overrule a person's refusal", given: ["pre_grant": "yes", "order": "before_att"],
      ["activated not_determined asks", "shown unreadable", "ended no", "activated authorized asks"],
      ends: ["purposes": "refused"]),
    Story(
      "R54: a denial that was only believed settles it too", ["determined denied asks"],
      ends: ["is_due": "yes"]),
    Story(
      "R55, R101: until the status is read again, and the question still open",
      ["determined denied asks", "activated not_determined asks"], ends: ["is_due": "no"]),
    Story(
      "R107: what was due without a decision stays due", given: ["on_undetermined": "open"],
      ["request_undetermined", "activated not_determined asks"], ends: ["is_due": "yes"]),
  ]

  private static let beforehand = [
    Story(
      "R109: before the alert it holds asks back", given: before, ["activated not_determined asks"],
      ends: ["is_due": "yes", "holds_back_asks": "yes"]),
    Story(
      "R109: and a refusal there is the end of asking", given: before,
      ["activated not_determined asks", "shown unreadable", "ended no"],
      ends: ["refused_first": "yes", "holds_back_asks": "no"]),
    Story(
      "R111: nor does it ask where the device forbids the question", given: before,
      ["activated denied asks", "shown forbidden", "ended yes"],
      ends: ["purposes": "rejected_for_lack", "refused_first": "no"]),
    Story(
      "R104, R42: what the app rejects is no refusal",
      ["determined authorized asks", "shown readable", "ended yes"]
        + ["rejected_by_app", "activated authorized asks"],
      ends: ["purposes": "rejected_for_lack", "is_due": "yes"]),
    Story(
      "R102: a layer that never ends holds nothing up", given: before,
      ["activated not_determined asks", "shown unreadable", "given_up"],
      ends: ["purposes": "open", "is_resolved": "yes", "holds_back_asks": "no"]),
    Story(
      "R103: and its late answer counts", given: before,
      ["activated not_determined asks", "shown unreadable", "given_up", "ended yes"],
      ends: ["purposes": "accepted"]),
  ]
}
