/**
 * Text from outside, bounded when it enters: the head and the tail stay, what lay between is counted.
 * The result depends on the text alone, never on the pieces it arrived in.
 */
import { cleanText } from './clean-text.ts';

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
