import Rendering
public import Studies

extension RunningLead {
  /// `"After onboarding" leads by +1.3 ± 0.2 pp`; `nil` before there is a lead.
  public var words: String? {
    lead.map { found in
      let quantity = Quantity(found.difference, isShare ? .points : .number)
      let phrase: Phrase = "\(Name(found.best)) leads by \(quantity.full(.signed))"
      return phrase.text
    }
  }
}
