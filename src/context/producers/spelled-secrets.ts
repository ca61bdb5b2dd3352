/**
 * Values as formats spell them: JSON with `\/` and `\u002b`, addresses with `%2B`, pages with `&#43;`, and JUnit 4 with
 * brackets around what differs. A value is found and replaced in each of these spellings.
 */

const ESCAPED =
  /\\{1,8}(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|\/)|(?:%(?:25){0,3}[0-9a-f]{2})+|&(?:amp;){0,2}(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const MAY_BE_ESCAPED = /\\[ux/\\"']|%[0-9a-f]{2}|&[#a-z]|<[^<>[\n]{0,500}\[/i;
/** How JUnit 4 marks what differs: `expected:<ab[cd]ef>`. */
const COMPARED = /<([^<>[\]\n]{0,500})\[([^<>[\]\n]{0,500})\]([^<>[\]\n]{0,500})>/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** Returns a text without the escapes of JSON, addresses and pages. */
export function unescaped(text: string): string {
  if (!MAY_BE_ESCAPED.test(text)) return text;
  return text.replace(ESCAPED, (escaped, unit, point, hex, decimal, entity, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? escaped;
    if (escaped.startsWith('%')) return withoutPercents(escaped);
    if (escaped.endsWith('/')) return '/';
    const code =
      decimal === undefined ? Number.parseInt(unit ?? point ?? hex ?? entity, 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : escaped;
  });
}

/** Returns the lines of a text that have escapes or comparisons in them, without these; empty if none has. */
export function unescapedLines(text: string): string {
  if (!MAY_BE_ESCAPED.test(text)) return '';
  return text
    .split('\n')
    .flatMap((line) => {
      const plain = unescaped(line).replace(COMPARED, '<$1$2$3>');
      return plain === line ? [] : [plain];
    })
    .join('\n');
}

function withoutPercents(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replace(/%(?:25)+(?=[0-9a-f]{2})/gi, '%'));
  } catch {
    return escaped;
  }
}

/** Colours of terminals, and characters without width, by which a value may be split without anybody seeing it. */
const UNSEEN = `(?:\\u001b|\\\\{1,8}(?:u001[bB]|x1[bB]))\\[[0-9;:]{0,40}[A-Za-z]|[\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]`;
const BREAK = '[ \\t]{0,200}\\n[ \\t]{0,200}|\\\\{1,8}[nr]|[\\[\\]]';
const BETWEEN = `(?:${UNSEEN})*(?:(?:${BREAK})(?:${UNSEEN})*){0,2}`;
const ALL_BETWEEN = new RegExp(`${UNSEEN}|${BREAK}`, 'gu');
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
const MAY_BE_SPLIT = new RegExp(`[\\n[\\]\\\\]|${UNSEEN}`, 'u');

/** Returns a text without what splits values invisibly. */
export function withoutUnseen(text: string): string {
  return text.replace(ALL_UNSEEN, '');
}

/** Returns the same for all spellings of a value: what splits it and what escapes its characters is taken away. */
export function plainForm(text: string): string {
  const joined = MAY_BE_SPLIT.test(text) ? text.replace(ALL_BETWEEN, '') : text;
  const plain = unescaped(joined);
  if (plain === joined && !joined.includes('\\')) return plain;
  return plain.replace(ALL_BETWEEN, '').replace(/\\{1,8}(?=["'`\\])/g, '');
}

/** Tells of values whether they are in a text, however they are spelled there. */
export function spelledIn(text: string): (value: string) => boolean {
  let plain: string | undefined;
  return (value) => {
    if (text.includes(value)) return true;
    plain ??= plainForm(text);
    const form = plainForm(value);
    return form.length >= SHORTEST && plain.includes(form);
  };
}

const SHORTEST = 6;

/** Returns a pattern of all spellings of a value. */
export function spellings(value: string): RegExp {
  return new RegExp(Array.from(plainForm(value), spellingsOf).join(BETWEEN), 'gu');
}

const utf8 = new TextEncoder();

/** Returns the source of a pattern, with the flag `u`, of all spellings of a character. */
export function spellingsOf(character: string): string {
  const code = character.codePointAt(0) as number;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const plain = `\\u{${code.toString(16)}}`;
  const escaped = `\\\\{1,8}(?:u\\{0{0,4}${hex(code)}\\}|${units.map((unit) => `u${hex(unit, 4)}`).join('\\\\{1,8}')}${code < 256 ? `|x${hex(code, 2)}` : ''})`;
  const percents = Array.from(utf8.encode(character), (byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('');
  const name = Object.entries(NAMED).find(([, named]) => named === character)?.[0];
  const entities = `&(?:amp;){0,2}(?:#0{0,5}${code}|#[xX]0{0,4}${hex(code)}${name === undefined ? '' : `|${name}`});`;
  const slashes = character === '\\' ? '\\\\{0,7}' : /["'`/]/.test(character) ? '\\\\{0,8}' : '';
  return `(?:${slashes}${plain}|${escaped}|${percents}|${entities})`;
}

function hex(code: number, length = 1): string {
  const digits = code.toString(16).padStart(length, '0');
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** What JUnit 4 says of two values, of which it leaves out the most of what they have in common. */
const COMPARISON =
  /<(?<before>[^<>[\]\n]{0,500})\[(?<left>[^<>[\]\n]{0,500})\](?<after>[^<>[\]\n]{0,500})>(?<between>[^<>\n]{1,20})<\k<before>\[(?<right>[^<>[\]\n]{0,500})\]\k<after>>/g;
const SHORTEST_PART = 8;

/** Replaces known values in comparisons of which they are all: what they have in common with the other value goes, too. */
export function replaceCompared(
  text: string,
  secrets: readonly { readonly value: string; readonly placeholder: string }[],
): string {
  if (!text.includes(']')) return text;
  return text.replace(COMPARISON, (whole, before: string, left: string, after: string, ...rest) => {
    const { between, right } = rest.at(-1) as { readonly between: string; readonly right: string };
    const placeholderFor = (differs: string) => {
      const part = before.replace(/^\.{3}/, '') + differs + after.replace(/\.{3}$/, '');
      return part.length < SHORTEST_PART
        ? undefined
        : secrets.find(({ value }) => value.includes(part))?.placeholder;
    };
    const [one, other] = [placeholderFor(left), placeholderFor(right)];
    if (one === undefined && other === undefined) return whole;
    return `<${one ?? `[${left}]`}>${between}<${other ?? `[${right}]`}>`;
  });
}
