import PromptFlow
import Testing

@Suite("The status an app keeps, and when it looks again")
struct StatusCacheTests {
  /// An app whose cache saw a denial before the person switched tracking on in Settings.
  private func makeAfterSettings(_ refresh: StatusCache.Refresh) -> (StatusCache, SystemPermission) {
    var permission = makePermission(answered: .deny)
    var cache = StatusCache(refresh: refresh)
    _ = cache.handle(.processStarted(permission.status))
    permission.tell(.appSwitch(isOn: true))
    return (cache, permission)
  }

  @Test("R35: a cache filled at launch only is stale after a visit to Settings")
  func stale() {
    var (cache, permission) = makeAfterSettings(.atLaunch)
    #expect(cache.handle(.activated(permission.status)) == .none)
    #expect(cache.lastSeen == .denied)
    #expect(cache.isStale(permission.status))
  }

  @Test("R35, R42: a cache that reads at each activation is right again when the app comes back")
  func fresh() {
    var (cache, permission) = makeAfterSettings(.atEachActivation)
    #expect(cache.handle(.activated(permission.status)) == .tellDependants(.authorized))
    #expect(!cache.isStale(permission.status))
  }

  @Test("R41: where the change ended the process, even a cache filled at launch only is right again")
  func relaunched() {
    var (cache, permission) = makeAfterSettings(.atLaunch)
    let event = SettingsReturn.relaunched.event(permission.status)
    #expect(cache.handle(event) == .tellDependants(.authorized))
  }

  @Test("R41: where the process was only suspended, a cache filled at launch only stays stale")
  func resumed() {
    var (cache, permission) = makeAfterSettings(.atLaunch)
    #expect(cache.handle(SettingsReturn.resumed.event(permission.status)) == .none)
  }

  @Test("R42: dependants are notified of a change and of nothing else")
  func toldOnce() {
    var cache = StatusCache(refresh: .atEachActivation)
    let seen: [AuthorizationStatus?] = [.notDetermined, .notDetermined, .denied, .denied, .authorized]
    let actions = seen.map { cache.handle(.activated($0)) }
    #expect(
      actions == [
        .tellDependants(.notDetermined), .none, .tellDependants(.denied), .none,
        .tellDependants(.authorized),
      ])
  }
}
