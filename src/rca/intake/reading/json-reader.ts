/**
 * Reads JSON documents incrementally and emits the values that a format asks for, each as a whole. Damaged or
 * truncated documents are read as far as possible. INVARIANT (flat memory): emitted values are not held,
 * texts are bounded, and one value holds no more than `itemLimits`; anything beyond is left out and reported.
 */
import { collectText, intakeLimits, type TextCollector } from './bounded-text.ts';
import { UnreadableReport } from './failure-keeper.ts';
import type { Fields } from './json-fields.ts';

/** What a format reads from a document. */
export type JsonItems = {
  /**
   * Returns whether the value at a path is emitted as a whole; `*` stands for list elements. Everything
   * outside such values is emitted as one value at the end, with an empty path.
   */
  isItem(path: readonly string[]): boolean;
  /** Takes a value; `owners` are the enclosing objects, outermost first, as far as they were read. */
  take(
    value: unknown,
    at: { readonly path: readonly string[]; readonly place: string; readonly owners: readonly Fields[] },
  ): void;
};

export type JsonReader = {
  write(piece: string): void;
  /** Ends the document and returns what could not be read, if anything. */
  end(): string | undefined;
  place(): string;
};

const itemLimits = { length: 16 * 1024 * 1024, values: 500_000 } as const;

/** Leaves room for the truncation mark within the limit of a text. */
const TEXT_LENGTH = intakeLimits.stackLength - 64;

/** Longer words are neither numbers nor literals. */
const WORD_LENGTH = 64;

type Container = {
  readonly isList: boolean;
  readonly value: unknown[] | Record<string, unknown>;
  readonly key: string;
  readonly isItem: boolean;
  /** In an object, the key of the next value. */
  next: string | undefined;
  /** In a list, how many elements have begun. */
  index: number;
  line: number;
};

