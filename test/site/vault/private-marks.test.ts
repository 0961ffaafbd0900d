import { expect, test } from "vitest";
import { everythingIn, readSite } from "./read-site.ts";

/** Stands for what nobody may see, in every case below. */
const secret = "xylophone";

test.each(
  Object.entries({
    "a bank whose key is bold": { "a.md": `- ${secret} [**bank**:: Health]\n- b\n` },
    "a bank that is bold with its brackets": { "a.md": `- ${secret} **[bank::** Health]\n- b\n` },
    "a bank with a soft hyphen": { "a.md": `- ${secret} [ba\u00adnk:: Hea\u00adlth]\n- b\n` },
    "a bank with the name of a soft hyphen": { "a.md": `- ${secret} [bank:: Hea&shy;lth]\n- b\n` },
    "a bank in HTML": { "a.md": `- ${secret} [<b>bank</b>:: <i>Health</i>]\n- b\n` },
    "a bank without brackets": { "a.md": `- ${secret}\n  bank:: Health (2026-01-01)\n- b\n` },
    "a bold bank without brackets": { "a.md": `- b\n\n**bank**:: Health\n${secret}\n` },
    "a bank without brackets in a quotation": {
      "a.md": `- b\n\n> ${secret}\n> bank:: Health #x\n`,
    },
    "a bank that an editor wrapped": { "a.md": `- b\n\n> ${secret} [bank::\n> Health]\n` },
    "a file of a bank with a soft hyphen": {
      "a.md": `---\nba\u00adnk: Health\n---\n- ${secret}\n`,
    },
    "a file of a bank whose key is bold": { "a.md": `---\n**bank**: Health\n---\n- ${secret}\n` },
    "a private tag with a zero-width space": { "a.md": `- ${secret} #pri\u200bvate\n- b\n` },
    "a private tag that is half bold": { "a.md": `- ${secret} #**private**\n- b\n` },
    "a secret field that is half bold": { "a.md": `- ${secret} [sensi**tivity**:: secret]\n- b\n` },
    "a file with such a tag": { "a.md": `---\ntags: [pri\u00advate]\n---\n- ${secret}\n` },
    "a section below a private heading in HTML": {
      "a.md": `- b\n\n<h2>Money #private</h2>\n\n${secret}\n\n<h3>Deeper</h3>\n\n- ${secret}\n\n<h2>Open</h2>\n\n- c\n`,
    },
    "what a private summary stands above": {
      "a.md": `- b\n\n<details>\n<summary>Diary #private</summary>\n\n${secret}\n\n<div>\n\n- ${secret}\n\n</div>\n\n## ${secret}\n\n</details>\n\nopen\n`,
    },
    "what a private summary apart stands above": {
      "a.md": `- b\n\n<details>\n\n<summary>Diary #private</summary>\n\n${secret}\n\n</details>\n`,
    },
    "what lies in an element that is not closed": {
      "a.md": `- b\n\n<div>[sensitivity:: secret]\n\n- ${secret}\n\n${secret}\n`,
    },
    "the further paragraphs of a footnote": {
      "a.md": `- b [^1]\n\n[^1]: A note #private\n\n    ${secret}\n\n    - ${secret}\n\nopen\n`,
    },
    "a footnote whose last paragraph is marked": {
      "a.md": `- b [^1]\n\ntext\n[^1]: ${secret}\n\n\tand more [sensitivity:: secret]\n`,
    },
  }),
)("readVault() shows nothing of %s, be the site public or not", (_, files) => {
  for (const own of [{}, { publicList: ["a", "open"] }]) {
    const vault = readSite({ "topics/open.md": "- an open entry\n", ...files }, own);
    expect(everythingIn(vault)).not.toMatch(new RegExp(secret, "i"));
    expect(vault.notes.length).toBeGreaterThan(0);
  }
});
