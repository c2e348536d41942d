#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit)
  import Foundation
  import UIKit

  /// The manager of an app on a device.
  @available(iOSApplicationExtension, unavailable)
  public typealias DeviceTrackingManager = TrackingManager<SystemTrackingAuthorization>

  @available(iOSApplicationExtension, unavailable)
  extension TrackingManager where System == SystemTrackingAuthorization {
    /// The manager of an app on a device, told of every activation for as long as it lives.
    public static func onThisDevice(turns: PermissionTurns = PermissionTurns()) -> TrackingManager {
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
