/** The text that is parsed of a source: decoded, bounded, and with one kind of line end, so that all give one tree. */
import { sourceText } from './source-text.ts';

/** Decodes a source for a parser, or returns nothing for a binary file. */
export function syntaxText(bytes: Uint8Array): string | undefined {
  return sourceText(bytes)?.replaceAll('\r\n', '\n');
}
