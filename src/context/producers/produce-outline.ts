/** The producer `outline`: the symbols of a source, one a line, indented by what they stand in. */
import type { FrameType } from '../../ledger/index.ts';
import { findSymbols } from './find-symbols.ts';
import type { Producer } from './producer.ts';
import type { SourceSymbol } from './symbol-rules.ts';
import { type SyntaxParser, syntaxLanguage, syntaxLimits, syntaxText } from './syntax-parser.ts';

/** The outline of one source. */
export const outlineType: FrameType = {
  name: 'outline',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'outline', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Makes the producer of outlines. */
export function createOutlineProducer(parser: SyntaxParser): Producer {
  return {
    name: outlineType.name,
    version: `1+${parser.version}`,
    type: outlineType,
    policyFor(path) {
      const language = syntaxLanguage(path);
      return language === undefined ? null : { language };
    },
    async produce({ path, bytes }) {
      const symbols = await readSymbols(parser, { path, bytes });
      return printOutline(symbols ?? []);
    },
  };
}

/** Returns the symbols of a file, or nothing where it is binary or of no parsed language. */
export async function readSymbols(
  parser: SyntaxParser,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<readonly SourceSymbol[] | undefined> {
  const language = syntaxLanguage(path);
  const text = language && syntaxText(bytes);
  return language === undefined || text === undefined ? undefined : findSymbols(parser, { language, text });
}

/** Prints symbols as an outline, without lines and offsets, so that what moves a symbol leaves it as it is. */
function printOutline(symbols: readonly SourceSymbol[]): string {
  const lines = symbols.map(({ depth, signature }) => `${'  '.repeat(depth)}${signature}\n`);
  if (symbols.length >= syntaxLimits.symbols) lines.push('… symbols after these are left out\n');
  return lines.join('');
}
