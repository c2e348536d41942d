# A formula for a tap. Written where there is no Homebrew, so not tried.
class AttLab < Formula
  desc "Simulate when an iOS app should ask for permission to track"
  # The address of the repository goes here, and the archive of a release with its checksum in place of head.
  homepage "https://example.org/att-lab"
  head "https://example.org/att-lab.git", branch: "main"
  license "GPL-3.0-or-later"

  depends_on xcode: ["16.3", :build]
  depends_on "gsl"
  uses_from_macos "sqlite"

  def install
    system "swift", "build", "-c", "release", "--disable-sandbox", "--product", "att-lab"
    system "scripts/install", ".build/release/att-lab", prefix
  end

  test do
    system bin/"att-lab", "init", "news", "--out", "mine.yaml"
    assert_match "Recommendation", shell_output("#{bin}/att-lab simulate mine.yaml --trials 20 --set installs=200")
  end
end
