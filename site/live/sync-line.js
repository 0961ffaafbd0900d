// How the vault compares with its remote, and what waits to become memory: one line, without asking the remote.

import { waiting } from "./conversations.js";

const line = document.getElementById("sync");

export async function showSync(ask) {
  line.textContent = await sentencesFor(ask).catch(({ message }) => message);
}

async function sentencesFor(ask) {
  const [state, digests] = await Promise.all([
    ask("/api/sync").then((answer) => answer.json()),
    waiting(ask),
  ]);
  const sentences = [describe(state)];
  if (digests > 0) {
    sentences.push(
      digests === 1
        ? "One conversation waits to become memory."
        : `${digests} conversations wait to become memory.`,
    );
  }
  return sentences.join(" ");
}

function describe({ remote, failure, lastSuccess, ahead = 0, changedFiles = 0 }) {
  if (remote === null) return "The memory stays on this device: it has no remote.";
  if (failure) {
    const { message = `The last sync failed: ${failure.reason}`, fix } = failure;
    return fix ? `${message}; ${fix}.` : message;
  }
  if (!lastSuccess) return "It was not synced yet.";
  const when = new Date(lastSuccess).toLocaleString([], {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const left = ahead + changedFiles > 0 ? ", what changed since is sent with the next" : "";
  return `Last synced ${when}${left}.`;
}
