import { blocked } from "./blocked.ts";

/** No vault has more files and folders; a tree that names another one twice, again and again, may stand for any number. */
const maxNames = 500_000;

/** Counts the names that a walk through the trees of one commit meets; throws a blocked error where they have no end. */
export function createNameCount(): { add(count: number): void } {
  let total = 0;
  return {
    add(count) {
      total += count;
      if (total <= maxNames) return;
      throw blocked(
        `a commit holds more than ${maxNames} files and folders`,
        "look at it with your own git, and take it back or start again from the commit before it",
      );
    },
  };
}
