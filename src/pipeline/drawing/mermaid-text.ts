/** Names and labels as Mermaid takes them: ids that mean nothing else to it, and texts it can only show. */
import { drawableText } from './text-size.ts';

/** Words that mean something to Mermaid where an id begins. */
const words: readonly string[] = [
  'accdescr',
  'acctitle',
  'call',
  'class',
  'click',
  'default',
  'direction',
  'end',
  'flowchart',
  'graph',
  'href',
  'interpolate',
  'linkstyle',
  'style',
  'subgraph',
  '_blank',
  '_parent',
  '_self',
  '_top',
];

/** What alone would be a kind of arrow head. */
const marks: readonly string[] = ['o', 'v', 'x'];

/** The ids of nodes and zones, each its own. */
export type MermaidIds = {
  readonly node: (name: string) => string;
  readonly zone: (name: string) => string;
};

/** Gives every node and zone an id: its own name where that can be one; a zone called like a node gets `zone_`. */
export function mermaidIds(nodes: readonly string[], zones: readonly string[]): MermaidIds {
  const taken = new Set<string>();
  const ids = new Map(nodes.map((name) => [name, freeId(plainId(name, 'node_'), taken)]));
  const zoneIds = new Map(
    zones.map((name) => [
      name,
      freeId(ids.has(name) ? `zone_${plainName(name)}` : plainId(name, 'zone_'), taken),
    ]),
  );
  return {
    node: (name) => ids.get(name) ?? plainId(name, 'node_'),
    zone: (name) => zoneIds.get(name) ?? name,
  };
}

/** All of ASCII but what is surely harmless, and the signs Mermaid itself puts in place of an escape. */
const ACTIVE = /[!-'*:-@[-^`{-~°¶ßﬂ]/gu;

/** Writes a label: whatever could be markup, an icon, a formula or a directive is written by its number. */
export function mermaidLabel(text: string): string {
  const label = drawableText(text).replace(ACTIVE, (character) => `#${character.codePointAt(0)};`);
  // An empty label is a syntax error.
  return label.trim() === '' ? '#160;' : label;
}

function plainId(name: string, prefix: string): string {
  const plain = plainName(name);
  const low = plain.toLowerCase();
  // Mermaid keeps ids as keys of plain objects.
  const isInherited = plain in Object.prototype;
  const isReserved = isInherited || marks.includes(low) || words.some((word) => low.startsWith(word));
  return isReserved || !/^[A-Za-z_]/.test(plain) ? `${prefix}${plain}` : plain;
}

/** Two dashes are an arrow, and so is one at the end of an id. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/-(?![A-Za-z0-9])/g, '_');
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}
