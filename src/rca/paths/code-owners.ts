/**
 * The owners of a file according to the CODEOWNERS file used by GitHub, GitLab and others: the last line that
 * matches a path decides.
 */
import { type IgnorePattern, parseIgnoreFile, toByteText } from '../../context/index.ts';

/** Returns the owners of a path as written in the file; undefined if it has none. */
export type OwnersOf = (path: string) => string | undefined;

/** Where the file may be, in the order in which hosts look for it. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];
const LARGEST_BYTES = 3 * 1024 * 1024;
/** A pattern, in which a backslash escapes a space, then the owners, up to a comment. */
const LINE = /^((?:\\.|[^\s\\])+)\s*((?:[^\s#]\S*\s*)*)/;
const SECTION = /^\^?\[/;

type Rule = { readonly pattern: IgnorePattern; readonly isFlat: boolean; readonly owners: string };

export function createOwnersOf(read: (path: string) => Uint8Array | undefined): OwnersOf {
  let rules: readonly Rule[] | undefined;
  return (path) => {
    rules ??= readRules(read);
    const rule = rules.findLast((one) => fits(one, path));
    return rule === undefined || rule.owners === '' ? undefined : rule.owners;
  };
}

function readRules(read: (path: string) => Uint8Array | undefined): readonly Rule[] {
  for (const place of PLACES) {
    const bytes = read(place);
    if (bytes === undefined) continue;
    return bytes.length > LARGEST_BYTES ? [] : parseRules(new TextDecoder().decode(bytes));
  }
  return [];
}

function parseRules(text: string): readonly Rule[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('#') || SECTION.test(trimmed)) return [];
    const [, stated = '', owners = ''] = LINE.exec(trimmed) ?? [];
    return parseIgnoreFile(toByteText(stated)).map((pattern) => ({
      pattern,
      isFlat: stated.endsWith('/*'),
      owners: owners.trim().replace(/\s+/g, ' '),
    }));
  });
}

/** A folder's owners own everything in it; `docs/*` means the files of one folder and none below. */
function fits({ pattern, isFlat }: Rule, path: string): boolean {
  const parts = toByteText(path).split('/');
  return parts.some((name, at) => {
    const isDirectory = at < parts.length - 1;
    if (isFlat && isDirectory) return false;
    return pattern.matches({ path: parts.slice(0, at + 1).join('/'), name, isDirectory });
  });
}
