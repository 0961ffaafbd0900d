import { frontmatter } from "./hostile/frontmatter.ts";
import { html } from "./hostile/html.ts";
import { syntax } from "./hostile/syntax.ts";
import { text } from "./hostile/text.ts";
import { urls } from "./hostile/urls.ts";

/**
 * Files that want to harm who reads them, by the name of their topic. What would run sets `window.__pwned` to that
 * name; what would load asks for `https://evil.example/` and the name. Some have megabytes.
 */
export const hostileNotes: ReadonlyMap<string, string> = new Map([
  ...notesOf("html", html, (payload, name) => everywhere(`HTML ${name}`, payload)),
  ...notesOf("url", urls, (payload, name) => everyLink(`Address ${name}`, payload)),
  ...notesOf("frontmatter", frontmatter, (payload) => payload),
  ...notesOf("syntax", syntax, (payload, name) => `# Syntax ${name}\n\n${payload}\n`),
  ...notesOf("text", text, (payload, name) => `# Text ${name}\n\n${payload}\n`),
]);

function notesOf(
  kind: string,
  payloads: Readonly<Record<string, string>>,
  toNote: (payload: string, name: string) => string,
): [string, string][] {
  return Object.entries(payloads).map(([key, payload]) => {
    const name = `hostile-${kind}-${key}`;
    // Without quotes, so that it runs within any.
    const script = `window.__pwned=/${name}/.source`;
    const armed = payload
      .replace(/PWN|\bJS\b/g, () => script)
      .replace(/\bNAME\b/g, () => name)
      .replace(/\bURL\b/g, () => `https://evil.example/${name}`);
    return [name, toNote(armed, key)];
  });
}

/** HTML in each place where words can stand. */
function everywhere(title: string, html: string): string {
  const line = html.replace(/\s*\n\s*/g, " ");
  return `# ${title}

${html}

In a paragraph ${line} of words.

- ${line} (2026-02-12)
- In an entry ${line} (2026-02-12) [bank:: Personal] [note:: ${line}] #tag
- Nested
  - ${line}

    ${line}

1. ${line}

> ${line}

> [!note] ${line}
> ${line}

## ${line}

| ${line} | b |
|---|---|
| a | ${line} |

[${line}](https://good.example) ![${line}](x.png) [[page|${line}]] ==${line}== **${line}** $${line}$ [key:: ${line}]

Note.[^1] \`${line}\` [a](https://good.example "${line}") #${line} %%${line}%%

[^1]: ${line}

\`\`\`${line}
${html}
\`\`\`

    ${line}

${line}
===
`;
}

/** An address in each syntax that makes a link of it. */
function everyLink(title: string, url: string): string {
  return `# ${title}

[inline](${url}) [angle](<${url}>) [titled](${url} "title") ![image](${url}) ![image](<${url}>)

<${url}> ${url} [[${url}]] [[${url}|label]] [[page#${url}]] ![[${url}]] [![image](${url})](${url})

[reference][r] [r] ![r] [angle][s] [https://good.example](${url}) [good.example](<${url}>)

- [entry](${url}) <${url}> ${url} (2026-02-12) [source:: ${url}] #tag
- [[${url}]] [angle](<${url}>) [key:: ${url}] in the middle

| [cell](${url}) | [[${url}\\|label]] |
|---|---|
| <${url}> | ![image](${url}) |

<a href="${url}">html</a> <a href='${url}'>html</a> <a href=${url}>html</a> <img src="${url}">

## [heading](${url})

> [!tip] [callout](${url})
> $\\href{${url}}{x}$

Note.[^1]

[^1]: [footnote](${url})

[r]: ${url}
[s]: <${url}> "title"
`;
}
