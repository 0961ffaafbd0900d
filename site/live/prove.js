// Whoever took the port after Loci ended must get nothing: the server first shows that it knows this page's session.

import { sessionKey } from "./enter.js";

/** False for plain http on another host: browsers keep their cryptography to themselves there. */
export const canProve = Boolean(globalThis.crypto?.subtle);

/** Whether the server knows the session; nothing that it could use is sent. Rejects where nobody answers. */
export async function isProven() {
  const nonce = crypto.randomUUID();
  const response = await fetch(`/healthz?nonce=${nonce}`, { signal: AbortSignal.timeout(5000) });
  const { proof } = (await response.json().catch(() => undefined)) ?? {};
  const bytes = Uint8Array.from(String(proof).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );
  const encode = (text) => new TextEncoder().encode(text);
  const way = { name: "HMAC", hash: "SHA-256" };
  const secret = encode(sessionKey() ?? crypto.randomUUID());
  const key = await crypto.subtle.importKey("raw", secret, way, false, ["verify"]);
  return crypto.subtle.verify(way, key, bytes, encode(`${location.port || 80}:${nonce}`));
}
