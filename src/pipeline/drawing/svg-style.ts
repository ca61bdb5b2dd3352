/**
 * The style of a picture in light and dark mode: element colours and the SVG style sheet. All rules are
 * scoped to the picture, so that a surrounding page is unaffected.
 */

const surface: { readonly [name: string]: Shade } = {
  paper: { light: '#ffffff', dark: '#0f1419' },
  card: { light: '#ffffff', dark: '#1b222b' },
  ink: { light: '#1b2430', dark: '#e6edf3' },
  soft: { light: '#52606d', dark: '#a3b1bf' },
  line: { light: '#66727f', dark: '#8b99a7' },
  rim: { light: '#9aa5b1', dark: '#5b6874' },
};

const rules = `
.paper { fill: var(--paper) }
text { fill: var(--ink); font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
.zone rect { fill: var(--tone); fill-opacity: .09; stroke: var(--tone); stroke-opacity: .45; stroke-width: 1 }
.zone text { fill: var(--tone); font-size: 12px; font-weight: 600 }
.place rect, .place path { fill: var(--card); stroke: var(--tone); stroke-width: 2 }
.place .inner { fill: none; stroke-width: 1 }
.place .title { font-size: 15px; font-weight: 600 }
.place .detail { font-size: 11px; fill: var(--soft) }
.place .dot { fill: var(--tone) }
.place .badge rect { fill: var(--tone); fill-opacity: .14; stroke: none }
.place .badge text { font-size: 10px }
.start { fill: var(--ink) }
.way { fill: none; stroke: var(--line); stroke-width: 1 }
.head { fill: var(--line) }
.shortcut .way { stroke-width: 3 }
.loop .way { stroke-dasharray: 6 4; stroke-width: 2 }
.advisory .way { stroke-dasharray: 1 4; stroke-width: 2; stroke-linecap: round }
.label rect { fill: var(--paper); fill-opacity: .8 }
.label text { font-size: 11px }
.legend text { font-size: 11px; fill: var(--soft) }`;

/** The class that scopes the rules. */
export const PICTURE_CLASS = 'penumbra-pipeline';

/** Returns the class of an element's colour; neutral if there is no element. */
export function elementClass(element: string | null): string {
  return elementColor(element) === null ? 'of-none' : `of-${element}`;
}

/** Returns the style sheet. */
export function svgStyle(): string {
  const scoped = rules.trim().split('\n').map(scope);
  return [
    `.${PICTURE_CLASS} { ${variables('light')} }`,
    ...tones('light'),
    `@media (prefers-color-scheme: dark) {`,
    `.${PICTURE_CLASS} { ${variables('dark')} }`,
    ...tones('dark'),
    '}',
    ...scoped,
  ].join('\n');
}

function variables(shade: keyof Shade): string {
  const all = Object.entries(surface).map(([name, shades]) => `--${name}: ${shades[shade]}`);
  return [...all, '--tone: var(--rim)'].join('; ');
}

function tones(shade: keyof Shade): string[] {
  return [...elementColors].map(
    ([element, shades]) => `.${PICTURE_CLASS} .of-${element} { --tone: ${shades[shade]} }`,
  );
}

function scope(rule: string): string {
  const [selectors = '', body = ''] = rule.split(' {');
  return `${selectors
    .split(', ')
    .map((selector) => `.${PICTURE_CLASS} ${selector}`)
    .join(', ')} {${body}`;
}

/** A colour for light and dark mode. */
type Shade = { readonly light: string; readonly dark: string };

/** The colours by element. */
const elementColors: ReadonlyMap<string, Shade> = new Map([
  ['fire', { light: '#c2410c', dark: '#fb923c' }],
  ['lightning', { light: '#a16207', dark: '#facc15' }],
  ['earth', { light: '#4d7c0f', dark: '#a3e635' }],
  ['diamond', { light: '#6d28d9', dark: '#c4b5fd' }],
  ['water', { light: '#0369a1', dark: '#38bdf8' }],
  ['air', { light: '#0f766e', dark: '#5eead4' }],
  ['iron', { light: '#475569', dark: '#94a3b8' }],
]);

/** Returns the colour of an element, or null if it is unknown. */
export function elementColor(element: string | null): Shade | null {
  return elementColors.get(element ?? '') ?? null;
}
