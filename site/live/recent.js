// What was touched lately; in a new vault, the topics there are.

import { make } from "./make.js";
import { isSiteServed, pageOf } from "./places.js";
import { speaker } from "./speaker.js";

const recent = document.getElementById("recent");

/** Fills the list; `ask` throws an Error with a sentence, `askAbout` takes a topic's name where there is no page of it. */
export async function showRecent(ask, askAbout) {
  const person = speaker();
  const whose = `?person=${encodeURIComponent(person ?? "")}`;
  const lately = (await (await ask(`/api/recent${whose}`)).json()).recent;
  const listed =
    lately.length > 0 ? lately : (await (await ask(`/api/topics${whose}`)).json()).topics;
  if (person !== speaker()) return; // Somebody else looks by now.
  document.getElementById("recent-title").textContent = lately.length > 0 ? "Lately" : "Topics";
  const items = listed.slice(0, 8).map((topic) => topicItem(topic, askAbout));
  recent.querySelector("ul").replaceChildren(...items);
  recent.hidden = listed.length === 0;
}

/** A link to the topic's page where there is one; else a press asks about it. */
function topicItem({ topic, title, summary, ago, updated, file }, askAbout) {
  const name = title || topic.replaceAll("-", " ");
  const opener = make(isSiteServed ? "a" : "button");
  if (isSiteServed) opener.href = pageOf(file ?? `topics/${topic}.md`);
  else {
    opener.type = "button";
    opener.addEventListener("click", () => askAbout(name));
  }
  const about = [summary, ago || updated].filter(Boolean).join(" · ");
  opener.append(make("span", "", name), make("small", "", about));
  const item = make("li");
  item.append(opener);
  return item;
}
