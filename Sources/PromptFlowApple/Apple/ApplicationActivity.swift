#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit) && !os(watchOS)
  import Foundation
  public import PromptFlow
  import PromptFlowStorage
  import UIKit

  /// The flow of this process, for as long as the app holds it.
  @MainActor
  @available(iOSApplicationExtension, unavailable)
  private weak var flowOfThisProcess: TrackingFlow?

  @available(iOSApplicationExtension, unavailable)
  extension TrackingFlow {
    /// The whole flow of an app on this device, started and notified of the application's activity.
    ///
    /// There is one per process: as long as the app holds it, a second call returns it, and must be given the same
    /// setup. Make it at the start: in the delegate's `didFinishLaunching`, or as a state object of the `App`, never of
    /// a view, of which every window has one. Its state is kept in a file of the app's, on tvOS in its user defaults.
    ///
    /// - Parameters:
    ///   - setup: the strategy and what stands beside the alert; its version is taken from the device.
    ///   - system: the framework, with another call than the one of iOS 14 where the app makes it.
    ///   - turns: the turns that the app's other permissions are asked in.
    ///   - consent: the consent platform.
    ///   - attribution: the SDKs.
    public static func live(
      _ setup: FlowSetup, system: SystemTrackingAuthorization = SystemTrackingAuthorization(),
      turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
      attribution: [any AttributionSDK] = []
    ) -> TrackingFlow {
      var setup = setup
      setup.version = .current
      if let flowOfThisProcess {
        assert(
          flowOfThisProcess.controller.session.setup.strategy == setup.strategy,
          "The flow of this process has another setup. Make it once, and hand it to all that need it.")
        return flowOfThisProcess
      }
      let flow = TrackingFlow(
        setup, system: system, store: deviceStateStore(), clock: DeviceClock(), turns: turns,
        consent: consent, attribution: attribution)
      flowOfThisProcess = flow
      flow.followApplication()
      flow.start()
      return flow
    }

    /// Has the flow notified of the application's activity, until it is let go of; before ``TrackingFlow/start()``.
    ///
    /// A second call does nothing. A scene that is no window of the app's, such as CarPlay's, begins no session.
    public func followApplication() {
      guard activity == nil else { return }
      let foreground: @MainActor @Sendable () -> Void = { [weak self] in
        self?.applicationWillEnterForeground()
      }
      activity = ApplicationObservers([
        UIScene.willEnterForegroundNotification: foreground,
        UIApplication.willEnterForegroundNotification: foreground,
        UIApplication.didBecomeActiveNotification: { [weak self] in self?.applicationDidBecomeActive() },
        UIApplication.willResignActiveNotification: { [weak self] in self?.applicationWillResignActive() },
        UIApplication.didEnterBackgroundNotification: { [weak self] in
          self?.applicationDidEnterBackground()
        },
      ])
    }

    /// Where a device keeps the flow's state: tvOS keeps no files for an app.
    private static func deviceStateStore() -> any StateStore {
      #if os(tvOS)
        DefaultsStateStore { UIApplication.shared.isProtectedDataAvailable }
      #else
        FileStateStore.inApplicationSupport()
      #endif
    }
  }

  /// Calls for an application's notifications, until it is let go of.
  private final class ApplicationObservers {
    private let tokens: [any NSObjectProtocol]

    init(_ calls: [Notification.Name: @MainActor @Sendable () -> Void]) {
      tokens = calls.map { name, call in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
          let isNoWindow = note.object is UIScene && !(note.object is UIWindowScene)  // CarPlay's
          if !isNoWindow { MainActor.assumeIsolated { call() } }
        }
      }
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
  }
#endif
