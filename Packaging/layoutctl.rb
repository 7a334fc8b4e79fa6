# A formula for Homebrew: scripts/release fills in the publisher, the archive's address and its checksum.
class Layoutctl < Formula
  desc "Layouts of collection views in SQLite files"
  homepage "@HOMEPAGE@"
  url "@ARCHIVE@"
  sha256 "@CHECKSUM@"
  license "MIT"

  depends_on xcode: ["26.0", :build]
  depends_on "sqlite"
  uses_from_macos "swift"

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "layoutctl"
    bin.install ".build/release/layoutctl"
    man1.mkpath
    (man1/"layoutctl.1").write Utils.safe_popen_read(bin/"layoutctl", "manual")
    generate_completions_from_executable(bin/"layoutctl", "completion")
  end

  test do
    (testpath/"items.csv").write("key,height\na,40\n")
    system bin/"layoutctl", "import", "s.db", "items.csv", "--dataset", "d", "--key", "key", "--height", "height"
    assert_match "itemCount", shell_output("#{bin}/layoutctl status s.db --format csv")
  end
end
