/**
 * Text from outside, bounded and cleaned when it enters: the head and the tail stay, what lay between is counted.
 * The result depends on the text alone, never on the pieces it arrived in.
 */

/** A text within a limit, and how many UTF-8 bytes of the original were left out of its middle. */
export interface BoundedText {
  readonly text: string;
  readonly cutBytes: number;
}

/** Gathers a text piece by piece while holding only its head and tail. */
export interface TextCollector {
  push(piece: string): void;
  finish(): BoundedText;
}

/** The empty text, for fields that hold nothing. */
export const emptyText: BoundedText = Object.freeze({ text: '', cutBytes: 0 });

/** Makes a collector that keeps at most `limit` characters, two thirds of them from the head. */
export function collectText(limit: number): TextCollector {
  const tailLimit = Math.floor(limit / 3);
  const headLimit = limit - tailLimit;
  let head = '';
  let tail = '';
  let length = 0;
  let bytes = 0;

  function push(piece: string): void {
    length += piece.length;
    bytes += utf8Length(piece);
    const free = headLimit - head.length;
    if (free >= piece.length) {
      head += piece;
      return;
    }
    head += piece.slice(0, free);
    tail += piece.slice(free);
    // Trimmed rarely and not at every piece, so that the cost stays linear.
    if (tail.length > 2 * tailLimit + 4096) tail = tail.slice(-tailLimit);
  }

  function finish(): BoundedText {
    if (length <= limit) return { text: cleanText(head + tail), cutBytes: 0 };
    const start = withoutLastPart(head);
    const end = tailLimit === 0 ? '' : withoutFirstPart(tail.slice(-tailLimit));
    const cutBytes = bytes - utf8Length(start) - utf8Length(end);
    return { text: cleanText(`${start}\n${cutMark(cutBytes)}\n${end}`), cutBytes };
  }

  return { push, finish };
}

/** Bounds a text that is at hand as a whole. */
export function boundText(text: string, limit: number): BoundedText {
  const collector = collectText(limit);
  collector.push(text);
  return collector.finish();
}

function cutMark(cutBytes: number): string {
  return `[… ${cutBytes} bytes left out …]`;
}

/** How much of a text next to a cut is given up to end at the end of a word. */
const LONGEST_PART = 4_096;
/** Short texts are names; all of a short one may be one word. */
const SHORTEST_WITH_WORDS = 256;

/**
 * A secret that is cut in two is not recognised any more, so a cut leaves no part of a word: the text ends with the line
 * before the cut, where that keeps most of it, else with the last word that is whole.
 */
function withoutLastPart(head: string): string {
  if (head.length < SHORTEST_WITH_WORDS)
    return isHighHalf(head.charCodeAt(head.length - 1)) ? head.slice(0, -1) : head;
  const from = Math.max(0, head.length - LONGEST_PART);
  const line = head.lastIndexOf('\n');
  if (line >= from && line > head.length / 2) return head.slice(0, line);
  const word = head.slice(from).search(/\S+$/);
  return word < 0 ? head : head.slice(0, from + word);
}

function withoutFirstPart(tail: string): string {
  if (tail.length < SHORTEST_WITH_WORDS / 2) return isLowHalf(tail.charCodeAt(0)) ? tail.slice(1) : tail;
  const line = tail.indexOf('\n');
  if (line >= 0 && line < Math.min(LONGEST_PART, tail.length / 2)) return tail.slice(line + 1);
  const word = tail.slice(0, LONGEST_PART).search(/\s/);
  return tail.slice(word < 0 ? LONGEST_PART : word);
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes, so each half adds one.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** Escape sequences: colours and cursor moves, titles and links. The lengths are bounded to keep matching linear. */
const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  /\u001b(?:\[[0-9;:?]{0,32}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78cDEHM])/g;

/** Colour codes whose escape character was spelt out, replaced or shown as a symbol. */
const MANGLED_COLOUR = /(?:#x1B|\\x1b|\\u001b|\ufffd|\u241b|\?)\[[0-9;]{0,32}m/gi;

/** Colour codes whose escape character was dropped; not `[3m]`, which somebody may mean. */
const BARE_COLOUR = /\[(?:0|1|2|3|4|7|22|23|24|27|39|49|[34][0-7]|9[0-7]|[34]8;5;\d{1,3})m(?!\])/g;

const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Most texts of a report are names and numbers, with nothing in them to clean. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]|\[[\d;m]/;

/**
 * Returns a text without colour codes and control characters, with `\n` as line end. Runners mangle the escape
 * character of colour codes in several ways, for XML forbids it; all of them are known here.
 */
export function cleanText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(ESCAPE, '')
    .replace(MANGLED_COLOUR, '')
    .replace(BARE_COLOUR, '')
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .toWellFormed();
}

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/**
 * The intake's bounds: a report is foreign text, so nothing of it is kept without one. Lengths in characters (UTF-16
 * units) unless the name says otherwise.
 */
export const intakeLimits = {
  /** How much of a source is looked at to tell its encoding and format. */
  prefixBytes: 4 * KIBI,
  /** How much is read of a file that was packed. */
  unpackedBytes: 2 * KIBI * MEBI,
  /** How much of a failure's text is kept: stack and message body. */
  stackLength: 64 * KIBI,
  /** How much of a failure's message is kept. */
  messageLength: 16 * KIBI,
  /** How much of a test's or a suite's output is kept, for each stream. */
  outputLength: 64 * KIBI,
  /** How much of an attribute's value is kept: a message is the longest that is used. */
  attributeLength: 16 * KIBI,
  /** How much of a test's name, a type or another short text is kept. */
  nameLength: 2 * KIBI,
  /** How many attributes of one element are read. */
  attributes: 64,
  /** How long the name of an element or attribute may be before the rest of it is dropped. */
  tagNameLength: 128,
  /** How deep elements may nest; a deeper document is not read further. */
  depth: 256,
  /** How many properties of one test or suite are kept. */
  properties: 256,
  /** How many attachments of one test are named. */
  attachments: 16,
  /** How long the path of one may be. */
  pathLength: 1_024,
  /** How many further failures and retries of one test are kept. */
  attempts: 8,
  /** How many failing tests of all sources are kept; more are counted. */
  failures: 10_000,
  /** How much text all kept failures hold together before further ones are kept leaner. */
  totalLength: 64 * MEBI,
  /** How much of each text a failure keeps once the total is reached. */
  leanLength: 512,
  /** How many failed tests, and how many passed ones, are remembered to see that a test was run again. */
  identities: 10_000,
  /** How many names of tests are remembered to see that two reports tell one run. */
  names: 100_000,
} as const;
