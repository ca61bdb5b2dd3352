/** Elements of an SVG as text. Whatever comes from a definition passes here, and nothing of it becomes markup. */
import { hasKnownWidth, type TextStyle, textWidth } from './text-size.ts';

/** Attributes in the order they are written; numbers are whole. */
export type Attributes = { readonly [name: string]: string | number };

/** Writes an element with what is inside it. */
export function svgElement(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`,
  );
  const start = `<${name}${written.join('')}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${name}>`;
}

/** Writes a text; one whose width is not known in every font is fitted into the width that was kept free for it. */
export function svgText(text: string, attributes: Attributes, style: TextStyle): string {
  const fitted = hasKnownWidth(text)
    ? {}
    : { textLength: Math.max(1, textWidth(text, style)), lengthAdjust: 'spacingAndGlyphs' };
  return svgElement('text', { ...attributes, ...fitted }, escapeMarkup(text));
}

/** Writes a text so that it is only text, in elements and in attributes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
