import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../vault/read-small-file.ts";
import { printable } from "./printable.ts";

const fileIn = (lociDir: string): string => join(lociDir, "chat-history");

/** Lines that were typed in earlier conversations, newest first. */
export function readChatHistory(lociDir: string): string[] {
  try {
    const text = readSmallFile(fileIn(lociDir)) ?? "";
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map(printable);
  } catch {
    return []; // A convenience: what cannot be read is as good as empty.
  }
}

/** Keeps them for the next time, for this user's eyes only. */
export function saveChatHistory(lociDir: string, lines: readonly string[]): void {
  try {
    writeFileSync(fileIn(lociDir), `${lines.join("\n")}\n`, { mode: 0o600 });
    chmodSync(fileIn(lociDir), 0o600);
  } catch {
    // A convenience: a disk that is full is told by what matters.
  }
}
