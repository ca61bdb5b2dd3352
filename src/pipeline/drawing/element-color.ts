/** The colours in which elements are drawn, on light paper and on dark. */

/** A colour for each of the two papers. */
export type Shade = { readonly light: string; readonly dark: string };

/** The colours by element. */
export const elementColors: ReadonlyMap<string, Shade> = new Map([
  ['fire', { light: '#c2410c', dark: '#fb923c' }],
  ['lightning', { light: '#a16207', dark: '#facc15' }],
  ['earth', { light: '#4d7c0f', dark: '#a3e635' }],
  ['diamond', { light: '#6d28d9', dark: '#c4b5fd' }],
  ['water', { light: '#0369a1', dark: '#38bdf8' }],
  ['air', { light: '#0f766e', dark: '#5eead4' }],
  ['iron', { light: '#475569', dark: '#94a3b8' }],
]);

/** Returns the colour of an element, or null where it is none that is known. */
export function elementColor(element: string | null): Shade | null {
  return elementColors.get(element ?? '') ?? null;
}
