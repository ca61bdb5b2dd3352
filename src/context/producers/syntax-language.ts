/** The programming languages whose sources are parsed, told by a file's extension. */
import { sourceExtension } from './source-syntax.ts';

/** Every parsed language with the extensions of its files. */
const extensions = {
  bash: 'sh bash',
  c: 'c h',
  cpp: 'cc cpp cxx hh hpp hxx',
  csharp: 'cs',
  go: 'go',
  java: 'java',
  javascript: 'js jsx mjs cjs',
  php: 'php',
  python: 'py pyi',
  ruby: 'rb rake gemspec',
  rust: 'rs',
  tsx: 'tsx',
  typescript: 'ts mts cts',
} as const;

/** A language that a parser knows. */
export type SyntaxLanguage = keyof typeof extensions;

/** The parsed languages. */
export const syntaxLanguages = Object.keys(extensions) as readonly SyntaxLanguage[];

const byExtension: ReadonlyMap<string, SyntaxLanguage> = new Map(
  syntaxLanguages.flatMap((language) =>
    extensions[language].split(' ').map((extension) => [extension, language] as const),
  ),
);

/** Returns the language of a file's path, or nothing where files of such a name are not parsed. */
export function syntaxLanguage(path: string): SyntaxLanguage | undefined {
  return byExtension.get(sourceExtension(path) ?? '');
}
