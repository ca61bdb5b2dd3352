/** The sources of tests, read and cut into tokens once for a case however many of its failures stand in them. */

import { lexSource, type SourceToken, sourceSyntax, sourceText } from '../../context/index.ts';
import type { CodeIndex } from './code-index.ts';

/** Reads sources of tests and remembers them. */
export interface TestFiles {
  /** Returns a file's text, empty where it cannot be read. */
  text(path: string): string;
  tokens(path: string): readonly SourceToken[];
}

/** Opens the test files of a repository for one case. */
export function createTestFiles({ read }: Pick<CodeIndex, 'read'>): TestFiles {
  const texts = new Map<string, string>();
  const tokens = new Map<string, readonly SourceToken[]>();
  const text = (path: string) =>
    remembered(texts, path, () => {
      const bytes = read(path);
      return (bytes && sourceText(bytes)) ?? '';
    });
  return {
    text,
    tokens: (path) =>
      remembered(tokens, path, () => {
        const syntax = sourceSyntax(path);
        return syntax === undefined ? [] : lexSource(text(path), syntax);
      }),
  };
}

function remembered<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
