/** The producer `imports`: what a source asks for, one specifier a line, as the source has it. */

import { sortByCodePoint } from '../../kernel/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import type { SymbolSource } from './find-symbols.ts';
import { importRules, type ReadImport } from './import-rules.ts';
import type { Producer } from './producer.ts';
import { syntaxLanguage } from './syntax-language.ts';
import { syntaxLimits } from './syntax-limits.ts';
import type { SyntaxNode, SyntaxParser, SyntaxRequest } from './syntax-parser.ts';
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

/** Imports that are small; an export or a call may hold a whole source. */
const WHOLE = /import|use|using|include|require/;
const GIVEN = new Set(['arguments', 'argument_list']);
const QUOTED = /^(["'`<])(.*)(["'`>])$/s;

/** Returns the specifiers of a source, each once, sorted by code point. */
async function findImports(
  parser: SyntaxParser,
  { language, text }: SymbolSource,
): Promise<readonly string[]> {
  const { nodes, words } = importRules[language];
  const offsets = Array.from(text.matchAll(words), ({ index }) => index);
  if (offsets.length === 0) return [];
  const roots = await parser.parse({ language, text, enters: entersAt(offsets, nodes) });
  const textOf = (node: SyntaxNode) => unquoted(text.slice(node.start, node.end));
  const found = new Set<string>();
  for (const root of roots) collectImports(root, nodes, textOf, found);
  return sortByCodePoint([...found].filter(isSpecifier));
}

function collectImports(
  parent: SyntaxNode,
  nodes: ReadonlyMap<string, ReadImport>,
  textOf: (node: SyntaxNode) => string,
  found: Set<string>,
): void {
  for (const node of parent.children) {
    for (const specifier of nodes.get(node.type)?.(node, textOf) ?? []) found.add(specifier);
    collectImports(node, nodes, textOf, found);
  }
}

/** Chooses the way to where the words stand, all of an import, and what is given to a call. */
function entersAt(
  offsets: readonly number[],
  nodes: ReadonlyMap<string, ReadImport>,
): SyntaxRequest['enters'] {
  const whole = new Set<SyntaxNode>();
  return (node, parent) => {
    if (whole.has(parent) || (nodes.has(node.type) && WHOLE.test(node.type))) whole.add(node);
    return whole.has(node) || hasOffset(offsets, node) || GIVEN.has(node.type);
  };
}

/** Tells whether one of sorted offsets is in a node. */
function hasOffset(offsets: readonly number[], { start, end }: SyntaxNode): boolean {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const next = offsets[low];
  return next !== undefined && next < end;
}

/** A text without its quotes, and a path that is spread over lines in one piece. */
function unquoted(text: string): string {
  const inner = QUOTED.exec(text)?.[2];
  return inner ?? text.replace(/\s+/g, '');
}

function isSpecifier(specifier: string): boolean {
  return (
    specifier !== '' &&
    specifier.length <= syntaxLimits.specifierLength &&
    !/[\p{Cc}]|\$\{|#\{/u.test(specifier)
  );
}
