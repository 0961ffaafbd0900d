import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";

/** `loci stats`: figures about the vault and its index. */
export const stats: Command = {
  usage: "stats [flags]",
  summary: "Shows figures about the vault and its index.",
  flags: {},
  examples: ["loci stats", "loci stats --json"],
  async run(call) {
    const loci = await openFor(call);
    try {
      const figures = await loci.stats();
      if (call.json) call.printJson(figures);
      else {
        for (const [name, value] of Object.entries(figures)) {
          const text =
            typeof value === "object" && value !== null
              ? Object.entries(value)
                  .map(([key, count]) => `${key} ${count}`)
                  .join(", ")
              : String(value);
          call.print(`${name.padEnd(16)}${text}`);
        }
      }
      return 0;
    } finally {
      await loci.close();
    }
  },
};
