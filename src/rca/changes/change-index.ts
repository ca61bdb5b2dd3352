/**
 * The recent changes of a repository as evidence sees them: only what can alter what the code does, by path, each with
 * its place among the live changes, the lines it left in today's file, and the symbols those lines stand in.
 */
import type {
  ChangeBase,
  ChangedFile,
  ChangeHunk,
  RecentChange,
  RecentChanges,
  SourceSymbol,
} from '../../context/index.ts';
import { addTo } from '../reach/reach-tree.ts';
import { namedSymbols, symbolAt } from './enclosing-symbol.ts';
import { type PresentHunk, presentLines } from './present-lines.ts';

/** A hunk of a change with its lines of today and the symbol they stand in. */
export type PlacedHunk = PresentHunk & {
  readonly symbol?: string;
  /** Whether it only adds a declaration, which alters nothing that was there before. */
  readonly isDeclaration: boolean;
};

/** A file of a live change. */
export type PlacedFile = {
  readonly file: ChangedFile;
  readonly change: RecentChange;
  /** How many live changes are newer. */
  readonly position: number;
  readonly hunks: readonly PlacedHunk[];
};

/** The live changes of a repository. */
export type ChangeIndex = {
  /** For each path the live changes that touched it, newest first. */
  readonly byPath: ReadonlyMap<string, readonly PlacedFile[]>;
  /** How many live files each change has, by its position. */
  readonly sizes: ReadonlyMap<number, number>;
  readonly base: ChangeBase | null;
  /** How many changes were looked at, inert ones included. */
  readonly looked: number;
};

/** An index of no changes, for a workspace without a history. */
export const noChanges: ChangeIndex = { byPath: new Map(), sizes: new Map(), base: null, looked: 0 };

/** How many changed files have their symbols looked up, newest changes first. */
const MOST_PARSED = 80;

/** Prepares changes once for all cases; `symbolsOf` returns nothing for what is not parsed. */
export async function createChangeIndex(
  { changes, base }: RecentChanges,
  symbolsOf: (path: string) => Promise<readonly SourceSymbol[] | undefined>,
): Promise<ChangeIndex> {
  const byPath = new Map<string, PlacedFile[]>();
  const sizes = new Map<number, number>();
  const symbols = new Map<string, readonly SourceSymbol[]>();
  // Changes that do nothing move lines, too.
  const newer = new Map<string, (readonly ChangeHunk[])[]>();
  let position = 0;
  for (const change of changes) {
    const live = change.files.filter(({ effect }) => effect === 'live');
    if (live.length > 0) sizes.set(position, live.length);
    for (const file of live) {
      if (!symbols.has(file.path) && symbols.size < MOST_PARSED && file.hunks.length > 0)
        symbols.set(file.path, namedSymbols((await symbolsOf(file.path)) ?? []));
      const hunks = presentLines(file.hunks, newer.get(file.path) ?? []).map((hunk) =>
        withSymbol(hunk, symbols.get(file.path) ?? []),
      );
      const placed = { file, change, position, hunks };
      addTo(byPath, file.path, placed);
    }
    for (const { path, hunks } of change.files) addTo(newer, path, hunks);
    if (live.length > 0) position++;
  }
  return { byPath, sizes, base, looked: changes.length };
}

function withSymbol(hunk: PresentHunk, symbols: readonly SourceSymbol[]): PlacedHunk {
  const symbol = symbolAt(symbols, hunk.start, Math.max(hunk.start, hunk.end));
  const isDeclaration =
    symbol !== undefined &&
    hunk.removed.length === 0 &&
    hunk.added.length > 0 &&
    symbol.startLine >= hunk.start;
  return { ...hunk, ...(symbol !== undefined && { symbol: symbol.name }), isDeclaration };
}
