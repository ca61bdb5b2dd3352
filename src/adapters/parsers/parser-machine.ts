/**
 * One instance of the parser's WebAssembly with the grammars it was asked for. Its memory is bounded; an instance that
 * ran out of it is dead for good, and a fresh one is made in its place.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as treeSitter from '@vscode/tree-sitter-wasm';
import type { SyntaxLanguage } from '../../context/index.ts';
import { parserLimits } from './parser-limits.ts';
import { WasmMemory } from './web-assembly.ts';

/** A parser that is loaded. */
export type ParserMachine = {
  /** Makes a parser of a language; the grammar is loaded with the first. */
  createParser(language: SyntaxLanguage): Promise<treeSitter.Parser>;
};

/** What the type declarations of the package leave out. */
type StartOptions = NonNullable<Parameters<typeof treeSitter.Parser.init>[0]> & {
  readonly wasmMemory: object;
  print(line: string): void;
  printErr(line: string): void;
};

const GRAMMARS: Readonly<Partial<Record<SyntaxLanguage, string>>> = { c: 'cpp', csharp: 'c-sharp' };

const load = createRequire(import.meta.url);

/** Loads the parser anew, with a memory of its own. */
export async function openParserMachine(): Promise<ParserMachine> {
  const file = load.resolve('@vscode/tree-sitter-wasm');
  // The module holds its instance in itself, and only a fresh module has a fresh one.
  delete load.cache[file];
  const { Language, Parser } = load(file) as typeof treeSitter;
  const folder = dirname(file);
  await Parser.init(startOptions(folder));
  const grammars = new Map<string, Promise<treeSitter.Language>>();
  return {
    async createParser(language) {
      const grammar = GRAMMARS[language] ?? language;
      const loading = grammars.get(grammar) ?? Language.load(join(folder, `tree-sitter-${grammar}.wasm`));
      grammars.set(grammar, loading);
      return new Parser().setLanguage(await loading);
    },
  };
}

function startOptions(folder: string): StartOptions {
  const { firstPages, mostPages } = parserLimits;
  // What it prints when it runs out of memory would stand among the output of a command.
  const silence = () => {};
  return {
    locateFile: (name) => join(folder, name),
    wasmMemory: new WasmMemory({ initial: firstPages, maximum: mostPages }),
    print: silence,
    printErr: silence,
  };
}
