/** YAML from outside as plain values, with the way back: a fault at a path of the value is shown at its line. */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { PenumbraError } from '../kernel/index.ts';

const MAX_LENGTH = 256 * 1024;

/** A parsed text: its value, and how to refuse a place in it. */
export type YamlText = {
  readonly value: unknown;
  /** Throws `invalid-configuration` with the line and column a path leads to. */
  readonly refuse: (path: readonly (string | number)[], message: string) => never;
};

/** Parses one YAML document strictly; `source` names the text in errors, `hint` is their remedy. */
export function parseYaml(
  text: string,
  { source, hint }: { readonly source: string; readonly hint: string },
): YamlText {
  if (text.length > MAX_LENGTH)
    throw new PenumbraError('limit-exceeded', `${source} is longer than ${MAX_LENGTH} characters`, { hint });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const refuseAt = (offset: number, message: string): never => {
    const { line, col: column } = lines.linePos(offset);
    const data = { source, line, column };
    throw new PenumbraError('invalid-configuration', `${source}:${line}:${column}: ${message}`, {
      data,
      hint,
    });
  };
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) refuseAt(fault.pos[0], fault.message);
  // Without aliases a value is as large as its text and has no cycles.
  visit(document, {
    Alias: (_, alias) => refuseAt(startOf(alias) ?? 0, `\`*${alias.source}\` needs to be written out`),
  });
  return {
    value: document.toJS(),
    refuse: (path, message) => refuseAt(findOffset(document, path), message),
  };
}

/** Returns where a path leads, or how far it leads where its end is missing. */
function findOffset(document: Document.Parsed, path: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part)
      : undefined;
    const item = isSeq(node) ? node.items[Number(part)] : undefined;
    offset = startOf(pair?.key ?? item) ?? offset;
    node = pair?.value ?? item;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