export function createJsonReader({ isItem, take }: JsonItems): JsonReader {
  const open: Container[] = [];
  const path: string[] = [];
  let lines = 1;
  let itemDepth = -1;
  let heldLength = 0;
  let heldValues = 0;
  let isLeftOut = false;
  let hasValue = false;
  let damagedLine: number | undefined;

  let string: TextCollector | undefined;
  /** The escape sequence read so far, with its backslash. */
  let escaped = '';
  let word = '';
  /** Whether a line of other text before the document is being skipped. */
  let isPassing = false;
  let isWordCut = false;

  const damaged = () => {
    damagedLine ??= lines;
  };

  function keyOfNext(): string {
    const owner = open.at(-1);
    return owner === undefined || owner.isList ? '*' : (owner.next ?? '');
  }

  function put(value: unknown): void {
    const owner = open.at(-1);
    if (owner === undefined) return;
    heldValues++;
    if (heldLength > itemLimits.length || heldValues > itemLimits.values) isLeftOut = true;
    else if (Array.isArray(owner.value)) owner.value.push(value);
    // Plain assignment to `__proto__` would change the object's prototype.
    else if (owner.next !== undefined && owner.next !== '__proto__') owner.value[owner.next] = value;
    owner.next = undefined;
  }

  function begin(isList: boolean): void {
    if (open.length >= intakeLimits.depth)
      throw new UnreadableReport(`it nests deeper than ${intakeLimits.depth} levels`);
    const key = keyOfNext();
    const owner = open.at(-1);
    if (owner?.isList) owner.index++;
    if (open.length > 0) path.push(key);
    const isOwn = itemDepth < 0 && open.length > 0 && isItem(path);
    if (isOwn) itemDepth = open.length;
    hasValue = true;
    open.push({
      isList,
      value: isList ? [] : {},
      key,
      isItem: isOwn,
      next: undefined,
      index: 0,
      line: lines,
    });
  }

  function finish(): void {
    const place = placeOf(open);
    const done = open.pop();
    if (done === undefined) return;
    const isRoot = open.length === 0;
    if (done.isItem || isRoot) {
      const owners = open.flatMap(({ isList, value }) => (isList ? [] : [value as Fields]));
      take(done.value, { path: [...path], place, owners });
      [heldLength, heldValues, itemDepth] = [0, 0, -1];
      const owner = open.at(-1);
      if (owner) owner.next = undefined;
    } else put(done.value);
    path.pop();
  }

  function close(isList: boolean): void {
    const depth = open.findLastIndex((one) => one.isList === isList);
    if (depth < open.length - 1) damaged();
    if (depth < 0) return;
    while (open.length > depth) finish();
  }

  function endString(): void {
    const text = string?.finish().text ?? '';
    string = undefined;
    const owner = open.at(-1);
    if (owner === undefined) return;
    if (!owner.isList && owner.next === undefined) {
      owner.next = text.slice(0, intakeLimits.nameLength);
      return;
    }
    heldLength += text.length;
    if (owner.isList) owner.index++;
    put(text);
  }

  function endWord(): void {
    const value = word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : numberIn(word);
    const isCut = isWordCut;
    word = '';
    isWordCut = false;
    const owner = open.at(-1);
    const hasPlace = owner !== undefined && (owner.isList || owner.next !== undefined);
    if (value === undefined || isCut || !hasPlace) {
      damaged();
      return;
    }
    if (owner.isList) owner.index++;
    put(value);
  }

  function readEscape(unit: string): void {
    escaped += unit;
    if (escaped[1] === 'u' && escaped.length < 6 && /[0-9a-fA-Fu]/.test(unit)) return;
    string?.push(decodeEscape(escaped));
    escaped = '';
  }

  function readString(piece: string, start: number): number {
    let index = start;
    while (index < piece.length) {
      if (escaped !== '') {
        readEscape(piece[index++] ?? '');
        continue;
      }
      const from = index;
      let unit = 0;
      while (index < piece.length) {
        unit = piece.charCodeAt(index);
        if (unit === 34 || unit === 92) break;
        if (unit === 10) lines++;
        index++;
      }
      if (index > from) string?.push(piece.slice(from, index));
      if (index >= piece.length) return index;
      index++;
      if (unit === 92) escaped = '\\';
      else {
        endString();
        return index;
      }
    }
    return index;
  }

  function readUnit(unit: string): void {
    switch (unit) {
      case '{':
      case '[':
        begin(unit === '[');
        return;
      case '}':
      case ']':
        close(unit === ']');
        return;
      case '"':
        string = collectText(TEXT_LENGTH);
        return;
      case ',': {
        const owner = open.at(-1);
        if (owner && !owner.isList && owner.next !== undefined) {
          damaged();
          owner.next = undefined;
        }
        return;
      }
      case ':':
      case ' ':
      case '\t':
      case '\r':
      case '\n':
      case '\ufeff':
        return;
      default:
        word = unit;
    }
  }

  function write(piece: string): void {
    for (let index = 0; index < piece.length; ) {
      if (string !== undefined) {
        index = readString(piece, index);
        continue;
      }
      const unit = piece[index++] as string;
      if (unit === '\n') lines++;
      if (word !== '') {
        if (/[\w.+-]/.test(unit)) {
          if (word.length < WORD_LENGTH) word += unit;
          else isWordCut = true;
          continue;
        }
        endWord();
      }
      if (open.length === 0 && (isPassing || !/[{[\s\ufeff]/.test(unit))) isPassing = unit !== '\n';
      else readUnit(unit);
    }
  }

  function end(): string | undefined {
    if (!hasValue) return 'it holds no JSON';
    const isCut = open.length > 0;
    const where = isCut ? placeOf(open) : '';
    // A truncated string would have another meaning.
    string = undefined;
    word = '';
    while (open.length > 0) finish();
    if (damagedLine !== undefined)
      return `it is not valid JSON from line ${damagedLine} on; what could be made out was read`;
    if (isCut)
      return `it is cut off at line ${lines}${where === '' ? '' : `, inside \`${where}\``}; what came before was read`;
    return isLeftOut ? 'an entry of it is too large to be held; parts of it were left out' : undefined;
  }

  return { write, end, place: () => `line ${lines}` };
}

/** Describes the position of the innermost open value: `testResults[3].assertionResults[0]`. */
function placeOf(open: readonly Container[]): string {
  return open
    .map(({ key }, depth) => {
      if (depth === 0) return '';
      const owner = open[depth - 1];
      return owner?.isList ? `[${owner.index - 1}]` : `${depth > 1 ? '.' : ''}${key.slice(0, 64)}`;
    })
    .join('');
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

function decodeEscape(sequence: string): string {
  if (/^\\u[0-9a-fA-F]{4}$/.test(sequence))
    return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
  return SHORT_ESCAPES.get(sequence.slice(1)) ?? sequence.slice(1);
}

function numberIn(word: string): number | undefined {
  return /^-?\d/.test(word) && Number.isFinite(Number(word)) ? Number(word) : undefined;
}
