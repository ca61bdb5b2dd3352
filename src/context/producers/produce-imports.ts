/** The `imports` producer: the import specifiers of a source, one per line, as written. */
import { sortByCodePoint } from '../../kernel/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import type { SymbolSource } from './find-symbols.ts';
import type { Producer } from './producer.ts';
import { partOf } from './symbol-rules.ts';
import {
  type SyntaxLanguage,
  type SyntaxNode,
  type SyntaxParser,
  type SyntaxRequest,
  syntaxLanguage,
  syntaxLimits,
  syntaxText,
} from './syntax-parser.ts';

/** The frame type for a source's imports. */
export const importsType: FrameType = {
  name: 'imports',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'imports', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Creates the imports producer. */
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

/** Nodes that are always small; an export or a call may contain a whole source. */
const WHOLE = /import|use|using|include|require/;
const GIVEN = new Set(['arguments', 'argument_list']);
const QUOTED = /^(["'`<])(.*)(["'`>])$/s;

/** Returns the specifiers of a source, deduplicated and sorted by code point. */
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

/** Enters the nodes that contain import words, whole imports, and call arguments. */
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

/** Checks whether a node contains one of the sorted offsets. */
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

/** Removes quotes, and joins a path that spans lines. */
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

type TextOf = (node: SyntaxNode) => string;

/** Returns the paths of a Rust `use`, with groups expanded. */
function pathsOfRustUse(node: SyntaxNode, textOf: TextOf): readonly string[] {
  const argument = partOf(node, 'argument');
  return argument === undefined ? [] : rustPaths(argument, '', textOf);
}

/** Returns the names of a PHP `use`, with groups expanded. */
function pathsOfPhpUse(node: SyntaxNode, textOf: TextOf): readonly string[] {
  const group = partOf(node, 'body');
  const prefix = node.children.find(({ type }) => type === 'namespace_name');
  const clauses = (group ?? node).children.filter(({ type }) => type === 'namespace_use_clause');
  const names = clauses.flatMap(({ children }) => children.find(({ field }) => field !== 'alias') ?? []);
  return names.map((name) => (prefix === undefined ? textOf(name) : `${textOf(prefix)}\\${textOf(name)}`));
}

function rustPaths(node: SyntaxNode, before: string, textOf: TextOf): readonly string[] {
  switch (node.type) {
    case 'use_list':
      return node.children
        .filter(({ type }) => !type.endsWith('comment'))
        .flatMap((part) => rustPaths(part, before, textOf));
    case 'scoped_use_list': {
      const path = partOf(node, 'path');
      const list = partOf(node, 'list');
      return list === undefined
        ? []
        : rustPaths(list, path === undefined ? before : join(before, textOf(path)), textOf);
    }
    case 'use_as_clause': {
      const path = partOf(node, 'path');
      return path === undefined ? [] : rustPaths(path, before, textOf);
    }
    case 'self':
      return [before === '' ? 'self' : before];
    default:
      return [join(before, textOf(node))];
  }
}

function join(before: string, path: string): string {
  return before === '' ? path : `${before}::${path}`;
}

/** Returns the specifiers a node imports, as written. */
type ReadImport = (node: SyntaxNode, textOf: (node: SyntaxNode) => string) => readonly string[];

/** How imports of a language are found. */
interface ImportRules {
  /** Parts of a source without these words import nothing. */
  readonly words: RegExp;
  /** Readers by node type. */
  readonly nodes: ReadonlyMap<string, ReadImport>;
}

const LOADERS = new Set(['require', 'import', 'require_relative', 'load', 'autoload', 'source', '.']);
const STRINGS = new Set(['string', 'encapsed_string', 'string_literal', 'raw_string', 'word']);

const partNamed =
  (field: string): ReadImport =>
  (node, textOf) =>
    node.children
      .filter((child) => child.field === field)
      .map((child) => textOf(partOf(child, 'name') ?? child));

/** A call of a function that loads what its first string argument names. */
const loadingCall: ReadImport = (node, textOf) => {
  const called = partOf(node, 'function') ?? partOf(node, 'method') ?? partOf(node, 'name');
  if (called === undefined || !LOADERS.has(textOf(called)) || partOf(node, 'receiver')) return [];
  const given =
    partOf(node, 'arguments')?.children ?? node.children.filter(({ field }) => field === 'argument');
  const first = given.find(({ type }) => STRINGS.has(type));
  return first === undefined ? [] : [textOf(first)];
};

const fromModule: ReadImport = (node, textOf) => {
  const module = partOf(node, 'module_name');
  if (module === undefined) return [];
  const name = textOf(module);
  // A name imported from a bare relative package is one of its modules.
  return /^\.+$/.test(name) ? partNamed('name')(node, textOf).map((part) => name + part) : [name];
};

/** A single import, or a group in parentheses. */
const goImports: ReadImport = (node, textOf) =>
  node.children.flatMap((child) =>
    child.type === 'import_spec' ? partNamed('path')(child, textOf) : goImports(child, textOf),
  );
const javaImport: ReadImport = (node, textOf) => [node.children.filter(isNoComment).map(textOf).join('.')];
const lastChild: ReadImport = (node, textOf) => node.children.filter(isNoComment).slice(-1).map(textOf);
const includedFile: ReadImport = (node, textOf) => {
  const strings = node.children
    .flatMap((child) => [child, ...child.children])
    .filter(({ type }) => STRINGS.has(type));
  return strings.slice(-1).map(textOf);
};

const javascript = rules(/\b(?:import|require|export)\b/g, {
  'import_statement export_statement import_require_clause': partNamed('source'),
  call_expression: loadingCall,
});
const cpp = rules(/#\s*include\b|\bimport\b/g, {
  preproc_include: partNamed('path'),
  import_declaration: partNamed('name'),
});

/** Import rules by language. */
const importRules: Readonly<Record<SyntaxLanguage, ImportRules>> = {
  bash: rules(/\bsource\b|(?<!\S)\.(?=\s)/g, { command: loadingCall }),
  c: cpp,
  cpp,
  csharp: rules(/\busing\b/g, { using_directive: lastChild }),
  go: rules(/\bimport\b/g, { import_declaration: goImports }),
  java: rules(/\bimport\b/g, { import_declaration: javaImport }),
  javascript,
  php: rules(/\b(?:use|require|require_once|include|include_once)\b/gi, {
    namespace_use_declaration: pathsOfPhpUse,
    'require_expression require_once_expression include_expression include_once_expression': includedFile,
  }),
  python: rules(/\bimport\b/g, {
    import_statement: partNamed('name'),
    import_from_statement: fromModule,
    future_import_statement: () => ['__future__'],
  }),
  ruby: rules(/\b(?:require|require_relative|load|autoload)\b/g, { call: loadingCall }),
  rust: rules(/\b(?:use|mod|extern)\b/g, {
    use_declaration: pathsOfRustUse,
    extern_crate_declaration: partNamed('name'),
    mod_item: (node, textOf) => (partOf(node, 'body') ? [] : partNamed('name')(node, textOf)),
  }),
  tsx: javascript,
  typescript: javascript,
};

function rules(words: RegExp, nodes: Readonly<Record<string, ReadImport>>): ImportRules {
  const entries = Object.entries(nodes).flatMap(([types, read]) =>
    types.split(' ').map((type) => [type, read] as const),
  );
  return { words, nodes: new Map(entries) };
}

function isNoComment({ type }: SyntaxNode): boolean {
  return !type.endsWith('comment');
}
