#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit)
  import Foundation
  public import PromptFlow
  public import PromptFlowStorage
  import UIKit

  /// The manager of an app on a device.
  @available(iOSApplicationExtension, unavailable)
  public typealias DeviceTrackingManager = TrackingManager<SystemTrackingAuthorization>

  @available(iOSApplicationExtension, unavailable)
  extension TrackingManager where System == SystemTrackingAuthorization {
    /// The manager of an app on a device, notified of every activation for as long as it lives.
    ///
    /// - Parameters:
    ///   - turns: the turns that the app's other permissions are asked in.
    ///   - askedBefore: for an app that is updated to this library: whether an earlier version of it has
    ///     asked on this install; `nil` where nobody knows.
    public static func live(
      turns: PermissionTurns = PermissionTurns(), askedBefore: Bool? = nil
    ) -> TrackingManager {
      let manager = TrackingManager(
        system: SystemTrackingAuthorization(), turns: turns, memory: .live(), askedBefore: askedBefore)
      manager.followApplication()
      return manager
    }

    /// Has the manager notified of every activation of the application, until it is let go of.
    ///
    /// A second call does nothing. An app that calls ``TrackingManager/applicationDidBecomeActive()`` from its
    /// delegate does not need it.
    public func followApplication() {
      guard activity == nil else { return }
      activity = ApplicationObservers([
        UIApplication.didBecomeActiveNotification: { [weak self] in self?.applicationDidBecomeActive() }
      ])
    }
  }

  /// The whole flow of an app on a device.
  @available(iOSApplicationExtension, unavailable)
  public typealias DeviceTrackingFlow = TrackingFlow<SystemTrackingAuthorization, DeviceStateStore>

  /// The flow of this process, for as long as the app holds it.
  @MainActor
  @available(iOSApplicationExtension, unavailable)
  private weak var flowOfThisProcess: DeviceTrackingFlow?

  @available(iOSApplicationExtension, unavailable)
  extension TrackingFlow where System == SystemTrackingAuthorization, Store == DeviceStateStore {
    /// The whole flow of an app on this device, started and notified of the application's activity.
    ///
    /// There is one per process: as long as the app holds it, a second call returns it, whatever it is given.
    /// Make it at the start: in the delegate's `didFinishLaunching`, or as a state object of the `App`. Its state
    /// is kept in a file of the app's, on tvOS in its user defaults.
    ///
    /// - Parameters:
    ///   - setup: the strategy and what stands beside the alert; its version is taken from the device.
    ///   - system: the framework, with another call than the one of iOS 14 where the app makes it.
    ///   - turns: the turns that the app's other permissions are asked in.
    ///   - consent: the consent platform.
    ///   - attribution: the SDKs.
    ///   - askedBefore: for an app that is updated to this library: whether an earlier version of it has
    ///     asked on this install; `nil` where nobody knows.
    public static func live(
      _ setup: FlowSetup, system: SystemTrackingAuthorization = SystemTrackingAuthorization(),
      turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
      attribution: [any AttributionSDK] = [], askedBefore: Bool? = nil
    ) -> TrackingFlow {
      if let flowOfThisProcess { return flowOfThisProcess }
      var setup = setup
      setup.version = .current
      let flow = TrackingFlow(
        setup, system: system, store: .live(), memory: .live(), turns: turns, consent: consent,
        attribution: attribution, clock: DeviceClock(), askedBefore: askedBefore)
      flowOfThisProcess = flow
      flow.followApplication()
      flow.start()
      return flow
    }
  }

  @available(iOSApplicationExtension, unavailable)
  extension TrackingFlow where System == SystemTrackingAuthorization {
    /// Has the flow notified of the application's activity, until it is let go of; before ``TrackingFlow/start()``.
    ///
    /// A second call does nothing.
    public func followApplication() {
      guard activity == nil else { return }
      activity = ApplicationObservers([
        UIApplication.didBecomeActiveNotification: { [weak self] in self?.applicationDidBecomeActive() },
        UIApplication.willResignActiveNotification: { [weak self] in self?.applicationWillResignActive() },
        UIApplication.didEnterBackgroundNotification: { [weak self] in
          self?.applicationDidEnterBackground()
        },
      ])
    }
  }

  /// Calls for an application's notifications, until it is let go of.
  private final class ApplicationObservers {
    private let tokens: [any NSObjectProtocol]

    init(_ calls: [Notification.Name: @MainActor @Sendable () -> Void]) {
      tokens = calls.map { name, call in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
          MainActor.assumeIsolated { call() }
        }
      }
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
  }
#endif
