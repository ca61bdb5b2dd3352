// What is wrong with the tags of a report's page: those it does not make itself, and those that do not balance.
// It is a lexer of its own and knows nothing of how the page is made.

const pageTags = new Set(
  `html head meta title style body header main footer section h1 h2 h3 p b br a code pre span div ul ol li dl dt dd
   details summary table thead tbody tr th td svg g title rect path text`.split(/\s+/),
);
const pageAttributes = new Set(
  `aria-hidden aria-label charset class content d height http-equiv lang name open preserveaspectratio role rx scope
   tabindex title viewbox width x y`.split(/\s+/),
);
const empty = new Set(['meta', 'br']);
const TOKEN =
  /<!doctype html>|<style>[^<]*<\/style>|<(\/?)([a-zA-Z0-9]+)((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*(\/?)>|[<>]/g;

/** What may be in a page. */
type Allowed = { readonly tags: Iterable<string>; readonly attributes: Iterable<string> };

/** Returns the faults of a page, or of an XML document with tags and attributes of its own, each once. */
export function tagFaults(
  html: string,
  allowed: Allowed = { tags: pageTags, attributes: pageAttributes },
): readonly string[] {
  const [tags, attributes] = [new Set(allowed.tags), new Set(allowed.attributes)];
  const faults = new Set<string>();
  const open: string[] = [];
  for (const [token, slash, name, rest = '', selfClosed] of html.matchAll(TOKEN)) {
    if (token === '<' || token === '>') faults.add('a bare < or > in text');
    if (name === undefined) continue;
    if (!tags.has(name)) faults.add(`unknown tag ${name}`);
    for (const attribute of attributeNames(rest)) {
      if (!attributes.has(attribute)) faults.add(`unknown attribute ${attribute}`);
    }
    if (slash === '/') {
      const last = open.pop();
      if (last !== name) faults.add(`${last} is closed by ${name}`);
    } else if (selfClosed !== '/' && !empty.has(name)) open.push(name);
    if (faults.size > 0) return [...faults];
  }
  for (const name of open) faults.add(`${name} is never closed`);
  return [...faults];
}

function attributeNames(text: string): readonly string[] {
  return [...text.matchAll(/\s+([\w-]+)(?:="[^"]*")?/g)].map(([, name = '']) => name.toLowerCase());
}
