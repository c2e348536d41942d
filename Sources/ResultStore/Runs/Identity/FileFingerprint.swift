/// What a file of data is known by: the hash of its bytes.
public enum FileFingerprint {
  /// The first 16 hexadecimal digits of the bytes' SHA-256: enough that no two files of a team share them.
  public static func of(_ bytes: [UInt8]) -> String {
    String(ContentKey.hexadecimal(SHA256.digest(of: bytes)).prefix(16))
  }
}
