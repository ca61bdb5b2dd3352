/** The symbol that lines of a source stand in: the innermost function, else the innermost type. */
import type { SourceSymbol } from '../../context/index.ts';

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

/** Gives each member the name of the type it stands in, as `Cart.total`; symbols are in the order of the source. */
export function namedSymbols(symbols: readonly SourceSymbol[]): readonly SourceSymbol[] {
  const owners: SourceSymbol[] = [];
  return symbols.map((symbol) => {
    owners.length = Math.min(owners.length, symbol.depth);
    const owner = owners.findLast(({ kind }) => TYPES.has(kind) && kind !== 'namespace' && kind !== 'module');
    owners[symbol.depth] = symbol;
    return owner === undefined ? symbol : { ...symbol, name: `${owner.name}.${symbol.name}` };
  });
}

/** Returns the symbol that holds a range of lines, or the one that begins in it. */
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
