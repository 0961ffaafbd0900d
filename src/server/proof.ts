import { createHmac } from "node:crypto";

/**
 * Shows that this server knows a secret, without saying it: hex HMAC-SHA-256 of `PORT:NONCE` under it. The port is in it
 * so that whoever took a port cannot pass the question on to a Loci at another one. Undefined where the nonce is none.
 */
export function proofFor(nonce: string, port: number, secret: string): string | undefined {
  if (!/^[\w-]{16,128}$/.test(nonce)) return undefined;
  return createHmac("sha256", secret).update(`${port}:${nonce}`).digest("hex");
}
