/**
 * The recent changes of a repository as used for evidence: only those that can alter behaviour, by path, each
 * with its position among the live changes, its lines in today's file, and the symbols that contain them.
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

/** A hunk of a change with its lines in today's file and the symbol that contains them. */
export type PlacedHunk = PresentHunk & {
  readonly symbol?: string;
  /** Whether it only adds a declaration, which alters nothing that existed before. */
  readonly isDeclaration: boolean;
};

export type PlacedFile = {
  readonly file: ChangedFile;
  readonly change: RecentChange;
  /** How many live changes are newer. */
  readonly position: number;
  readonly hunks: readonly PlacedHunk[];
};

export type ChangeIndex = {
  /** The live changes that touched each path, newest first. */
  readonly byPath: ReadonlyMap<string, readonly PlacedFile[]>;
  /** How many live files each change has, by its position. */
  readonly sizes: ReadonlyMap<number, number>;
  readonly base: ChangeBase | null;
  /** How many changes were examined, including inert ones. */
  readonly looked: number;
};

/** An empty index, for a workspace without a history. */
export const noChanges: ChangeIndex = { byPath: new Map(), sizes: new Map(), base: null, looked: 0 };

/** How many changed files have their symbols looked up, newest changes first. */
const MOST_PARSED = 80;

/** Prepares changes once for all cases; `symbolsOf` returns nothing for a file that is not parsed. */
export async function createChangeIndex(
  { changes, base }: RecentChanges,
  symbolsOf: (path: string) => Promise<readonly SourceSymbol[] | undefined>,
): Promise<ChangeIndex> {
  const byPath = new Map<string, PlacedFile[]>();
  const sizes = new Map<number, number>();
  const symbols = new Map<string, readonly SourceSymbol[]>();
  // Inert changes move lines, too.
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

/** A hunk with its lines in today's file; if none are left, `start` is the line before the gap. */
type PresentHunk = ChangeHunk & { readonly start: number; readonly end: number };

type Range = { readonly start: number; readonly end: number };

/**
 * Returns hunks in terms of today's lines; `newer` holds the hunks of every newer change of the file, newest
 * first.
 */
export function presentLines(
  hunks: readonly ChangeHunk[],
  newer: readonly (readonly ChangeHunk[])[],
): readonly PresentHunk[] {
  return hunks.map((hunk) => {
    const { newStart, added } = hunk;
    const then = { start: newStart, end: newStart + Math.max(0, added.length - 1) };
    return { ...hunk, ...newer.reduceRight(movedBy, then) };
  });
}

/** Moves a range by the hunks of one later change, which are in file order. */
function movedBy(range: Range, hunks: readonly ChangeHunk[]): Range {
  let { start, end } = range;
  for (const { oldStart, newStart, removed, added } of hunks) {
    const growth = added.length - removed.length;
    // An insertion comes after `oldStart`; it moves what follows, and widens a range it falls into.
    const first = removed.length === 0 ? oldStart + 1 : oldStart;
    const last = removed.length === 0 ? oldStart : oldStart + removed.length - 1;
    if (first > range.end) break;
    const newEnd = newStart + Math.max(0, added.length - 1);
    // For a pure deletion, `newStart` is the line before the gap.
    const newFirst = added.length === 0 && last < range.end ? newStart + 1 : newStart;
    start = last < range.start ? start + growth : first <= range.start ? newFirst : start;
    end = last <= range.end ? end + growth : newEnd;
  }
  return { start, end: Math.max(start, end) };
}

const FUNCTIONS = new Set<SourceSymbol['kind']>(['function', 'method', 'constructor', 'macro']);
const TYPES = new Set<SourceSymbol['kind']>([
  'class',
  'interface',
  'enum',
  'record',
  'struct',
  'trait',
  'impl',
  'module',
  'namespace',
  'union',
]);

/** Qualifies each member with its enclosing type, as in `Cart.total`; symbols are in source order. */
export function namedSymbols(symbols: readonly SourceSymbol[]): readonly SourceSymbol[] {
  const owners: SourceSymbol[] = [];
  return symbols.map((symbol) => {
    owners.length = Math.min(owners.length, symbol.depth);
    const owner = owners.findLast(({ kind }) => TYPES.has(kind) && kind !== 'namespace' && kind !== 'module');
    owners[symbol.depth] = symbol;
    return owner === undefined ? symbol : { ...symbol, name: `${owner.name}.${symbol.name}` };
  });
}

/** Returns the symbol that contains a range of lines, or the one that begins in it. */
export function symbolAt(
  symbols: readonly SourceSymbol[],
  startLine: number,
  endLine: number,
): SourceSymbol | undefined {
  const around = symbols.filter((one) => one.startLine <= startLine && one.endLine >= startLine);
  const within = symbols.filter((one) => one.startLine >= startLine && one.startLine <= endLine);
  const innermost = (kinds: ReadonlySet<string> | null) =>
    around.findLast(({ kind }) => kinds === null || kinds.has(kind));
  return (
    innermost(FUNCTIONS) ?? within.find(({ kind }) => FUNCTIONS.has(kind)) ?? innermost(null) ?? within[0]
  );
}
