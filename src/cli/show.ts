import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci show`: prints a topic's file, or its data as JSON. */
export const show: Command = {
  usage: "show TOPIC [flags]",
  words: Number.POSITIVE_INFINITY,
  summary: "Shows a topic by name, alias, title or file: the file itself, or its entries as JSON.",
  flags: viewerFlags,
  examples: ["loci show cooking", "loci show profile --person ana", "loci show recipes --json"],
  async run(call) {
    const name = call.words.join(" ");
    if (name === "")
      throw new LociError(
        "USAGE",
        'Cannot show nothing: name a topic, such as "loci show cooking"',
      );
    return withLoci(call, async (loci) => {
      const { topic, text } = await loci.memory.show(name, viewerFrom(call));
      if (call.json) {
        const { path, title, frontmatter, entries, passages, problems } = topic;
        call.printJson({ file: path, title, frontmatter, entries, passages, problems });
      } else {
        call.print(text.replace(/\r?\n$/, ""));
        call.note(`(${topic.path})`);
      }
      return 0;
    });
  },
};
