/**
 * How many labelled sentences get a kind that they were not trained for, and how many of these the right one: five-fold
 * cross-validation, a template's sentences never in both halves. `node scripts/train/evaluate-kind.ts [--show LANGUAGE]`.
 */
import { subjectFeaturesOf } from "../../src/language/gate/features.ts";
import { lead, threshold } from "../../src/language/kind/kind.ts";
import { score } from "./regression.ts";
import { readTemplates } from "./sentences.ts";
import { sentences } from "./train-gate.ts";
import { aboutOf, readWords, trainKinds } from "./train-kind.ts";

const folds = 5;
const templates = readTemplates(sentences).filter(({ keep, subject }) => keep && subject !== "any");
const judged = Array.from({ length: folds }, (_, fold) => {
  const learned = aboutOf(templates.filter((_, i) => i % folds !== fold));
  const models = [...trainKinds([...learned, ...readWords()])];
  return templates
    .filter((_, i) => i % folds === fold)
    .map(({ language, subject, sentences: [text = ""] }) => {
      const features = subjectFeaturesOf(text);
      const [best, next] = models
        .map(([kind, weights]) => ({ kind, sum: score(weights, features) }))
        .sort((a, b) => b.sum - a.sum);
      const isClear =
        best !== undefined && best.sum > threshold && best.sum - (next?.sum ?? 0) > lead;
      return { language, subject, text, kind: isClear ? best.kind : null };
    });
}).flat();

for (const language of ["all", ...new Set(templates.map((template) => template.language))]) {
  const own = judged.filter((one) => language === "all" || one.language === language);
  const filed = own.filter(({ kind }) => kind !== null);
  const right = filed.filter(({ kind, subject }) => kind === subject);
  const wrong = filed.filter(({ kind, subject }) => kind !== subject && subject !== "none");
  const share = (part: readonly unknown[], of: readonly unknown[]): string =>
    `${((100 * part.length) / of.length).toFixed(1)} %`;
  console.log(
    `${language}: ${own.length} sentences, ${share(filed, own)} get a kind; ${share(right, filed)} of these the labelled one, ${share(wrong, filed)} another`,
  );
}
const [flag, language] = process.argv.slice(2);
for (const { kind, subject, text, language: own } of judged)
  if (flag === "--show" && own === language && kind !== null && kind !== subject)
    console.log(subject, kind, text);
