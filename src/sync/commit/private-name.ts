/** What a transcript, or a file of keys and passwords, is called: neither is Loci's to publish, whatever `.gitignore` says. */
export function isTranscript(path: string): boolean {
  return /^conversations(?:\/|$)/i.test(path);
}

/** Why a file stays on this device that is called as secrets are, as in the starter vault's `.gitignore`. */
export function faultOfSecretName(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isSecret =
    /^\.env|\.(?:pem|key)$|^id_(?:rsa|ed25519|ecdsa)/i.test(name) && !/\.md$/i.test(name);
  return isSecret
    ? "files of this name hold secrets; name it in .gitignore, or commit it with your own git"
    : undefined;
}
