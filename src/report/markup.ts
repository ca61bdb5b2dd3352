/**
 * Builds HTML such that foreign text cannot become markup. INVARIANT (text is text): everything put into a
 * template is escaped, unless it came out of a template itself; the symbol that distinguishes the two never
 * occurs in data.
 */
import { copyableText, visibleText } from './text/visible-text.ts';

const written: unique symbol = Symbol('markup');

/** A piece of HTML. */
export type Markup = { readonly [written]: string };

/** The values allowed in a template. */
type MarkupPart = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds HTML from a template; texts are escaped for both content and quoted attributes. */
export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const text = template.reduce((sum, piece, index) => sum + writePart(parts[index - 1] ?? '') + piece);
  return { [written]: text };
}

/** The empty piece. */
export const nothing: Markup = markup``;

/** Returns HTML as text. */
export function writeMarkup(piece: Markup): string {
  return piece[written];
}

/** Returns a style sheet as an element; the text must be a constant of this room. */
export function styleElement(css: string): Markup {
  return { [written]: `<style>${css}</style>` };
}

/** Returns a text for copying, including tabs; null if it has characters that a page cannot reproduce. */
export function exactText(text: string): Markup | null {
  const copyable = copyableText(text);
  return copyable === null ? null : { [written]: escapeEntities(copyable) };
}

function writePart(part: MarkupPart): string {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeText(part);
  return isList(part) ? part.map(writeMarkup).join('') : writeMarkup(part);
}

function isList(part: Markup | readonly Markup[]): part is readonly Markup[] {
  return Array.isArray(part);
}

function escapeText(text: string): string {
  return escapeEntities(visibleText(text));
}

function escapeEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
