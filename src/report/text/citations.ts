/** Splits prose into citations in backticks and the words around them. */

/** A piece of prose; a citation is without its backticks. */
type ProsePart = { readonly text: string; readonly isCited: boolean };

const CITATION = /`([^`\n]+)`/;

/** Splits prose at its citations; an unpaired backtick is plain text. */
export function splitCitations(prose: string): readonly ProsePart[] {
  return prose
    .split(CITATION)
    .map((text, index) => ({ text, isCited: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Returns the citations in prose, in order. */
export function citationsIn(prose: string): readonly string[] {
  return splitCitations(prose).flatMap(({ text, isCited }) => (isCited ? [text] : []));
}

/** Rewrites the words around citations, leaving the citations unchanged. */
export function mapWords(prose: string, change: (words: string) => string): string {
  return splitCitations(prose)
    .map(({ text, isCited }) => (isCited ? `\`${text}\`` : change(text)))
    .join('');
}
