// Runs in the browser, in every page that a test opens (test/site/open-page.ts), as `inPage`.
Object.defineProperty(globalThis, "inPage", {
  value: {
    /** What a crawl needs of pages, read by the browser's own parser. */
    read(pages) {
      return pages.map(({ url, html }) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        const all = (selector, name) =>
          [...page.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");
        return {
          url,
          ids: all("[id]", "id"),
          links: all("a[href], area[href]", "href"),
          loads: [...all("[src]", "src"), ...all("link[href]", "href"), ...all("[data]", "data")],
          headings: page.querySelectorAll("h1").length,
          headingText: page.querySelector("h1")?.textContent.trim() ?? "",
          title: page.title,
          language: page.documentElement.lang,
          strange: [
            ...page.querySelectorAll(
              "iframe, frame, object, embed, applet, base, portal, template, foreignObject, animate, set, meta[http-equiv]:not([http-equiv='Content-Security-Policy' i]), form:not([action^='/']):not([method=dialog])",
            ),
          ].map(nameOf),
          handlers: [...page.querySelectorAll("*")].filter((element) =>
            element.getAttributeNames().some((name) => name.startsWith("on")),
          ).length,
          inline: page.querySelectorAll("style, [style], script:not([src])").length,
          isClosed: html.trimEnd().endsWith("</html>"),
          policyAt: html.search(/content-security-policy/i),
          firstLoadAt: html.search(/<(?:script|link|style|img)\b/i),
          text: page.body.textContent.replace(/\s+/g, " ").trim(),
        };
      });
    },

    /** Elements that reach out of the window to the side and are not within something that scrolls. */
    overflowing() {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      const scrolls = (element) =>
        element !== document.body &&
        element !== document.documentElement &&
        /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
      const isHeld = (element) => {
        for (let at = element.parentElement; at !== null; at = at.parentElement) {
          if (scrolls(at)) return true;
        }
        return false;
      };
      const wide = [...document.body.querySelectorAll("*")].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (right > width + 1 || left < -1) && !isHeld(element);
      });
      return [
        `page is ${document.documentElement.scrollWidth} wide`,
        ...wide.slice(0, 3).map(nameOf),
      ];
    },

    /** What has the focus, where it is, and whether one can see that. */
    focused() {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      // A radio button is drawn by its label.
      const drawn = element.matches("input[type=radio], input[type=checkbox]")
        ? (element.closest("label") ?? element)
        : element;
      const box = drawn.getBoundingClientRect();
      return {
        name: nameOf(element),
        href: element.getAttribute("href"),
        text: element.textContent.trim().slice(0, 60),
        isShown: box.width > 4 && box.height > 4 && box.bottom > 0 && box.top < innerHeight,
        isMarked: isOutlined(drawn) || isOutlined(element),
      };
    },

    /** Where an element's text begins: the distance of its first glyph from either edge of its box. */
    textEdges(selector) {
      return [...document.querySelectorAll(selector)].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const box = element.getBoundingClientRect();
        return {
          direction: getComputedStyle(element).direction,
          left: Math.min(...boxes.map(({ left }) => left)) - box.left,
          right: box.right - Math.max(...boxes.map(({ right }) => right)),
          text: element.textContent.trim().slice(0, 40),
        };
      });
    },

    /** Elements of a selector that take room on the page. */
    shown(selector) {
      return [...document.querySelectorAll(selector)]
        .filter(
          (element) =>
            element.getClientRects().length > 0 &&
            getComputedStyle(element).visibility !== "hidden",
        )
        .map(nameOf);
    },

    /** Elements that move: with a transition or an animation that takes longer than a blink. */
    moving() {
      const seconds = (value) =>
        Math.max(...value.split(",").map((part) => Number.parseFloat(part)));
      return [...document.querySelectorAll("*")]
        .filter((element) => {
          const style = getComputedStyle(element);
          return (
            seconds(style.transitionDuration) > 0.011 ||
            (style.animationName !== "none" && seconds(style.animationDuration) > 0.011) ||
            style.scrollBehavior === "smooth"
          );
        })
        .map(nameOf);
    },

    async axe(options) {
      const { violations } = await globalThis.axe.run(document, options);
      return violations.map(({ id, impact, nodes }) => {
        const [first] = nodes;
        const why = (first?.failureSummary ?? "").split("\n").slice(1, 3).join(" ").trim();
        return `${id} (${impact}) × ${nodes.length}: ${first?.html.slice(0, 160)} — ${why}`;
      });
    },
  },
});

function nameOf(element) {
  const id = element.id === "" ? "" : `#${element.id}`;
  const names = [...element.classList].map((name) => `.${name}`).join("");
  return element.tagName.toLowerCase() + id + names;
}

function isOutlined(element) {
  const style = getComputedStyle(element);
  const outline = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
  return outline || style.boxShadow !== "none";
}
