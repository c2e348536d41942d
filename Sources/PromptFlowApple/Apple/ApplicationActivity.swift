#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit)
  import Foundation
  public import PromptFlow
  import UIKit

  /// The manager of an app on a device.
  @available(iOSApplicationExtension, unavailable)
  public typealias DeviceTrackingManager = TrackingManager<SystemTrackingAuthorization>

  @available(iOSApplicationExtension, unavailable)
  extension TrackingManager where System == SystemTrackingAuthorization {
    /// The manager of an app on a device, told of every activation for as long as it lives.
    public static func live(turns: PermissionTurns = PermissionTurns()) -> TrackingManager {
      let manager = TrackingManager(
        system: SystemTrackingAuthorization(), turns: turns, memory: StoredAnswerMemory())
      manager.followApplication()
      return manager
    }

    /// Has the manager told of every activation of the application.
    ///
    /// Once is enough; an app that calls ``TrackingManager/applicationDidBecomeActive()`` from its
    /// delegate does not need it. A second call would only have the status read twice.
    public func followApplication() {
      _ = NotificationCenter.default.addObserver(
        forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.applicationDidBecomeActive() }
      }
    }
  }

  /// The whole flow of an app on a device.
  @available(iOSApplicationExtension, unavailable)
  public typealias DeviceTrackingFlow = TrackingFlow<SystemTrackingAuthorization, DefaultsStateStore>

  @available(iOSApplicationExtension, unavailable)
  extension TrackingFlow where System == SystemTrackingAuthorization, Store == DefaultsStateStore {
    /// The whole flow of an app on this device, started and told of the application's activity.
    ///
    /// Make one per process, and at its start: in the delegate's `didFinishLaunching`, or as a state object
    /// of the `App`. Its state is kept in the app's user defaults.
    ///
    /// - Parameters:
    ///   - setup: the strategy and what stands beside the alert; its version is taken from the device.
    ///   - turns: the turns that the app's other permissions are asked in.
    ///   - consent: the consent platform.
    ///   - attribution: the SDKs.
    public static func live(
      _ setup: FlowSetup, turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
      attribution: [any AttributionSDK] = []
    ) -> TrackingFlow {
      var setup = setup
      setup.version = .current
      let flow = TrackingFlow(
        setup, system: SystemTrackingAuthorization(), store: DefaultsStateStore(),
        memory: StoredAnswerMemory(), turns: turns, consent: consent, attribution: attribution,
        clock: DeviceClock())
      flow.followApplication()
      flow.start()
      return flow
    }
  }

  @available(iOSApplicationExtension, unavailable)
  extension TrackingFlow where System == SystemTrackingAuthorization {
    /// Has the flow told of the application's activity; once is enough, before ``TrackingFlow/start()``.
    public func followApplication() {
      let center = NotificationCenter.default
      _ = center.addObserver(
        forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.applicationDidBecomeActive() }
      }
      _ = center.addObserver(
        forName: UIApplication.willResignActiveNotification, object: nil, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.applicationWillResignActive() }
      }
      _ = center.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.applicationDidEnterBackground() }
      }
    }
  }
#endif
