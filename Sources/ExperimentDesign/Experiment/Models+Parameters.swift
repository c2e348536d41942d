// Every model of people with its parameters changed, one by one in document order. No rule of theirs is about a
// parameter, which checks itself; so only the change can fail.

extension LogNormalSeconds {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> LogNormalSeconds {
    LogNormalSeconds(
      median: try change(median), sigma: try change(sigma))
  }
}

extension Onboarding {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Onboarding {
    Onboarding(
      first: try change(first), later: try change(later), seconds: try seconds.mapParameters(change))
  }
}

extension EventStream {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> EventStream {
    EventStream(
      kind: kind, perSession: try change(perSession), seconds: try change(seconds),
      value: try change(value))
  }
}

extension CompetingAlert {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> CompetingAlert {
    CompetingAlert(
      name: name, id: id, moment: moment, share: try change(share), offset: try change(offset),
      seconds: try seconds.mapParameters(change))
  }
}

extension Willingness {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Willingness {
    Willingness(
      withActivity: try change(withActivity), withStaying: try change(withStaying))
  }
}

extension AllowModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> AllowModel {
    AllowModel(
      rate: try change(rate), spread: try change(spread), value: try change(value),
      coldOddsRatio: try change(coldOddsRatio))
  }
}

extension ContinueModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> ContinueModel {
    ContinueModel(
      rate: try change(rate), spread: try change(spread), value: try change(value),
      fatigueOddsRatio: try change(fatigueOddsRatio), persistence: try change(persistence))
  }
}

extension AnswerModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> AnswerModel {
    AnswerModel(
      seconds: try seconds.mapParameters(change), unanswered: try change(unanswered))
  }
}

extension Annoyance {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Annoyance {
    Annoyance(
      prePrompt: try change(prePrompt), alert: try change(alert), cold: try change(cold),
      nag: try change(nag))
  }
}

extension SettingsModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> SettingsModel {
    SettingsModel(
      reenable: try change(reenable), linkInPreferences: try change(linkInPreferences),
      linkAfterDenial: try change(linkAfterDenial), revoke: try change(revoke))
  }
}

extension AttributionModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> AttributionModel {
    AttributionModel(
      gate: gate, waitSeconds: try change(waitSeconds), starts: starts)
  }
}

extension ConsentModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> ConsentModel {
    ConsentModel(
      order: order, onUndetermined: onUndetermined, accept: try change(accept),
      seconds: try seconds.mapParameters(change), preGrant: preGrant, reopen: try change(reopen))
  }
}

extension SessionValue {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> SessionValue {
    SessionValue(
      currency: currency, identified: try change(identified), otherwise: try change(otherwise))
  }
}

extension UsageString {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> UsageString {
    UsageString(
      name: name, text: text, oddsRatio: try change(oddsRatio))
  }
}

extension PrePrompt {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> PrePrompt {
    PrePrompt(
      name: name, title: title, body: body, button: button, policy: policy,
      readSeconds: try readSeconds.mapParameters(change), continueOddsRatio: try change(continueOddsRatio),
      allowOddsRatio: try change(allowOddsRatio))
  }
}

extension VisitModel {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> VisitModel {
    let rate: Rate =
      switch self.rate {
      case .constant(let mean): .constant(try change(mean))
      case .gamma(let shape, let rate): .gamma(shape: try change(shape), rate: try change(rate))
      }
    let leaving: Leaving =
      switch self.leaving {
      case .constant(let chance): .constant(try change(chance))
      case .beta(let a, let b): .beta(a: try change(a), b: try change(b))
      }
    return VisitModel(rate: rate, leaving: leaving, fittedTo: fittedTo)
  }
}

extension Surroundings {
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Surroundings {
    var changed = alerts
    for index in alerts.indices { changed[index] = try alerts[index].mapParameters(change) }
    return Surroundings(
      alerts: changed, attribution: try attribution?.mapParameters(change),
      consent: try consent?.mapParameters(change))
  }
}
