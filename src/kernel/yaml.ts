/**
 * Parses external YAML to plain values, keeping the line of each value. Only plain data is accepted: no
 * aliases, tags or complex keys, so a value is never larger or deeper than its text.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { cite } from './cite.ts';
import type { ValuePath } from './shape.ts';

const MAX_TEXT_LENGTH = 256 * 1024;
const MAX_DEPTH = 16;
const TOO_DEEP = 'the text is nested too deeply';
const MAX_FAULT_LENGTH = 160;

/** Rewords the library's error messages for authors of YAML. */
const rewordings: { readonly [code: string]: string } = {
  MULTIPLE_DOCS: 'a second document begins here, and only one is read',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

/** A position in a text, counted from 1. */
export type TextPlace = { readonly line: number; readonly column: number };

/** A parsed text: its value, and the position of the key or value at a path. */
export type YamlText = {
  readonly value: unknown;
  readonly keyAt: (path: ValuePath) => TextPlace;
  readonly valueAt: (path: ValuePath) => TextPlace;
};

/** Why a text could not be parsed. */
export type YamlFault = TextPlace & { readonly kind: 'syntax' | 'duplicate-key'; readonly fault: string };

/** Parses one YAML document, or returns the first error. */
export function readYaml(text: string): YamlText | YamlFault {
  const lines = new LineCounter();
  const faultAt = (offset: number, fault: string, kind: YamlFault['kind'] = 'syntax'): YamlFault => ({
    ...placeAt(lines, offset),
    kind,
    fault,
  });
  if (text.length > MAX_TEXT_LENGTH)
    return faultAt(0, `the text is longer than ${MAX_TEXT_LENGTH} characters`);
  try {
    const document = parseYamlDocument(text, lines);
    const [first] = [...document.errors, ...document.warnings];
    if (first) return faultAt(first.pos[0], describe(first));
    const value = plainValue(document.contents, 0);
    return {
      value,
      keyAt: (path) => placeAt(lines, findOffsets(document, path).key),
      valueAt: (path) => placeAt(lines, findOffsets(document, path).value),
    };
  } catch (error) {
    if (error instanceof Refusal) return faultAt(error.offset, error.message, error.kind);
    // The parser is recursive; input that overflows the stack was not written by a person.
    if (error instanceof RangeError) return faultAt(0, TOO_DEEP);
    throw error;
  }
}

/**
 * Parses a text with comments. `readYaml` checks for duplicate keys, because the library compares every pair.
 */
function parseYamlDocument(text: string, lineCounter?: LineCounter): Document.Parsed {
  return parseDocument(text, {
    ...(lineCounter && { lineCounter }),
    // Otherwise a `%YAML 1.1` line or a known tag would enable dates, binary data and merge keys.
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
}

class Refusal extends Error {
  readonly offset: number;
  readonly kind: YamlFault['kind'];
  constructor(node: unknown, message: string, kind: YamlFault['kind'] = 'syntax') {
    super(message);
    this.offset = startOf(node) ?? 0;
    this.kind = kind;
  }
}

function describe({ code, message }: YAMLError): string {
  const [line = ''] = (rewordings[code] ?? message).split('\n', 1);
  const text = line
    .replace(/["']quote$/, 'quote')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return text.length > MAX_FAULT_LENGTH ? `${text.slice(0, MAX_FAULT_LENGTH)}…` : text;
}

function plainValue(node: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new Refusal(node, `nesting deeper than ${MAX_DEPTH}`);
  if (isAlias(node)) throw new Refusal(node, `${cite(`*${node.source}`)} needs to be written out`);
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => plainValue(item, depth + 1));
  if (!isMap(node)) return null;
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) throw new Refusal(key, 'a key needs to be a word');
    const name = String(key.value);
    if (entries.has(name)) throw new Refusal(key, `the key ${cite(name)} is given twice`, 'duplicate-key');
    entries.set(name, plainValue(value, depth + 1));
  }
  // `fromEntries` makes `__proto__` an ordinary key.
  return Object.fromEntries(entries);
}

/** Returns the offsets for a path, or of its longest existing part. */
function findOffsets(document: Document.Parsed, path: ValuePath): { key: number; value: number } {
  let node: unknown = document.contents;
  let key = startOf(node) ?? 0;
  let value = key;
  for (const part of path) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === part)
      : undefined;
    const item = isSeq(node) ? node.items[Number(part)] : undefined;
    if (pair === undefined && item === undefined) break;
    key = startOf(pair?.key ?? item) ?? key;
    node = pair?.value ?? item;
    // An empty value has no position, so that of its key is used.
    value = isScalar(node) && node.source === '' ? key : (startOf(node) ?? key);
  }
  return { key, value };
}

function placeAt(lines: LineCounter, offset: number): TextPlace {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
