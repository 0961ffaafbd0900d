import type { HttpAnswer } from "./http-exchange.ts";
import { answerFailed, type Tried } from "./http-failed.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { Service } from "./transport.ts";

/** Follows a redirect of the list of refs, as git does, but never to another origin. */
export function redirected(answer: HttpAnswer, base: URL, service: Service, url: string): URL {
  answer.close();
  const target = URL.parse(answer.header("location"), `${base.href.replace(/\/$/, "")}/info/refs`);
  const tail = `/info/refs?service=${service}`;
  const isHere = target?.origin === base.origin && target.href.endsWith(tail);
  if (target && isHere && target.username === "" && target.password === "") {
    return new URL(target.href.slice(0, -tail.length));
  }
  const there = target
    ? `${target.origin}${target.pathname.replace(/\/info\/refs$/, "")}`
    : "elsewhere";
  throw remoteFailed(url, {
    reason: "gone",
    state: `the server sends us to another address (${there}), where your token must not follow`,
    fix: "if that address is right, make it the URL of the remote (`git remote set-url`)",
  });
}

/** Throws unless the answer is 200 and what git says. */
export async function checkAnswer(
  answer: HttpAnswer,
  type: string,
  url: string,
  tried: Tried | undefined,
): Promise<void> {
  if (answer.status !== 200) throw await answerFailed(answer, url, tried);
  const got = answer.header("content-type").split(";")[0]?.trim();
  if (got === type) return;
  answer.close();
  if (got === "text/html") {
    throw remoteFailed(url, {
      reason: "auth",
      state: "a web page answers in place of git: a login page, it seems",
      fix: "log in to the network if it asks for that; check the URL, and give a token",
    });
  }
  throw remoteFailed(url, {
    reason: "unsupported",
    state: "what answers there does not speak git's smart protocol",
    fix: "check the URL; a plain web server's files cannot be synced with",
  });
}
