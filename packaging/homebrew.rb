# Formula of Homebrew; scripts/manifests.sh fills in version and checksums.
class KserveRender < Formula
  desc "Render KServe resources offline, exactly as the controllers would"
  homepage "{{repository}}"
  version "{{version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/kserve-render-{{version}}-aarch64-apple-darwin.tar.gz"
      sha256 "{{sha256 aarch64-apple-darwin}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/kserve-render-{{version}}-x86_64-apple-darwin.tar.gz"
      sha256 "{{sha256 x86_64-apple-darwin}}"
    end
  end

  on_linux do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/kserve-render-{{version}}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256 aarch64-unknown-linux-musl}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/kserve-render-{{version}}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256 x86_64-unknown-linux-musl}}"
    end
  end

  def install
    bin.install "kserve-render"
    # What is built for another system comes without its manual page.
    man1.install "kserve-render.1" if File.exist? "kserve-render.1"
    bash_completion.install "completions/kserve-render.bash"
    zsh_completion.install "completions/_kserve-render"
    fish_completion.install "completions/kserve-render.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kserve-render --version")
    (testpath/"leaf.yaml").write <<~YAML
      apiVersion: serving.kserve.io/v1beta1
      kind: InferenceService
      metadata: {name: leaf, annotations: {serving.kserve.io/deploymentMode: Standard}}
      spec: {predictor: {model: {modelFormat: {name: sklearn}, storageUri: gs://models/leaf}}}
    YAML
    assert_match "http://leaf-default.example.com", shell_output("#{bin}/kserve-render leaf.yaml -o url")
  end
end
