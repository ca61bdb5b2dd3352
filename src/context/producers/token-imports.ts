/**
 * What a source imports and where it belongs, found from its tokens: the specifiers as they are written, each once and
 * in order, and the package or namespace it names itself in. What they mean is for whoever knows the other files.
 */
import { readJvmImports, readNetImports, readPhpImports } from './dotted-imports.ts';
import { readGoImports } from './go-imports.ts';
import type { ReadImports } from './import-sink.ts';
import type { SourceToken } from './lex-source.ts';
import { producerLimits } from './producer-limits.ts';
import { readPythonImports } from './python-imports.ts';
import { readRustImports } from './rust-imports.ts';
import { readIncludes, readRubyImports, readScriptImports } from './script-imports.ts';
import { sourceExtension } from './source-syntax.ts';

/** What a source imports, and its package or namespace, empty where it names none. */
export type TokenImports = { readonly imports: readonly string[]; readonly namespace: string };

const families: readonly (readonly [ReadImports, string])[] = [
  [readJvmImports, 'java kt kts scala groovy'],
  [readNetImports, 'cs'],
  [readPhpImports, 'php'],
  [readGoImports, 'go'],
  [readRustImports, 'rs'],
  [readPythonImports, 'py pyx pyi'],
  [readRubyImports, 'rb'],
  [readIncludes, 'c h cc cpp cxx hh hpp hxx m mm'],
];

const byExtension = new Map(
  families.flatMap(([read, extensions]) => extensions.split(' ').map((extension) => [extension, read])),
);

const UNKEPT = /[\s\p{Cc}\p{Cs}]/u;

/** Reads the imports of a source; languages without rules of their own are read like JavaScript. */
export function tokenImports(path: string, tokens: readonly SourceToken[]): TokenImports {
  const found = new Set<string>();
  let namespace = '';
  const read = byExtension.get(sourceExtension(path) ?? '') ?? readScriptImports;
  read(tokens, {
    add(specifier) {
      if (found.size < producerLimits.imports && isKept(specifier)) found.add(specifier);
    },
    enter(name) {
      if (namespace === '' && isKept(name)) namespace = name;
    },
  });
  return { imports: [...found], namespace };
}

function isKept(specifier: string): boolean {
  return specifier !== '' && specifier.length <= producerLimits.specifierLength && !UNKEPT.test(specifier);
}
