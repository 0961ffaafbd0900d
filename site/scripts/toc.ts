/** Marks the heading that is being read in the list of headings. */
const links = [...document.querySelectorAll<HTMLAnchorElement>("article>.toc a")];
/** A heading counts as read from here on, in pixels below the window's top. */
const line = 140;

function mark(): void {
  const current = links.findLast(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    return heading !== null && heading.getBoundingClientRect().top < line;
  });
  for (const link of links) link.ariaCurrent = link === current ? "true" : null;
}

addEventListener("scroll", mark, { passive: true });
mark();
