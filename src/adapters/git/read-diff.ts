/**
 * Compares commits, the index and the work tree: which files differ, and how. The output is checked against
 * the request within the same run of git, so that nothing else is included, whatever changes in the meantime.
 */
import { sortByCodePoint } from '../../kernel/index.ts';
import type { DiffRequest, GitDiff, GitSpan } from '../../tools/index.ts';
import { type GitRunOptions, logSettings, type OpenedGit } from './open-git.ts';
import { withIndexCopy, withNamedCopy } from './private-copy.ts';
import { emptyTreeLike, isFullId } from './read-commits.ts';
import { silenceFilters } from './read-status.ts';
import { decodeField, splitFields } from './run-git.ts';

/** Room for the names before the patch. */
const NAMES_BYTES = 16 * 1024 * 1024;
/** How many times to ask again when a file has become a directory. */
const MAX_TRIES = 3;

const HARDENED = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--relative', '-z'];
const PATCH = [
  ...['--raw', '--patch', '--full-index', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'],
  ...['--diff-algorithm=myers', '--indent-heuristic', '--inter-hunk-context=0', '--no-function-context'],
];

/** Returns the files that differ, sorted; null if git cannot tell. */
export function comparePaths(git: OpenedGit, span: GitSpan): readonly string[] | null {
  return compare(git, span, (args, options) => {
    const printed = git.run([...args, '--name-only', '--', '.'], options);
    const paths = printed && [...splitFields(printed)].map(decodeField).filter((path) => path !== undefined);
    return paths && sortByCodePoint([...new Set(paths)]);
  });
}

/** Returns how the given files differ; null if git cannot tell. */
export async function readDiff(git: OpenedGit, request: DiffRequest): Promise<GitDiff | null> {
  const { span, contextLines, maxBytes } = request;
  return compare(git, span, async (args, options) => {
    let paths = request.paths;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Git would take an empty list of paths to mean every path.
      if (paths.length === 0) return { bytes: new Uint8Array(), isCut: false };
      const asked = [...args, ...PATCH, `--unified=${contextLines}`, '--', ...paths];
      const bounds = { ...options, maxBytes: maxBytes + NAMES_BYTES };
      const outcome = readsFiles(span)
        ? await withNamedCopy(git, paths, (copy) => git.askLater(asked, merged(bounds, copy)))
        : await git.askLater(asked, bounds);
      if (outcome === null) return null;
      const parsed = outcome.status === 0 || outcome.isCut ? parseRawDiff(outcome.stdout) : null;
      if (parsed === null) return null;
      const wanted = new Set(paths);
      const others = parsed.paths.filter((path) => path === undefined || !wanted.has(path));
      if (others.length === 0) {
        const bytes = parsed.patch.subarray(0, maxBytes);
        return { bytes, isCut: outcome.isCut || bytes.length < parsed.patch.length };
      }
      // To git a path includes everything below it: if something else is now below, the path itself is not
      // shown.
      paths = paths.filter((path) => !others.some((other) => other?.startsWith(`${path}/`)));
    }
    return null;
  });
}

type Use<Result> = (args: readonly string[], options: GitRunOptions) => Result | null;

function compare<Result>(git: OpenedGit, span: GitSpan, use: Use<Result>): Result | null {
  const sides = sidesOf(git, span);
  if (sides === null) return null;
  const isInWorkTree = readsFiles(span);
  // Examining a submodule would run git there, with the submodule's settings.
  const submodules = `--ignore-submodules=${isInWorkTree ? 'all' : 'none'}`;
  const silenced = isInWorkTree ? silenceFilters((args) => git.run(args)) : [];
  if (silenced === null) return null;
  const args = [...logSettings, ...silenced, 'diff', ...HARDENED, submodules, ...sides];
  return span.kind === 'commit'
    ? use(args, {})
    : withIndexCopy(git.places, (environment) => use(args, { environment }));
}

function readsFiles({ kind }: GitSpan): boolean {
  return kind === 'unstaged' || kind === 'since';
}

function merged(one: GitRunOptions, other: GitRunOptions): GitRunOptions {
  return { ...one, ...other, environment: { ...one.environment, ...other.environment } };
}

function sidesOf({ line }: OpenedGit, span: GitSpan): readonly string[] | null {
  // In a conflict, our side: otherwise git would compare all sides at once, in another format.
  if (span.kind === 'unstaged') return ['--ours'];
  const { commit } = span;
  if (commit !== undefined && !isFullId(commit)) return null;
  if (span.kind === 'staged') return ['--cached', ...(commit === undefined ? [] : [commit])];
  if (span.kind === 'since') return [span.commit];
  const family = line(['rev-list', '--parents', '--max-count=1', span.commit, '--'])?.split(' ');
  return family ? [family[1] ?? emptyTreeLike(span.commit), span.commit] : null;
}

const NUL = 0;
const COLON = ':'.charCodeAt(0);

/** A comparison; a path that is not valid text is undefined. */
type RawDiff = { readonly paths: readonly (string | undefined)[]; readonly patch: Uint8Array };

/**
 * Parses the paths and the patch of `git diff --raw --patch -z`: an entry and a path for each file, each
 * terminated by NUL, then a NUL and the patch. Null if the names are incomplete or malformed.
 */
function parseRawDiff(printed: Uint8Array): RawDiff | null {
  const paths: (string | undefined)[] = [];
  let position = 0;
  while (printed[position] === COLON) {
    const entryEnd = printed.indexOf(NUL, position);
    const pathEnd = entryEnd < 0 ? -1 : printed.indexOf(NUL, entryEnd + 1);
    if (pathEnd < 0) return null;
    paths.push(decodeField(printed.subarray(entryEnd + 1, pathEnd)));
    position = pathEnd + 1;
  }
  if (position === printed.length) return { paths, patch: printed.subarray(position) };
  return printed[position] === NUL ? { paths, patch: printed.subarray(position + 1) } : null;
}
