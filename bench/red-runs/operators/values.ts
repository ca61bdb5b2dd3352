/** Wrong values: defaults, constants, bounds, and the wrong one of two similar functions. */
import { linesOf, type SourceFile } from '../source-file.ts';
import { codeMatches, type Operator, replaced } from './operator.ts';

const LITERAL = String.raw`true|false|null|None|True|False|nil|\d+(?:\.\d+)?|\{\}|\[\]|''|""`;

const DEFAULTS = [
  new RegExp(String.raw`(?<=[(,]\s*[\w$]+(?:\s*:\s*[\w<>[\]| ]+)?\s*=\s*)(${LITERAL})(?=\s*[,)])`),
  new RegExp(String.raw`(?<=(?:\|\||\?\?)\s*)(${LITERAL})(?=\s*[;,)\n])`),
  new RegExp(String.raw`(?<=\.get\([^,()\n]+,\s*)(${LITERAL})(?=\))`),
  new RegExp(String.raw`(?<=^[ \t]+[\w$]+: )(${LITERAL})(?=,$)`, 'm'),
  new RegExp(
    String.raw`(?<=^[ \t]+(?:private|protected|public|this\.|self\.)[^=\n()]* = )(${LITERAL})(?=;?$)`,
    'm',
  ),
];

/** A default value that is not what callers rely on. */
export const wrongDefault: Operator = {
  name: 'wrong-default',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const pattern of DEFAULTS) {
      for (const { start, end, text } of codeMatches(source, pattern))
        yield replaced(
          start,
          end,
          otherValue(text).replace('null', source.language === 'python' ? 'None' : 'null'),
        );
    }
  },
};

function otherValue(text: string): string {
  const others: Record<string, string> = {
    true: 'false',
    false: 'true',
    True: 'False',
    False: 'True',
    null: '0',
    nil: 'nil',
    None: '0',
    '{}': 'null',
    '[]': 'null',
    "''": "' '",
    '""': '" "',
    '0': '1',
    '1': '0',
  };
  return others[text] ?? (text.includes('.') ? `${text}5` : String(Number(text) * 2));
}

const NOT_A_VALUE =
  /^\s*(?:import|from|export \*|package|using|@)|\brequire\(|\bfrom\s+\S|['"]use strict|debug\(|deprecate|warn|Error|Exception|raise|throw|panic|message|console|print/;

/** A constant that is a little off: a number, or a text of one word. */
export const wrongConstant: Operator = {
  name: 'wrong-constant',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const line of linesOf(source)) {
      if (NOT_A_VALUE.test(line.text)) continue;
      for (const match of line.masked.matchAll(/(?<![\w.$])(\d{1,8})(?![\w.])/g)) {
        const value = Number(match[1]);
        const start = line.start + match.index;
        if (value > 1)
          yield replaced(start, start + match[0].length, String(value > 9 ? value - 10 : value + 1));
      }
    }
    yield* wordSites(source);
  },
};

