/**
 * SHA-256 of bytes, or of a text in UTF-8. Node's crypto module is loaded with the first use: most answers need no
 * hash, and a command that ends at once should not pay for it.
 */
export const sha256 = (content: Uint8Array | string): Buffer =>
  process.getBuiltinModule("node:crypto").hash("sha256", content, "buffer");

/** The same in hexadecimal. */
export const sha256Hex = (content: Uint8Array | string): string => sha256(content).toString("hex");
