/** Adds a copy button to each code block, and marks the current heading in the table of contents. */
const { copy = "", copied = "" } = document.getElementById("Main")?.dataset ?? {};
const status = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(status);

for (const pre of document.querySelectorAll(".body pre")) {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "copy",
    textContent: copy,
  });
  button.addEventListener("click", () => void copyText(pre));
  const box = Object.assign(document.createElement("div"), { className: "code" });
  pre.replaceWith(box);
  box.append(pre, button);
}

async function copyText(pre: Element): Promise<void> {
  status.textContent = "";
  try {
    await navigator.clipboard.writeText((pre.textContent ?? "").replace(/\n$/, ""));
    status.textContent = copied;
  } catch {
    // No permission, or no HTTPS: the selected code can still be copied by hand.
    getSelection()?.selectAllChildren(pre);
  }
}

const links = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")];
/** Pixels from the top of the window at which a heading becomes the current one. */
const line = 140;

function mark(): void {
  const current = links.findLast(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    return heading !== null && heading.getBoundingClientRect().top < line;
  });
  for (const link of links) link.ariaCurrent = link === current ? "true" : null;
}

if (links.length > 0) {
  addEventListener("scroll", mark, { passive: true });
  mark();
}

export {};
