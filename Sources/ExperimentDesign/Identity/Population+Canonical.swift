import PromptFlow

extension Segment: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "name": .text(name),
      "share": .number(share),
      "restricted": restricted.canonical,
      "requests_off": requestsOff.canonical,
      "system_shares": .list(systemShares.map(CanonicalValue.number)),
      "visits": visits.canonical,
      "activity_spread": activitySpread.canonical,
      "willingness": willingness.canonical,
      "onboarding": onboarding.canonical,
      "activation": activation.canonical,
      "settle_seconds": settleSeconds.canonical,
      "browse_seconds": browseSeconds.canonical,
      "linger_seconds": lingerSeconds.canonical,
      "events": events.canonical,
      "allow": allow.canonical,
      "continuing": continuing.canonical,
      "answer": answer.canonical,
      "annoyance": annoyance.canonical,
      "settings": settings.canonical,
      "value": value.canonical,
      "surroundings": surroundings.canonical,
    ])
  }
}

extension VisitModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["rate": rate.canonical, "leaving": leaving.canonical, "fitted_to": fittedTo.canonical])
  }
}

extension VisitModel.Rate: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .constant(let rate): .object(["constant": rate.canonical])
    case .gamma(let shape, let rate): .object(["shape": shape.canonical, "rate": rate.canonical])
    }
  }
}

extension VisitModel.Leaving: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .constant(let share): .object(["constant": share.canonical])
    case .beta(let a, let b): .object(["a": a.canonical, "b": b.canonical])
    }
  }
}

extension RetentionFigures: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "d1": .number(d1),
      "d7": d7.map(CanonicalValue.number) ?? .none,
      "d30": d30.map(CanonicalValue.number) ?? .none,
      "sessions_per_active_day": sessionsPerActiveDay.map(CanonicalValue.number) ?? .none,
      "never_back": neverBack.map(CanonicalValue.number) ?? .none,
      "installs": installs.map(CanonicalValue.integer) ?? .none,
    ])
  }
}

extension Onboarding: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["first": first.canonical, "later": later.canonical, "seconds": seconds.canonical])
  }
}

extension EventStream: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "kind": .integer(kind.rawValue),
      "per_session": perSession.canonical,
      "seconds": seconds.canonical,
      "value": value.canonical,
    ])
  }
}

extension Willingness: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["with_activity": withActivity.canonical, "with_staying": withStaying.canonical])
  }
}

extension AllowModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "rate": rate.canonical,
      "spread": spread.canonical,
      "value": value.canonical,
      "cold_odds_ratio": coldOddsRatio.canonical,
    ])
  }
}

extension ContinueModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "rate": rate.canonical,
      "spread": spread.canonical,
      "value": value.canonical,
      "fatigue_odds_ratio": fatigueOddsRatio.canonical,
      "persistence": persistence.canonical,
    ])
  }
}

extension AnswerModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["seconds": seconds.canonical, "unanswered": unanswered.canonical])
  }
}

extension Annoyance: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "pre_prompt": prePrompt.canonical,
      "alert": alert.canonical,
      "cold": cold.canonical,
      "nag": nag.canonical,
    ])
  }
}

extension SettingsModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "reenable": reenable.canonical,
      "link_in_preferences": linkInPreferences.canonical,
      "link_after_denial": linkAfterDenial.canonical,
      "revoke": revoke.canonical,
    ])
  }
}

extension SessionValue: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "currency": .text(currency),
      "identified": identified.canonical,
      "otherwise": otherwise.canonical,
    ])
  }
}
