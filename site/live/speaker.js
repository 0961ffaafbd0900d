// Who speaks on this page, which decides what is seen. The choice and the conversation outlast loading the page again.

const select = document.getElementById("who");
const ids = new Set([""]);
const kept = stored("person");
let chosen = kept === null ? undefined : kept || null;
let isOffered = false;

/** Their id; null for nobody; undefined, as long as it is not known, for whom this device's settings name. */
export const speaker = () => chosen;

/** Chooses them in the list; true where somebody else spoke before. */
export function speakAs(person) {
  addPerson(person ?? "");
  const isAnother = chosen !== undefined && chosen !== person;
  chosen = person;
  select.value = person ?? "";
  store("person", select.value);
  return isAnother;
}

/** Offers the people of the vault, once; the device's own is chosen where nobody was yet. */
export async function offerPeople(ask) {
  if (isOffered) return;
  const { people, person } = await (await ask("/api/people")).json();
  isOffered = true;
  for (const id of people) addPerson(id);
  speakAs(chosen === undefined ? person : chosen);
}

export const onChosen = (listen) =>
  select.addEventListener("change", () => listen(select.value || null));

function addPerson(id) {
  if (ids.has(id)) return;
  ids.add(id);
  const option = document.createElement("option");
  option.value = id;
  option.textContent = id;
  select.append(option);
  document.getElementById("whose").hidden = false; // In a vault of nobody's there is nothing to choose.
}

export function stored(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null; // Storage is switched off.
  }
}

export function store(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Storage is switched off: a page that is loaded again begins again.
  }
}
