/**
 * Where something may have moved. Hints come from whoever watches the files; they are compared in Unicode normal form
 * C, because a watcher may spell a name otherwise than the directory does.
 */
import { type ByteText, decodeText, isAscii } from './byte-text.ts';

/** The places that hints name. */
export type HintedPaths = {
  /** Tells whether a path is a hint. */
  has(path: ByteText): boolean;
  /** Tells whether a path is a hint or leads to one. */
  isOnWay(path: ByteText): boolean;
};

/** Reads hints: paths relative to the root, with `/` between names. What leads out of the root is left aside. */
export function readHints(hints: Iterable<string>): HintedPaths {
  const hinted = new Set<string>();
  const onWay = new Set<string>(['']);
  for (const hint of hints) {
    const names = namesOf(hint);
    if (!names) continue;
    const path = names.join('/');
    hinted.add(path);
    for (
      let end = path.length;
      end > 0 && !onWay.has(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1)
    ) {
      onWay.add(path.slice(0, end));
    }
  }
  return { has: (path) => hinted.has(keyOf(path)), isOnWay: (path) => onWay.has(keyOf(path)) };
}

function namesOf(hint: string): readonly string[] | undefined {
  const names: string[] = [];
  for (const name of hint.normalize('NFC').split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names;
}

function keyOf(path: ByteText): string {
  return isAscii(path) ? path : (decodeText(path)?.normalize('NFC') ?? path);
}
