/** Public entry point to the parsers: real grammars behind the port of the context's producers. */

export { openSyntaxParser, PARSER_VERSION } from './open-syntax-parser.ts';
