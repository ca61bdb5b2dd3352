// Trees of source files to measure on: twenty files to a directory, with lines of words in an order that a seed gives,
// so that they compress about as sources do. Each is made once and removed with the process.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const filesPerDirectory = 20;
const directoriesPerPackage = 25;
const words =
  'account address amount basket buffer catalog charge closed column customer date delivery discount entry'
    .concat(' event failed field filter found group handle index invoice item label ledger limit line loaded')
    .concat(' match member message method model name number offer option order owner packet page parcel part')
    .concat(' payment period person place policy price quantity rate reason receipt record region report row')
    .concat(' sample section service shipment size state stock store street supplier table tax total unit')
    .split(' ');

const directory = mkdtempSync(join(tmpdir(), 'penumbra-bench-tree-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const shared = new Map<string, string>();
let made = 0;

/** How large a tree is. */
export type TreeSize = { readonly files: number; readonly fileBytes: number };

/** Returns the root of a tree that nobody changes, made when first asked for. */
export function sampleTree(size: TreeSize): string {
  const name = `${size.files} ${size.fileBytes}`;
  const root = shared.get(name) ?? makeTree(size);
  shared.set(name, root);
  return root;
}

/** Makes a tree for the caller alone and returns its root. */
export function makeTree({ files, fileBytes }: TreeSize): string {
  const root = join(directory, `tree-${made++}`);
  for (let index = 0; index < files; index++) {
    const path = samplePath(index);
    if (index % filesPerDirectory === 0) mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), sampleSource({ seed: index, bytes: fileBytes }));
  }
  return root;
}

/** Returns the path of a file of a tree by its number. */
export function samplePath(index: number): string {
  const part = Math.floor(index / filesPerDirectory);
  return `package-${Math.floor(part / directoriesPerPackage)}/src/part-${part}/file-${index}.ts`;
}

/** Writes a source of about so many bytes; the seed is also the name of what it exports. */
export function sampleSource({
  seed,
  bytes,
}: {
  readonly seed: number | string;
  readonly bytes: number;
}): string {
  const nextWord = createWords(String(seed));
  const lines = [`export function part${seed}(${nextWord()}: number): string {`];
  let length = lines[0]?.length ?? 0;
  while (length < bytes - 2) {
    const line = `  const ${nextWord()} = ${nextWord()}.${nextWord()}(${nextWord()}, '${nextWord()} ${nextWord()}');`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n}\n`;
}

/** Makes a sequence of words that a text decides. */
function createWords(seed: string): () => string {
  let state = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[(state >>> 16) % words.length] as string;
  };
}
