import PromptFlow

extension Surroundings: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "alerts": alerts.canonical,
      "attribution": attribution.canonical,
      "consent": consent.canonical,
    ])
  }
}

extension CompetingAlert: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "name": .text(name),
      "id": .integer(Int(id)),
      "moment": moment.canonical,
      "share": share.canonical,
      "offset": offset.canonical,
      "seconds": seconds.canonical,
    ])
  }
}

extension AttributionModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "gate": gate.canonical,
      "wait_seconds": waitSeconds.canonical,
      "starts": starts.canonical,
    ])
  }
}

extension ConsentModel: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "order": order.canonical,
      "on_undetermined": onUndetermined.canonical,
      "accept": accept.canonical,
      "seconds": seconds.canonical,
      "pre_grant": .flag(preGrant),
      "reopen": reopen.canonical,
    ])
  }
}

extension GateKind: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .none: .text("none")
    case .documented: .text("documented")
    case .timer: .text("timer")
    case .foreground: .text("foreground")
    }
  }
}

extension GateStart: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .process: .text("process")
    case .afterConsent: .text("after_consent")
    }
  }
}

extension ConsentOrder: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .afterATT: .text("after_att")
    case .beforeATT: .text("before_att")
    }
  }
}

extension ConsentOnUndetermined: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .wait: .text("wait")
    case .open: .text("open")
    }
  }
}
