import type { SiteProblem } from "../../vault/site-vault.ts";
import type { GraphView, ProblemsView } from "../page.ts";
import { hrefOf } from "../urls.ts";
import { documentLine } from "./lines.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { type PlannedPage, plainPage } from "./planned-page.ts";

/** The graph, the search page and the one for addresses that lead nowhere. */
export const planSingles = (plan: SitePlan): PlannedPage[] => [
  plainPage("graph/", graphView(plan)),
  plainPage("search/", { type: "search" }),
  plainPage("404.html", { type: "not-found" }),
];

/** What people should look at; a public site does not show it. */
export function planProblems(outline: Outline, problems: readonly SiteProblem[]): PlannedPage {
  const shown = outline.isPublic ? [] : problems;
  const view: ProblemsView = {
    type: "problems",
    problems: shown.map(({ file, line, message }) => {
      const document = outline.vault.documentsByPath.get(file);
      const link = document === undefined ? undefined : outline.linkTo.document(document);
      return { file, line, message, document: link };
    }),
  };
  return plainPage("problems/", view);
}

const maxHubs = 50;
const maxLinksOfHub = 20;
const maxLoose = 300;

function graphView({ outline, graph }: SitePlan): GraphView {
  const hubs = graph.nodes
    .map((node, index) => ({ node, index }))
    .filter(({ node }) => node.degree > 0)
    .sort((a, b) => b.node.degree - a.node.degree || a.index - b.index)
    .slice(0, maxHubs);
  const neighbours = new Map<number, number[]>(hubs.map(({ index }) => [index, []]));
  for (const [from, to] of graph.edges) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const linkOf = (index: number) => {
    const document = graph.nodes[index]?.document;
    return document === undefined ? [] : [outline.linkTo.document(document)];
  };
  return {
    type: "graph",
    dataHref: hrefOf(outline.base, "graph.json"),
    nodes: graph.nodes.length,
    edges: graph.edges.length,
    loose: {
      count: graph.loose.length,
      links: graph.loose.slice(0, maxLoose).map((document) => outline.linkTo.document(document)),
    },
    hubs: hubs.map(({ node, index }) => {
      const near = neighbours.get(index) ?? [];
      return {
        ...documentLine(outline, node.document),
        links: near.slice(0, maxLinksOfHub).flatMap(linkOf),
        more: Math.max(0, near.length - maxLinksOfHub),
      };
    }),
  };
}
