/** Shows how long ago a date was; a static page cannot know that. */
const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
const dayMs = 86_400_000;

for (const time of document.querySelectorAll<HTMLTimeElement>("time.ago")) {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((Date.parse(`${time.dateTime}T00:00:00Z`) - today) / dayMs);
  if (Number.isNaN(days)) continue;
  time.title = time.textContent ?? "";
  const distance = Math.abs(days);
  if (distance < 14) time.textContent = format.format(days, "day");
  else if (distance < 60) time.textContent = format.format(Math.trunc(days / 7), "week");
  else if (distance < 730) time.textContent = format.format(Math.trunc(days / 30.44), "month");
}

export {};
