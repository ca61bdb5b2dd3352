/** The producer `digest`: a short summary of any file, made of what it says and declares. */
import type { FrameType } from '../../ledger/index.ts';
import { digestText } from './digest-text.ts';
import { readSymbols } from './produce-outline.ts';
import type { Producer } from './producer.ts';
import { producerLimits } from './producer-limits.ts';
import { sourceExtension } from './source-syntax.ts';
import { syntaxLanguage } from './syntax-language.ts';
import type { SyntaxParser } from './syntax-parser.ts';
import { syntaxText } from './syntax-text.ts';

/** The digest of one file. */
export const digestType: FrameType = {
  name: 'digest',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'digest', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Languages of documents, by extension; other files are called by their extension. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  cfg: 'ini',
  ini: 'ini',
  markdown: 'markdown',
  md: 'markdown',
  properties: 'properties',
  toml: 'toml',
  txt: 'text',
  yaml: 'yaml',
  yml: 'yaml',
};
const EXTENSION = /^[a-z\d_+-]{1,16}$/;

/** Makes the producer of digests. */
export function createDigestProducer(parser: SyntaxParser): Producer {
  return {
    name: digestType.name,
    version: `1+${parser.version}`,
    type: digestType,
    policyFor: (path) => ({ language: digestLanguage(path) }),
    async produce({ path, bytes }) {
      const language = digestLanguage(path);
      const text = syntaxText(bytes);
      if (text === undefined) return `language: ${language}\nbinary: ${bytes.length} bytes\n`;
      const symbols = (await readSymbols(parser, { path, bytes })) ?? [];
      return digestText({ text, language, symbols, isCut: bytes.length > producerLimits.sourceBytes });
    },
  };
}

/** What a file is written in, as far as its name tells. */
function digestLanguage(path: string): string {
  const parsed = syntaxLanguage(path);
  if (parsed !== undefined) return parsed;
  const extension = sourceExtension(path) ?? '';
  if (!EXTENSION.test(extension)) return 'unknown';
  return Object.hasOwn(DOCUMENTS, extension) ? (DOCUMENTS[extension] ?? extension) : extension;
}
