/** The `outline` producer: the symbols of a source, one per line, indented by nesting. */
import type { FrameType } from '../../ledger/index.ts';
import { findSymbols } from './find-symbols.ts';
import type { Producer } from './producer.ts';
import type { SourceSymbol } from './symbol-rules.ts';
import { type SyntaxParser, syntaxLanguage, syntaxLimits, syntaxText } from './syntax-parser.ts';

/** The frame type for a source's outline. */
export const outlineType: FrameType = {
  name: 'outline',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'outline', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Creates the outline producer. */
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

/** Returns the symbols of a file, or undefined if it is binary or in a language that is not parsed. */
export async function readSymbols(
  parser: SyntaxParser,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<readonly SourceSymbol[] | undefined> {
  const language = syntaxLanguage(path);
  const text = language && syntaxText(bytes);
  return language === undefined || text === undefined ? undefined : findSymbols(parser, { language, text });
}

/** Prints symbols without lines and offsets, so that moving a symbol does not change the outline. */
function printOutline(symbols: readonly SourceSymbol[]): string {
  const lines = symbols.map(({ depth, signature }) => `${'  '.repeat(depth)}${signature}\n`);
  if (symbols.length >= syntaxLimits.symbols) lines.push('… symbols after these are left out\n');
  return lines.join('');
}
