/**
 * Keys and tokens in the formats that their makers publish, made when the tests run: a literal would be taken for a real
 * one by whoever scans the repository. Of those that only a beginning tells, some.
 */
const made = (alphabet: string) => (length: number) => {
  let state = length * 7919 + alphabet.length;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return alphabet[Math.floor(state / 65536) % alphabet.length];
  }).join("");
};
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const hex = made("0123456789abcdef");
const alnum = made(`${lower + upper}0123456789`);
const url = made(`${lower + upper}0123456789_-`);
const base64 = made(`${lower + upper}0123456789+/`);
const caps = made(`${upper}234567`);
const number = made("123456789");
const pem = (name: string): string =>
  `-----BEGIN ${name}-----\n${base64(64)}\n${base64(64)}\n-----END ${name}-----`;
const join = (...parts: readonly string[]): string => parts.join("");

/** Name → a key of that format, as it may stand in a text. */
export const keys: Readonly<Record<string, string>> = {
  "RSA key": pem("RSA PRIVATE KEY"),
  "key without its end": `-----BEGIN PRIVATE KEY-----\n${base64(64)}\n`,
  "PuTTY key": `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${base64(64)}`,
  "password in a web address": `https://ana:${alnum(10)}@example.org/`,
  "AWS secret": `aws_secret_access_key = ${base64(40)}`,
  "GCP service account": `{"type": "service_account", "private_key": "${pem("PRIVATE KEY").replaceAll("\n", "\\n")}"}`,
  "GitHub fine-grained": join("github_", "pat_", alnum(22), "_", alnum(59)),
  "Slack bot": join("xo", "xb-", number(12), "-", number(12), "-", alnum(24)),
  "Slack hook": `https://hooks.slack.com/services/T${caps(8)}/B${caps(10)}/${alnum(24)}`,
  Telegram: join(number(10), ":A", "A", url(33)),
  "OpenAI project": join("sk", "-proj-", url(74), "T3Blb", "kFJ", url(74)),
  SendGrid: join("S", "G.", url(22), ".", url(43)),
  JWT: ["eyJ", "eyJ", ""].map((start) => join(start, url(start === "" ? 43 : 40))).join("."),
};

/** Texts that hold no key, some of which look as if they did. */
export const harmless: readonly string[] = [
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `data:font/woff2;base64,d09GMg${base64(300)}`,
  `PublicKey = ${base64(43)}=`,
  `${pem("CERTIFICATE")}`,
  `01JKXW3M5N7P9Q2R4S6T8V0W1X and 01JKXW3M5N7P9Q2R4S6T8V0W1Y`,
  "https://example.org:8443/path@2x.png",
  `postgres://$${"{USER}"}:$${"{PASSWORD}"}@localhost/db`,
  "npm install hf_transfer; pip install pypi-simple",
  "s.Oliver jacket, hvs. no idea, SG. Maybe",
  `ISBN 978-84-376-0494-7, EAN 8437000000000, IBAN ES91 2100 0418 4502 0005 1332`,
  `dark:bg-slate-900 hover:text-sky-400 focus-visible:ring-offset-background`,
];
