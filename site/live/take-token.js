/** The key from the address, out of which it goes into this tab's session; else the one that is there. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (given !== null) sessionStorage.setItem("token", given);
    return given ?? sessionStorage.getItem("token");
  } catch {
    return given; // Storage is switched off: the key lasts until the page is loaded again.
  }
}
