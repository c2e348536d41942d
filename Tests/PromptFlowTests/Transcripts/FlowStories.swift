/// Every rule of `AppFlow`, once at least.
enum FlowStories {
  private static let free = "not_determined free let_go"
  private static let start = ["session_started", "hook did_become_active", "activated"]
  private static let asked = start + ["ask_due \(free)"]
  private static let shown: [String: String] = ["pre_prompt": "fixed"]

  static let all = moments + again + screens + neighbours

  private static let moments = [
    Story(
      "R140, R142: at the first activation, and after the delay", asked,
      ends: ["action": "request", "stage": "in_flight"]),
    Story(
      "R10: before iOS 14 an app asks nothing", given: ["version": "before_14"], start,
      ends: ["action": "none", "is_done": "yes"]),
    Story(
      "R50: nor on iOS 14.0 where it asks from 14.5 on", given: ["version": "ios_14_0"], start,
      ends: ["action": "none", "is_done": "yes"]),
    Story(
      "R50: but where it asks from 14.0 on", given: ["version": "ios_14_0", "asks_from": "ios_14_0"], asked,
      ends: ["action": "request"]),
    Story(
      "R64: at the launch, where the request is lost", given: ["hook": "did_finish_launching"],
      ["session_started", "hook did_finish_launching"], ends: ["action": "start_delay"]),
    Story(
      "R144: when the view appears, as early", given: ["hook": "view_appeared"],
      ["session_started", "hook did_finish_launching", "hook view_appeared"], ends: ["action": "start_delay"]),
    Story(
      "R141, R142: when onboarding completes", given: ["trigger": "onboarding"],
      start + ["onboarding_completed"],
      ends: ["action": "start_delay", "is_onboarded": "yes"]),
    Story(
      "R141: and not before", given: ["trigger": "onboarding"], start,
      ends: ["action": "none", "stage": "none"]),
    Story(
      "R143: at the third event, over sessions", given: ["trigger": "event 0 3"],
      start + ["event_ended 0", "event_ended 1", "event_ended 0", "session_ended"] + start + [
        "event_ended 0"
      ],
      ends: ["action": "start_delay", "has_triggered": "yes"]),
    Story(
      "R146: a person who never comes to the moment", given: ["trigger": "event 0 3"],
      start + ["event_ended 0", "session_ended"], ends: ["has_triggered": "no", "stage": "none"]),
    Story(
      "R140: from the second session on", given: ["trigger": "session 2"], start + ["session_ended"] + asked,
      ends: ["action": "request"]),
  ]

  private static let again = [
    Story(
      "R29, R32: an answer ends it, and further activations ask nothing",
      asked + ["request_ended denied", "activated"] + start, ends: ["action": "none", "is_done": "yes"]),
    Story(
      "R7, R30: a device that may be asked now, or an answer that is gone, opens the question for the next session",
      asked + ["request_ended denied", "question_open", "session_ended"] + start,
      ends: ["is_done": "no", "stage": "delaying"]),
    Story(
      "R109: not where the person had refused before",
      asked + ["consent_refused", "request_ended denied", "question_open", "session_ended"] + start,
      ends: ["is_done": "yes", "stage": "none"]),
    Story(
      "R26, R145: lost, and made again at the next activation",
      asked + ["request_ended not_determined", "activated", "ask_due \(free)"], ends: ["action": "request"]),
    Story(
      "R145: lost, and made again in the next session", given: ["retry": "next_session"],
      asked + ["request_ended not_determined", "activated", "session_ended"] + start,
      ends: ["stage": "delaying"]),
    Story(
      "R145: lost, and never again", given: ["retry": "never"],
      asked + ["request_ended not_determined"] + start, ends: ["action": "none", "is_done": "yes"]),
    Story(
      "R145: cut off by the end of the session, which was no request", given: ["retry": "never"],
      start + ["session_ended"] + start, ends: ["stage": "delaying"]),
    Story(
      "R54: an app that trusts its callback", given: ["trusts_callback": "yes"],
      asked + ["called_back_early", "activated"], ends: ["action": "none", "believes_denied": "yes"]),
    Story(
      "R55: one that does not", asked + ["called_back_early", "request_ended authorized"],
      ends: ["believes_denied": "no", "is_done": "yes"]),
    Story(
      "R42, R55: the next look at the status ends the belief", given: ["trusts_callback": "yes"],
      asked + ["called_back_early", "recheck_status"], ends: ["believes_denied": "no"]),
    Story(
      "R39: a person's denial owes the way to Settings", given: ["settings_link": "after_denial"],
      asked + ["answered_by_person", "request_ended denied"], ends: ["owes_settings_link": "yes"]),
    Story(
      "R39: once", given: ["settings_link": "after_denial"],
      asked + ["answered_by_person", "request_ended denied", "take_settings_link"],
      ends: ["action": "settings_link", "owes_settings_link": "no"]),
    Story(
      "R147: the device's denial owes nothing", given: ["settings_link": "after_denial"],
      asked + ["request_ended denied"], ends: ["owes_settings_link": "no", "is_done": "yes"]),
    Story(
      "R2: a status of a future system is an answer", asked + ["request_ended unknown_9", "activated"],
      ends: ["action": "none", "is_done": "yes"]),
  ]

  private static let screens = [
    Story(
      "R81: the pre-prompt's button leads to the alert", given: shown, asked + ["pre_prompt_ended continued"],
      ends: ["action": "request", "has_continued_pre_prompt": "yes"]),
    Story(
      "R89: no pre-prompt where no alert can follow", given: shown, start + ["ask_due denied free let_go"],
      ends: ["action": "request", "pre_prompt_shows": "0"]),
    Story(
      "R90: left, it has spent nothing and comes again in the next session", given: shown,
      asked + ["pre_prompt_ended left", "activated", "session_ended"] + asked,
      ends: ["action": "show_pre_prompt", "pre_prompt_shows": "2"]),
    Story(
      "R83: with a way out, it rests for a session", given: ["pre_prompt": "dismissible"],
      asked + ["pre_prompt_ended dismissed", "session_ended"] + start,
      ends: ["action": "none", "stage": "none"]),
    Story(
      "R83: and after its last showing the install is never asked", given: ["pre_prompt": "dismissible"],
      asked + ["pre_prompt_ended dismissed", "session_ended"] + start + ["session_ended"] + asked
        + ["pre_prompt_ended dismissed"], ends: ["is_done": "yes", "pre_prompt_shows": "2"]),
    Story(
      "R92: continued and the request lost, the next ask goes without it", given: shown,
      asked + ["pre_prompt_ended continued", "request_ended not_determined", "activated", "ask_due \(free)"],
      ends: ["action": "request", "pre_prompt_shows": "1"]),
    Story(
      "R89: it waits for a free screen", given: shown,
      start + ["ask_due not_determined covered let_go", "screen_free \(free)"],
      ends: ["action": "show_pre_prompt"]),
  ]

  private static let neighbours = [
    Story(
      "R101: the ask waits for the consent layer",
      start + ["ask_due not_determined free held_back", "consent_ended \(free)", "ask_due \(free)"],
      ends: ["action": "request"]),
    Story(
      "R112: nor does the pre-prompt come beside it", given: shown,
      start + ["ask_due not_determined covered let_go", "screen_free not_determined free held_back"],
      ends: ["action": "none", "stage": "waiting_to_show_pre_prompt"]),
    Story(
      "R109: a refusal in the layer is the end", start + ["consent_refused", "ask_due \(free)", "activated"],
      ends: ["action": "none", "is_done": "yes"]),
  ]
}
