#if canImport(UIKit)
  import Foundation
  public import PromptFlowStorage
  import UIKit

  #if os(tvOS)
    /// Where a device keeps the flow's state: tvOS keeps no files for an app.
    public typealias DeviceStateStore = DefaultsStateStore
  #else
    /// Where a device keeps the flow's state.
    public typealias DeviceStateStore = FileStateStore
  #endif

  @available(iOSApplicationExtension, unavailable)
  extension DeviceStateStore {
    /// The store of this device.
    public static func live() -> DeviceStateStore {
      #if os(tvOS)
        DefaultsStateStore { UIApplication.shared.isProtectedDataAvailable }
      #else
        // Versions of this library before the file kept it in user defaults.
        FileStateStore.inApplicationSupport(
          takingOver: DefaultsStateStore { UIApplication.shared.isProtectedDataAvailable })
      #endif
    }
  }

  @available(iOSApplicationExtension, unavailable)
  extension AnswerMemory where Self == StoredAnswerMemory {
    /// The memory of this device.
    @MainActor
    public static func live() -> StoredAnswerMemory {
      #if os(tvOS)
        StoredAnswerMemory.inDefaults { UIApplication.shared.isProtectedDataAvailable }
      #else
        StoredAnswerMemory.inApplicationSupport()
      #endif
    }
  }
#endif
