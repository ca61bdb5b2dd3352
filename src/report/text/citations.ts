/** Splits prose into citations in backticks and the words around them. */

/** One stretch of prose; a citation comes without its backticks. */
type ProsePart = { readonly text: string; readonly isCited: boolean };

const CITATION = /`([^`\n]+)`/;

/** Splits prose at its citations; a backtick without a partner stays text. */
export function splitCitations(prose: string): readonly ProsePart[] {
  return prose
    .split(CITATION)
    .map((text, index) => ({ text, isCited: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Returns what is cited in prose, in order. */
export function citationsIn(prose: string): readonly string[] {
  return splitCitations(prose).flatMap(({ text, isCited }) => (isCited ? [text] : []));
}

/** Rewrites the words around citations, and leaves what is cited as it is. */
export function mapWords(prose: string, change: (words: string) => string): string {
  return splitCitations(prose)
    .map(({ text, isCited }) => (isCited ? `\`${text}\`` : change(text)))
    .join('');
}
