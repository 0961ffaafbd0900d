import { makeElement } from "./make-element.ts";

/** Gives each block of code a button that copies it, and says so in the page's live region. */
const words = document.getElementById("copy-words")?.dataset ?? {};
const status =
  document.getElementById("live") ??
  document.body.appendChild(makeElement("p", { class: "live", id: "live", role: "status" }));
const shownMs = 2_500;
let timer: ReturnType<typeof setTimeout> | undefined;

for (const pre of document.querySelectorAll(".body pre")) {
  const button = makeElement("button", { type: "button", class: "copy" }, words.copy);
  button.addEventListener("click", () => void copy(pre));
  const box = makeElement("div", { class: "code" });
  pre.replaceWith(box);
  box.append(pre, button);
}

async function copy(pre: Element): Promise<void> {
  say("");
  try {
    await navigator.clipboard.writeText((pre.textContent ?? "").replace(/\n$/, ""));
    say(words.copied);
  } catch {
    // No permission, or no secure page: what is selected can be copied all the same.
    getSelection()?.selectAllChildren(pre);
    say(document.execCommand("copy") ? words.copied : words.selected);
  }
}

function say(sentence = ""): void {
  clearTimeout(timer);
  status.textContent = sentence;
  if (sentence === "") return;
  timer = setTimeout(() => {
    if (status.textContent === sentence) status.textContent = "";
  }, shownMs);
}
