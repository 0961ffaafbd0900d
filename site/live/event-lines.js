// What an event shows beside an answer, and what came of a command: lines of text; an object is a numbered list.

import { languageName } from "./choices.js";
import { agentName, titleOf } from "./names.js";

const withTitle = ({ text, file }) => `${text} (${file === "" ? "said just now" : titleOf(file)})`;
const withoutBullet = (line) => line.replace(/^\s*[-*+] +/, "");

const linesByType = {
  topic: ({ topic, file }) => [
    topic === null ? "No topic yet" : `Topic: ${titleOf(file ?? topic)}`,
  ],
  handoff: ({ from, to }) => [`${agentName(to)} takes over from ${agentName(from)}`],
  language: ({ to }) => [`Language: ${languageName(to)}`],
  found: ({ entries }) =>
    entries.length === 0
      ? ["There is no such memory."]
      : [
          { list: entries.map(withTitle) },
          entries.length === 1
            ? "Is it to be forgotten? Write yes; anything else keeps it."
            : "Which one is to be forgotten? Write its number; anything else forgets none.",
        ],
  not_forgotten: () => ["Nothing was forgotten."],
  tool: ({ name, result }) =>
    name === "forget" && result.status === "forgotten" ? forgottenLines(result) : [],
  taken_back: ({ said, forgotten, kept }) =>
    said === null
      ? ["There is nothing to take back."]
      : [
          `Taken back: ${said}`,
          ...forgotten.map((text) => `Forgotten: ${text}`),
          ...kept.map((text) => `Changed since, and stays: ${text}`),
        ],
  undo: ({ what, removed, restored, kept }) =>
    what === null
      ? ["There is nothing to take back."]
      : [
          `Taken back: ${what}`,
          ...removed.map((line) => `Gone again: ${withoutBullet(line)}`),
          ...restored.map((line) => `Back again: ${withoutBullet(line)}`),
          ...kept,
        ],
  help: ({ commands }) => commands.map(({ usage, does }) => `${usage}: ${does}`),
  person: ({ person }) => [person ?? "Nobody is named"],
  agent: ({ agent, others }) => [[agent, ...others].map(agentName).join(", ")],
  mode: ({ to }) => [`Mode: ${to}`],
  why: ({ hits, topic }) => {
    if (hits.length > 0) return hits.map(withTitle);
    return [topic === null ? "No memory went into it." : `All of ${titleOf(topic)} went into it.`];
  },
  digest: ({ session, status, outcomes = [] }) => {
    if (session === null) return ["Nothing was said yet."];
    if (status === "waiting") return ["It waits on disk, and becomes memory later."];
    const news = outcomes.filter((one) => one.status !== "known" && one.status !== "kept");
    if (news.length === 0) return ["Nothing new to remember."];
    const saved = news.filter((one) => one.status === "saved");
    return saved.map((one) => `Remembered: ${withTitle(one)}`);
  },
};

/** The lines of an event, if it has any. */
export function eventLines(event) {
  return Object.hasOwn(linesByType, event.type) ? linesByType[event.type](event) : [];
}

function forgottenLines({ text, inGit, transcripts }) {
  const rest = [...(inGit ? ["git's history"] : []), ...transcripts];
  const left = rest.length > 0 ? [`Its words may still be in ${rest.join(" and in ")}.`] : [];
  return [`Forgotten: ${text}`, ...left];
}
