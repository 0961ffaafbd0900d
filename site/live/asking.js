// What is asked of the API, and how its answers are read.

/** What fetch takes; an object becomes JSON. */
export function toRequest({ method, body, type = "application/json", signal }, headers) {
  if (body === undefined) return { method: method ?? "GET", headers, signal };
  return {
    method: method ?? "POST",
    headers: { ...headers, "content-type": type },
    body: type === "application/json" ? JSON.stringify(body) : body,
    signal,
  };
}

/** The answer, or an Error with the server's sentence. */
export async function checked(response) {
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => undefined)) ?? {};
  const sentence = error?.message ?? `Loci answered with status ${response.status}`;
  throw Object.assign(new Error(sentence), { code: error?.code });
}

/** The events of an answer, up to `event: done`. Throws where it broke off; where it was stopped it just ends. */
export async function* readEvents(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error.name === "AbortError") return { done: true, value: undefined };
      throw new Error("The answer broke off: Loci ended, or the network is gone");
    });
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      if (block.startsWith("event: done")) return;
      if (block.startsWith("data: ")) yield JSON.parse(block.slice(6));
    }
  }
}
