/** A share of a whole as a bar; the number always stands beside it. */
import { type Markup, markup } from './markup.ts';
import { percentOf, percentWord } from './quantity.ts';

/** Draws a decimal from 0 to 1. */
export function htmlBar(decimal: number): Markup {
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect width="${percentOf(decimal)}" height="8"/></svg>`;
}

/** Draws a decimal and writes it as percent beside the bar. */
export function htmlShare(decimal: number): Markup {
  return markup`${htmlBar(decimal)}<span class="share">${percentWord(decimal)}</span>`;
}
