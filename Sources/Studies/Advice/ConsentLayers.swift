import ExperimentDesign
import PromptFlow

/// Where an experiment asks for consent, and in which order with the alert.
public struct ConsentLayers: Equatable, Sendable {
  /// Positions of the segments of the first scenario in which some arm asks for consent.
  public var segments: [Int]
  /// Whether all arms ask for consent before the alert, or all after it; `nil` where they differ, or one does not ask.
  public var areFirst: Bool?

  /// - Returns: `nil` where no arm asks for consent.
  init?(of experiment: Experiment) {
    let orders = experiment.arms.map(Self.orders)
    guard orders.contains(where: { !$0.isEmpty }) else { return nil }
    areFirst =
      orders.allSatisfy { $0 == [.beforeATT] } ? true : orders.allSatisfy { $0 == [.afterATT] } ? false : nil
    segments = experiment.scenarios[0].segments.indices.filter { segment in
      experiment.arms.contains { $0.surroundings[0][segment].consent != nil }
    }
  }

  /// The orders that an arm has, anywhere.
  static func orders(of arm: Arm) -> Set<ConsentOrder> {
    Set(arm.surroundings.joined().compactMap { $0.consent?.order })
  }
}
