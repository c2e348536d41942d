/// An experiment that uses every key there is.
let wholeExperiment = """
  experiment: whole
  question: Does everything load?
  seed: 0xFF
  trials: 1e3
  installs: 20_000
  horizon_days: 31
  baseline: third/count=2
  objective: {opt_in_per_install: 1, sessions_lost_per_install: -0.1}
  population:
    segments:
      organic: {share: 0.6}
      paid:
        share: 0.4
        allow: {rate: 0.24}
        retention: {d1: .20, d7: .08, d30: .03, sessions_per_active_day: 1.8}
    device: {restricted: 0.02, requests_off: {beta: [20, 80]}}
    os: {before_14: 0.1, ios_14_0: 0.1, ios_14_5: 0.1, modern: 0.6, ios_17_4: 0.1}
    sessions: {rate: {shape: 1.2, rate: {uniform: [0.8, 1.2]}}, leave: {a: 0.8, b: 2}}
    activity_spread: 0.9
    willingness: {with_activity: {uniform: [0, 0.5]}, with_staying: 0.2}
    onboarding: {first: 0.75, later: 0.5, seconds: {median: 40, sigma: 0.6}}
    activation_seconds: {median: 0.4, sigma: 0.4}
    settle_seconds: 0.5
    browse_seconds: 15
    linger_seconds: 5
    events:
      article: {per_session: 2.5, seconds: 60, value: 1}
      share: {per_session: 0.2}
    alerts:
      push: {at: launch, share: 0.6, offset: 0, seconds: {median: 3, sigma: 0.5}}
      location: {at: onboarding, share: 0.2}
    allow: {rate: 0.31, spread: 1.0, value: 0.25, cold_odds_ratio: 0.7}
    continue: {rate: 0.85, spread: 0.4, value: 0.1, fatigue_odds_ratio: 0.6, persistence: {uniform: [0.3, 1]}}
    answer: {seconds: {median: 4, sigma: 0.6}, unanswered: 0.02}
    annoyance: {pre_prompt: 0.01, alert: 0.01, cold: 0.02, nag: 0.01}
    settings: {reenable: 0.0005, link_in_preferences: 0.0005, link_after_denial: 0.01, revoke: 0.0002}
    attribution: {gate: documented, wait_seconds: 20, starts: process}
    consent: {order: after_att, on_undetermined: wait, accept: 0.7, seconds: {median: 8, sigma: 0.5}, pre_grant: no, reopen: 0.01}
    value: {currency: USD, per_session: {identified: 0.012, otherwise: 0.008}}
    joint:
      - {paths: [allow.rate, allow.value], scale: [logit, identity], mean: [-0.8, 0.25], covariance: [[0.01, -0.004], [-0.004, 0.006]]}
    evidence:
      device.requests_off: {grade: published, source: "A panel", date: 2021-06, denominator: devices}
      onboarding: {grade: measured, source: "Our own app"}
  adjust:
    device: {requests_off: 0.22}
  scenarios:
    base: {}
    push_heavy: {alerts: {push: {share: {uniform: [0.8, 0.95]}}}}
  usage_strings:
    generic: {text: "Measures which ads you saw, for example in other apps."}
    concrete: {text: "Shows you ads for topics you read about, for example concerts.", odds_ratio: {lognormal: [1.2, 0.15]}}
  pre_prompts:
    value_first:
      title: Make your feed yours
      body: "On the next screen: your choice."
      button: Continue
      dismissible: no
      cooldown_sessions: 2
      max_shows: 4
      read_seconds: {median: 6, sigma: 0.5}
      continue_odds_ratio: 1
      allow_odds_ratio: {lognormal: [1.25, 0.25]}
  arms:
    launch: {ask: launch, usage_string: generic, trusts_callback: on}
    after_onboarding: {ask: onboarding, usage_string: generic, delay_seconds: 1, hook: view_appeared}
    third:
      ask: {after: article, count: {sweep: [2, 3]}}
      usage_string: concrete
      alerts: {push: null, survey: {at: launch, share: 0.1}}
      consent: null
    session: {ask: {session: 2}, usage_string: concrete, attribution: {wait_seconds: {sweep: [6, 60]}, gate: {sweep: [timer, foreground]}}}
    screened:
      ask: {after: share, count: 1}
      pre_prompt: value_first
      usage_string: concrete
      retry: next_session
      asks_from: ios_14_0
      settings_link: in_preferences
  """
