/** Foreign prose, names and ids as pieces of a page: bounded, escaped, what is cited set as code. */
import { splitCitations } from './citations.ts';
import { cutText } from './cut-text.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { shortName } from './short-name.ts';

const LONGEST_TEXT = 4_000;
const LONGEST_ID = 256;

/** Renders prose; what stands in backticks becomes code. */
export function htmlProse(text: string, longest = LONGEST_TEXT): Markup {
  return markup`${splitCitations(cutText(text, longest)).map((part) =>
    part.isCited ? markup`<code>${part.text}</code>` : markup`${part.text}`,
  )}`;
}

/** Renders an id in its short form, which every command takes; the whole of it shows on hovering. */
export function htmlId(id: string): Markup {
  const short = shortName(id);
  return short === id
    ? markup`<code class="id">${short}</code>`
    : markup`<code class="id" title="${cutText(id, LONGEST_ID)}">${short}</code>`;
}

/** Renders a list of prose under a heading; nothing where it is empty. */
export function proseList(title: string, items: readonly string[]): Markup {
  if (items.length === 0) return nothing;
  return markup`<h3>${title}</h3><ul>${items.map((item) => markup`<li>${htmlProse(item)}</li>`)}</ul>`;
}

/** Renders names as a list of code. */
export function codeList(names: readonly string[]): Markup {
  return markup`<ul>${names.map((name) => markup`<li><code>${name}</code></li>`)}</ul>`;
}
