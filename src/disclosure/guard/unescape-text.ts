/**
 * Undoes escapes of single characters (`%41`, `&#65;`, `&amp;`, `\u0041`, `\x41`, `=41`, `U+0041`, `0x41`,
 * tags), powers of ten (`4.7e3`, `4.7 × 10³`) and any number of leading zeros. The leak guard scans a text
 * with escapes again after undoing them. Patterns for every mix of plain and escaped characters would be
 * exponentially many, so this encoding is handled on the side of the text.
 *
 * The result of an escape may look like another escape: `%5Ct` is `\t`, a backslash and a letter rather than
 * a tab. Plain text may look like one as well: `=be` in `key=beef%2D12`. So there are several readings, from
 * the one that undoes least to the one that undoes most.
 */

const ROUNDS = 3;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** One kind of escape: its pattern, and a function from the match and its groups to the plain text. */
type Undoing = readonly [written: RegExp, undo: (whole: string, ...groups: string[]) => string];

/** Escapes with an unmistakable prefix. */
const signed: readonly Undoing[] = [
  [/&#x0{0,64}([0-9a-f]{1,6});?/gi, fromHex],
  [/&#0{0,64}([0-9]{1,7});?/g, fromDecimal],
  [/&([a-z])(?:acute|cedil|circ|grave|ring|slash|tilde|uml);?/gi, (_whole, letter = '') => letter],
  [/&([a-z][a-z0-9]{1,30});/gi, entityText],
  [/\\[ux]\{0{0,64}([0-9a-f]{1,6})\}/gi, fromHex],
  [/\\U(0[0-9a-f]{7})/g, fromHex],
  [/[\\%]u([0-9a-f]{4})/gi, fromHex],
  [hexRun('%'), fromHexBytes],
  [hexRun('\\\\x'), fromHexBytes],
  [/\\o\{0{0,64}([0-7]{1,7})\}/g, fromOctal],
  [/\\e(?=[[\]()])|\^\[(?=\[[\d;]{0,40}m)/gi, () => ESCAPE],
  [/\\0(?![0-7])/g, () => ''],
  [/\\[abnrtfv]/g, () => ' '],
];

/** Escapes that words, numbers and paths may resemble. */
const unsigned: readonly Undoing[] = [
  // Four digits if they start with zeros, because letters may follow; up to eight for characters beyond the
  // basic plane.
  [/U\+(000?1[0-9a-f]{4}|00[0-9a-f]{2}|[0-9a-f]{2,6})/gi, fromHex],
  [/u([0-9a-f]{4})/gi, fromHex],
  [hexRun('='), fromHexBytes],
  [/(?:0x0{0,6}[0-9a-f]{2}(?=0x|[^0-9a-f]|$)[\s,;]{0,3}){1,250}/gi, fromHexBytes],
  [/\\0000([2-7][0-9a-f]) ?/gi, fromHex],
  // Three digits as in C, or four as `echo` reads them.
  [/(?:\\(?:0?[1-3]|0)[0-7]{2}){1,250}/g, fromOctalBytes],
  [/\\([2-7][0-9a-f])(?: |(?![0-9a-f]))/gi, fromHex],
];

const numbers: readonly Undoing[] = [
  [/(?<![\w.])(\d{1,40})(?:\.(\d{0,40}))?e([-+]?)0{0,4}(\d{1,2})(?!\w)/gi, fromPower],
  [
    /(?<![\w.])(\d{1,40})(?:\.(\d{0,40}))? ?[x*×·⋅] ?10 ?(?:(?:\^|\*\*) ?)?([-+−⁻]?)(?:0{0,4}(\d{1,2})|([⁰¹²³⁴-⁹]{1,2}))(?![\w⁰¹²³⁴-⁹])/gi,
    (whole, before, behind, sign, power, raised) =>
      fromPower(whole, before, behind, sign, power ?? (raised as string).normalize('NFKD')),
  ],
  [
    /(?<![\w.])10(?: ?(?:\^|\*\*) ?([-+−]?)0{0,4}(\d{1,2})|(⁻?)([⁰¹²³⁴-⁹]{1,2}))(?![\w⁰¹²³⁴-⁹])/g,
    (whole, sign = '', power, minus = '', raised) =>
      fromPower(whole, '1', '', sign + minus, power ?? (raised as string).normalize('NFKD')),
  ],
  [/(?<![\w.])\.(?=\d)/g, () => '0.'],
  // Leading zeros, unless they are decimals or part of a day, hour or month.
  [/(?<![\w.,])0+(?=[1-9]\d{3})|(?<![\w.,:/-])(?:0{2,}(?=[1-9])|0(?=[1-9]\d))/g, () => ''],
];

const undoings: readonly Undoing[] = [...signed, ...unsigned, ...numbers];
/** The second backslash of a pair does not start an escape. */
const pair: Undoing = [/\\\\/g, () => '\\'];
const signedOnce: readonly Undoing[] = [pair, ...signed];

/**
 * The readings of a text with escapes: unchanged, escapes with a prefix undone once, all undone once, and all
 * undone repeatedly; each is followed by what a terminal shows of it. A reading may equal the previous one.
 */
export type Readings = readonly [text: string, ...undone: string[]];

/** The position of the reading that is the text as a terminal shows it. */
export const AS_SHOWN = 1;

/**
 * Returns the readings of a text, always the same number of them, or null if all are the same. What matches
 * `passOver` is left out of what is shown.
 */
export function unescapeText(text: string, passOver?: RegExp): Readings | null {
  const show = (reading: string): string => {
    const shown = withoutTerminalCodes(reading);
    return passOver === undefined ? shown : shown.replace(passOver, '');
  };
  const visible = showHidden(text);
  const undone = undoToEnd(visible);
  // What a terminal code split may be an escape.
  const shown = show(undone);
  const undoneShown = shown === undone ? undone : show(undoToEnd(shown));
  const once = [text, ...undoOnce(visible)].flatMap((reading) => [reading, show(reading)]);
  const readings = [...once, undone, undoneShown];
  return readings.every((reading) => reading === text) ? null : (readings as [string, ...string[]]);
}

const ESCAPE = '\u001b';
/** Codes that set colours, move the cursor or name a link or a title, with ESC or in eight bits. */
const TERMINAL_CODES = new RegExp(
  [
    `(?:${ESCAPE}\\[|\\x9b)[0-?]{0,40}[ -/]{0,4}[@-~]`,
    `(?:${ESCAPE}[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07${ESCAPE}\\x9c]{0,2048}(?:\\x07|${ESCAPE}\\\\|\\x9c)`,
    `${ESCAPE}[ -/]{0,4}[0-~]`,
  ].join('|'),
  'g',
);

/** Returns what a terminal shows of a text. */
function withoutTerminalCodes(text: string): string {
  return TERMINAL_SIGN.test(text) ? text.replace(TERMINAL_CODES, '') : text;
}

const TERMINAL_SIGN = new RegExp(`[${ESCAPE}\\x90-\\x9f]`);

/** A quick check for possible escapes, since most tokens have none. */
const MAY_ESCAPE = /[&\\%=]|u\+?[0-9a-f]{2}|0x/i;

/**
 * Returns a token as it appears, with its own escapes undone, in the readings of a text that contains it;
 * none without escapes.
 */
export function unescapedTokens(token: string): readonly string[] {
  const undone = MAY_ESCAPE.test(token) ? undoOnce(token) : [];
  return [...undone, withoutTerminalCodes(token)].filter((reading) => reading !== token);
}

/** Undoes escapes, including nested ones, and powers of ten. */
function undoToEnd(shown: string): string {
  let current = shown;
  for (let round = 0; round < ROUNDS; round++) {
    const before = current;
    for (const [written, undo] of undoings) current = current.replace(written, undo);
    if (current === before) break;
  }
  return current;
}

/**
 * ASCII characters that result from an escape are moved here, so that they cannot become part of another
 * escape.
 */
const SHELTER = 0xe000;
const ASCII_END = '\x80';

/** Undoes escapes once, without undoing their results: first those with a prefix, then all. */
function undoOnce(text: string): readonly string[] {
  const one = undoSheltered(text, signedOnce);
  return [one, undoSheltered(one, unsigned)].map((undone) =>
    undone === text ? text : undone.replace(/[\ue000-\ue07f]/g, (unit) => moved(unit, -SHELTER)),
  );
}

function undoSheltered(text: string, each: readonly Undoing[]): string {
  return each.reduce(
    (current, [written, undo]) =>
      current.replace(written, (whole, ...groups) => sheltered(undo(whole, ...groups))),
    text,
  );
}

function sheltered(undone: string): string {
  if (undone.length === 1) return undone < ASCII_END ? moved(undone, SHELTER) : undone;
  return undone.replace(/[\0-\x7f]/g, (unit) => moved(unit, SHELTER));
}

function moved(unit: string, by: number): string {
  return String.fromCharCode(unit.charCodeAt(0) + by);
}

/** A run of bytes is decoded as one UTF-8 text. The bounded count does not end a run within a character. */
function hexRun(mark: string): RegExp {
  return new RegExp(`(?:${mark}[0-9a-f]{2}){1,250}(?:${mark}[89ab][0-9a-f]){0,3}`, 'gi');
}

function fromHex(whole: string, digits = ''): string {
  return fromCode(Number.parseInt(digits, 16)) ?? whole;
}

function fromDecimal(whole: string, digits = ''): string {
  return fromCode(Number.parseInt(digits, 10)) ?? whole;
}

function fromOctal(whole: string, digits = ''): string {
  return fromCode(Number.parseInt(digits, 8)) ?? whole;
}

function fromCode(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** Moves the decimal point of a number. Remaining decimals are not part of a whole number. */
function fromPower(_whole: string, before = '', behind = '', sign = '', power = ''): string {
  const places = Number(power);
  if (sign === '' || sign === '+') {
    const left = behind.slice(places);
    const moved = before + behind.slice(0, places).padEnd(places, '0');
    return left === '' ? moved : `${moved}.${left}`;
  }
  const padded = before.padStart(places + 1, '0');
  const [whole, moved] = [padded.slice(0, -places), padded.slice(-places)];
  return places === 0 ? `${before}.${behind}` : `${whole}.${moved}${behind}`.replace(/\.0*$/, '');
}

function fromHexBytes(run: string): string {
  return decodeBytes(run.match(/[0-9a-f]{2}(?=0x|[^0-9a-f]|$)/gi) ?? [], 16);
}

function fromOctalBytes(run: string): string {
  return decodeBytes(run.match(/[0-7]{3}(?=\\|$)/g) ?? [], 8);
}

/** Bytes that are not valid UTF-8 are decoded one by one, as in older code pages. */
function decodeBytes(digits: readonly string[], base: number): string {
  const bytes = Uint8Array.from(digits, (byte) => Number.parseInt(byte, base));
  try {
    return utf8.decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

/**
 * Named entities that can disguise a word: letters, and the characters of other escapes. Any other entity is
 * a sign that separates words, or is invisible.
 */
const MARKED_LETTER = /^([a-z])(?:breve|caron|dot|fr|macr|ogon|opf|scr|strok|acute|dblac)$/i;

/** Cyrillic letters in the order of their entity names, which all end in `cy`. */
const CYRILLIC_NAMES =
  'a b v g d ie io zh z i j k l m n o p r s t u f kh ts ch sh shch hard y soft e yu ya dj gj juk ds iuk yi jser lj nj tsh kj ubr dz';
const CYRILLIC = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяђѓєѕіїјљњћќўџ';
const GREEK_NAMES =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...rows(CYRILLIC_NAMES, CYRILLIC, 'cy'),
  ...rows(GREEK_NAMES, GREEK, ''),
  ...rows('epsi gammad sigmav sigmaf thetasym upsi upsih ohm kappav rhov', 'εϝςςθυυωκρ', ''),
  ...rows(
    'imath inodot jmath ell ee exponentiale ii dd planck hbar wp weierp ordf ordm micro real',
    'ııȷleeidhhppaoμr',
    '',
  ),
  ...rows('complexes naturals primes rationals reals integers image imagpart realpart', 'cnpqrziir', ''),
  ...rows('verbar vert mid smid or vee cup top times', '||||∨∨∪⊤×', ''),
  ...rows('sup1 sup2 sup3', '123', ''),
  ...Object.entries({
    aelig: 'ae',
    eth: 'd',
    fflig: 'ff',
    ffilig: 'ffi',
    ffllig: 'ffl',
    filig: 'fi',
    fllig: 'fl',
  }),
  ...Object.entries({
    fjlig: 'fj',
    ijlig: 'ij',
    oelig: 'oe',
    szlig: 'ss',
    thorn: 'p',
    kgreen: 'k',
    eng: 'n',
  }),
]);
const SYMBOLS: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  equals: '=',
  gt: '>',
  lt: '<',
  num: '#',
  percnt: '%',
  plus: '+',
  quot: '"',
  semi: ';',
};
const INVISIBLE =
  /^(?:lrm|rlm|shy|zwj|zwnj|nobreak|zerowidthspace|negative\w*space|invisible\w+|applyfunction|af|it|ic)$/i;

/** Returns the text of a named entity; a space for a sign. */
function entityText(_entity: string, name: string): string {
  const key = name.toLowerCase();
  const letter = LETTERS.get(key) ?? MARKED_LETTER.exec(name)?.[1];
  if (letter !== undefined) return /^[A-Z]/.test(name) ? letter.toUpperCase() : letter;
  if (Object.hasOwn(SYMBOLS, key)) return SYMBOLS[key] as string;
  return INVISIBLE.test(name) ? '' : ' ';
}

function rows(names: string, letters: string, ending: string): readonly (readonly [string, string])[] {
  const each = [...letters];
  return names.split(' ').map((name, index) => [name + ending, each[index] as string]);
}

/**
 * Invisible characters: tags, each of which represents an ASCII character, and variation selectors, which can
 * encode bytes. Readers do not see them, but models do.
 */
const TAGS = 0xe0000;
const FIRST_TAG = 0xe0020;
const LAST_TAG = 0xe007e;
const FIRST_SELECTOR = 0xe0100;
const LAST_SELECTOR = 0xe01ef;
/** The number of byte values encoded by the short selectors. */
const SHORT_SELECTORS = 16;

const TAG = /[\u{e0020}-\u{e007e}]/gu;
const SELECTORS = /\p{Variation_Selector}/gu;

const lenientUtf8 = new TextDecoder();

/** Returns whether a code point may encode something invisible. */
export function isHidden(codePoint: number): boolean {
  return (
    (codePoint >= FIRST_TAG && codePoint <= LAST_TAG) ||
    (codePoint >= FIRST_SELECTOR && codePoint <= LAST_SELECTOR)
  );
}

/** Returns a text with its tags decoded in place, followed by all hidden text on its own. */
function showHidden(text: string): string {
  const tags = text.match(TAG) ?? [];
  const selectors = (text.match(SELECTORS) ?? []).filter(isByte);
  if (tags.length === 0 && selectors.length === 0) return text;
  const inPlace = text.replace(TAG, fromTag);
  const bytes = Uint8Array.from(selectors, fromSelector);
  return [inPlace, tags.map(fromTag).join(''), lenientUtf8.decode(bytes)].join('\n');
}

/**
 * The short selectors also choose the style of an emoji and only encode control characters, so they are
 * ignored.
 */
function isByte(selector: string): boolean {
  return (selector.codePointAt(0) as number) >= FIRST_SELECTOR;
}

function fromTag(tag: string): string {
  return String.fromCodePoint((tag.codePointAt(0) as number) - TAGS);
}

function fromSelector(selector: string): number {
  return (selector.codePointAt(0) as number) - FIRST_SELECTOR + SHORT_SELECTORS;
}