function* wordSites(source: SourceFile) {
  for (const { kind, start, end } of source.literals) {
    const word = source.text.slice(start, end);
    if (kind !== 'string' || !/^[A-Za-z][\w-]{1,24}$|^[^\w\s\\'"`]$/.test(word)) continue;
    const lineStart = source.text.lastIndexOf('\n', start) + 1;
    const lineEnd = source.text.indexOf('\n', end);
    const line = source.text.slice(lineStart, lineEnd);
    const isImport = source.language === 'go' && /^\s*(?:[\w.]+ )?"[\w./-]+"$/.test(line);
    if (isImport || NOT_A_VALUE.test(line)) continue;
    yield replaced(start, end, otherWord(word));
  }
}

function otherWord(word: string): string {
  if (word.length === 1) return word === '/' ? '\\\\' : word === '.' ? ',' : '.';
  if (word.includes('-')) return word.replaceAll('-', '_');
  if (/[a-z][A-Z]/.test(word)) return word.toLowerCase();
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
}

const BOUNDS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [
    /(?<=[\w)\]] )(<=?|>=?)(?= [\w$(-])(?! *\w+>)/,
    (text) => (text.endsWith('=') ? text.slice(0, 1) : `${text}=`),
  ],
  [/((?:\.length|\.size\(\)|\.length\(\)|len\(\w+\)) - 1)\b/, (text) => text.slice(0, -4)],
  [/(?<=[\w)\]])( [+-] 1)\b(?!\.)/, () => ''],
  [/(?<=\.(?:slice|substring|substr|charAt|charCodeAt|splice)\()(\d+)\b/, (text) => String(Number(text) + 1)],
  [/(?<=[\w)\]]\[)(\d+)(?=\])/, (text) => String(text === '0' ? 1 : Number(text) - 1)],
  [/(?<=[\w)\]]\[)(\d+)(?=:)/, (text) => String(Number(text) + 1)],
  [/(?<=[\w)\]]\[[\w.]*:)(-?\d+)(?=\])/, (text) => String(Number(text) - 1)],
  [/(?<=\b(?:int|let|var) [ij] = )(0|1)(?=;)/, (text) => (text === '0' ? '1' : '0')],
  [/(?<=\b[ij] := )(0|1)(?=;)/, (text) => (text === '0' ? '1' : '0')],
];

/** An index or a bound that is off by one. */
export const offByOne: Operator = {
  name: 'off-by-one',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const [pattern, change] of BOUNDS) {
      for (const { start, end, text } of codeMatches(source, pattern))
        yield replaced(start, end, change(text));
    }
  },
};

const PAIRS: readonly (readonly [string, string])[] = [
  ['Math.min(', 'Math.max('],
  ['Math.floor(', 'Math.ceil('],
  ['.toLowerCase(', '.toUpperCase('],
  ['.startsWith(', '.endsWith('],
  ['.indexOf(', '.lastIndexOf('],
  ['.some(', '.every('],
  ['.push(', '.unshift('],
  ['.shift(', '.pop('],
  ['.padStart(', '.padEnd('],
  ['.trimStart(', '.trimEnd('],
  ['.find(', '.findLast('],
  ['Object.keys(', 'Object.values('],
  ['.lower(', '.upper('],
  ['.startswith(', '.endswith('],
  ['.lstrip(', '.rstrip('],
  ['.find(', '.rfind('],
  ['.split(', '.rsplit('],
  ['.append(', '.extend('],
  [' min(', ' max('],
  [' any(', ' all('],
  ['.HasPrefix(', '.HasSuffix('],
  ['.Index(', '.LastIndex('],
  ['.ToLower(', '.ToUpper('],
  ['.TrimPrefix(', '.TrimSuffix('],
  ['.TrimLeft(', '.TrimRight('],
  ['.RLock(', '.Lock('],
  ['.setUTC', '.set'],
  ['.getUTC', '.get'],
];
const PYTHON_ONLY = new Set(['.find(', '.split(', '.append(', ' min(', ' any(']);

/** The wrong one of two functions that look alike, or the opposite arithmetic. */
export const wrongFunction: Operator = {
  name: 'wrong-function',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const [left, right] of PAIRS) {
      if (
        right === '.findLast('
          ? source.language === 'python'
          : PYTHON_ONLY.has(left) && source.language !== 'python'
      ) {
        continue;
      }
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (one === '.set' || one === '.get' || one === '.findLast(') continue;
        for (let at = source.masked.indexOf(one); at >= 0; at = source.masked.indexOf(one, at + 1)) {
          yield replaced(at, at + one.length, other);
        }
      }
    }
    for (const { start, end, text } of codeMatches(source, /(?<=[\w)\]] )([-*])(?= [\w(])/)) {
      yield replaced(start, end, text === '-' ? '+' : '-');
    }
  },
};
