/** The producer `imports`: what a source asks for, one specifier a line, as the source has it. */
import type { FrameType } from '../../ledger/index.ts';
import { findImports } from './find-imports.ts';
import type { Producer } from './producer.ts';
import { syntaxLanguage } from './syntax-language.ts';
import type { SyntaxParser } from './syntax-parser.ts';
import { syntaxText } from './syntax-text.ts';

/** The imports of one source. */
export const importsType: FrameType = {
  name: 'imports',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'imports', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Makes the producer of imports. */
export function createImportsProducer(parser: SyntaxParser): Producer {
  return {
    name: importsType.name,
    version: `1+${parser.version}`,
    type: importsType,
    policyFor(path) {
      const language = syntaxLanguage(path);
      return language === undefined ? null : { language };
    },
    async produce({ path, bytes }) {
      const language = syntaxLanguage(path);
      const text = language && syntaxText(bytes);
      if (language === undefined || text === undefined) return '';
      const specifiers = await findImports(parser, { language, text });
      return specifiers.map((specifier) => `${specifier}\n`).join('');
    },
  };
}
