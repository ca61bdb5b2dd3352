/**
 * What a failure lacks although no change removed it: a package that is not installed, a submodule that is
 * not checked out, or a file that only a build creates. No file of the repository is at fault then, and
 * searching for one would mislead.
 */
import { sourceText } from '../../context/index.ts';
import { folderOf } from '../paths/path-parts.ts';
import type { CodeIndex } from './code-index.ts';

/** Something missing where the tests ran. */
export type Absent = {
  readonly kind: 'package' | 'submodule' | 'build-output';
  /** The name used by the failure; for a submodule, its folder. */
  readonly name: string;
  /**
   * The line of the repository that proves it: a manifest that requires the package, or a git ignore rule.
   */
  readonly said_at?: string;
};

/** How runtimes and build tools report a missing module. */
const MISSING_MODULE =
  /(?:Cannot find (?:module|package)|No module named|cannot load such file --|Failed to resolve import|Could not resolve(?: import)?|no required module provides package) ['"]?([\w@./-]{1,200})/g;
/** How they report a missing file or folder. */
const MISSING_FILE =
  /(?:\bENOENT\b|[Nn]o such file or directory|FileNotFoundException)[^'"\n]{0,100}['"]([^'"\n]{1,400})['"]/g;
const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
  'requirements/tests.txt',
  'go.mod',
  'Gemfile',
  'composer.json',
];

/** Finds what a failure's texts say is missing; nothing if they do not say so, or the repository has it. */
export function absentHere(
  texts: readonly string[],
  index: Pick<CodeIndex, 'candidates' | 'tests' | 'read'>,
): Absent | null {
  const paths = [...index.candidates.map(({ path }) => path), ...index.tests];
  const linesOf = (path: string) => (sourceText(index.read(path) ?? new Uint8Array()) ?? '').split('\n');
  const namesIn = (pattern: RegExp) => [
    ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ];
  return (
    absentSubmodule(namesIn(MISSING_FILE).concat(namesIn(MISSING_MODULE)), paths, linesOf) ??
    absentModule(namesIn(MISSING_MODULE), paths, linesOf)
  );
}

/** A missing path inside a submodule that is not checked out. */
function absentSubmodule(
  names: readonly string[],
  paths: readonly string[],
  linesOf: (path: string) => readonly string[],
): Absent | null {
  const folders = linesOf('.gitmodules').flatMap((line) => /^\s*path\s*=\s*(\S+)\s*$/.exec(line)?.[1] ?? []);
  const folder = folders.find(
    (one) =>
      names.some((name) => `/${name}/`.includes(`/${one}/`)) &&
      !paths.some((path) => path.startsWith(`${one}/`)),
  );
  return folder === undefined ? null : { kind: 'submodule', name: folder };
}

function absentModule(
  [name, ...others]: readonly string[],
  paths: readonly string[],
  linesOf: (path: string) => readonly string[],
): Absent | null {
  // Several missing modules may have several causes, and this would name only one.
  if (name === undefined || others.length > 0) return null;
  const parts = name.split(/[./]/).filter((part) => part !== '');
  const isPath = /^[./]/.test(name);
  const [first = ''] = parts;
  const isOwn = isPath || paths.some((path) => segmentsOf(path).includes(first));
  if (!isOwn) {
    const wanted = packageName(name);
    const said = placeIn(MANIFESTS, linesOf, wanted);
    return { kind: 'package', name: wanted, ...(said !== undefined && { said_at: said }) };
  }
  const last = parts.at(-1) ?? '';
  const made = isPath ? parts.filter((part) => !/^(?:js|ts|json|mjs|cjs)$/.test(part)) : [last];
  if (paths.some((path) => segmentsOf(path).includes(last))) return null;
  const said = made
    .map((part) => placeIn(['.gitignore'], linesOf, part))
    .find((place) => place !== undefined);
  return said === undefined ? null : { kind: 'build-output', name, said_at: said };
}

/** The folder names on the way to a file, and its own name up to the first dot. */
function segmentsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [
    ...folderOf(path).split('/'),
    name.slice(0, name.indexOf('.', 1) < 0 ? undefined : name.indexOf('.', 1)),
  ];
}

/** `@scope/name/file` and `name/file` belong to `@scope/name` and `name`; `name.part` belongs to `name`. */
function packageName(name: string): string {
  const [first = '', second] = name.split('/');
  if (first.startsWith('@') && second !== undefined) return `${first}/${second}`;
  return name.includes('/') && first.includes('.') ? name : (first.split('.')[0] ?? first);
}

/** Where a file first names a word, as `path:line`. In package lists `_` and `-` are equivalent. */
function placeIn(
  files: readonly string[],
  linesOf: (path: string) => readonly string[],
  word: string,
): string | undefined {
  const pattern = new RegExp(
    `(?<![\\w-])${word.replace(/[^\w-]/g, String.raw`\$&`).replace(/[-_]/g, '[-_]')}(?![\\w-])`,
    'i',
  );
  for (const file of files) {
    const at = linesOf(file).findIndex((line) => pattern.test(line));
    if (at >= 0) return `${file}:${at + 1}`;
  }
  return undefined;
}

/** Describes in a sentence what is missing. */
export function absentWords({ kind, name, said_at }: Absent): string {
  const asked = said_at === undefined ? '' : `, which \`${said_at}\` asks for,`;
  switch (kind) {
    case 'package':
      return `the package \`${name}\`${asked} is not installed where the tests ran`;
    case 'submodule':
      return `the submodule \`${name}\` is not checked out`;
    case 'build-output':
      return `\`${name}\` is not in the repository: git ignores it (\`${said_at}\`), so a build makes it`;
  }
}

/** Describes how to provide it. */
export function absentRemedy({ kind, name, said_at }: Absent, test: string): string {
  switch (kind) {
    case 'package':
      return `install ${said_at === undefined ? `\`${name}\`` : `what \`${said_at.replace(/:\d+$/, '')}\` lists`}, and run ${test} again`;
    case 'submodule':
      return `\`git submodule update --init ${name}\`, and run ${test} again`;
    case 'build-output':
      return `build or install the project, and run ${test} again`;
  }
}
