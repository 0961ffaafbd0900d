import { findPrivateData } from "./find-private-data.ts";

/** True for a text with a password, a key or the number of a card in it. */
export function holdsSecret(text: string): boolean {
  return findPrivateData(text).some(({ kind }) => kind === "secret" || kind === "card");
}
