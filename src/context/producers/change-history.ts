/**
 * Who changed what with what: the repository's commits as data, with paths as they are called today. Positions in the
 * history are counted in commits from the newest, never in time.
 */

/** One commit: how many commits are newer, and the files it touched under their present names. */
export interface Change {
  readonly commit: string;
  readonly age: number;
  readonly paths: readonly string[];
}

/** The history of a repository. */
export interface ChangeHistory {
  readonly changes: readonly Change[];
}

/** What happened to one file in a commit, as git tells it. */
export type FileChange =
  | { readonly kind: 'added' | 'modified' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** A commit as git tells it, before its paths are brought to today's names. */
export interface CommitRecord {
  readonly commit: string;
  readonly files: readonly FileChange[];
}

/** Makes the history from commits, newest first; merges come without files and only count. */
export function createChangeHistory(commits: Iterable<CommitRecord>): ChangeHistory {
  const present = new Map<string, string>();
  const nameOf = (path: string) => present.get(path) ?? path;
  const changes: Change[] = [];
  let age = 0;
  for (const { commit, files } of commits) {
    const paths = new Set(files.map(({ path }) => nameOf(path)));
    if (paths.size > 0) changes.push({ commit, age, paths: [...paths] });
    age++;
    // From here on older commits are read, in which the file had its former name.
    for (const [from, to] of moves(files)) present.set(from, nameOf(to));
  }
  return { changes };
}

/**
 * Former and later paths of a commit. Git finds equal files; a file that left one folder and came up in another under
 * the same name was moved too, though its text changed on the way.
 */
function moves(files: readonly FileChange[]): [string, string][] {
  const found: [string, string][] = [];
  const deleted = new Map<string, string | undefined>();
  for (const file of files) {
    if (file.kind === 'renamed') found.push([file.from, file.path]);
    // A name that left two folders tells nothing.
    if (file.kind === 'deleted')
      deleted.set(baseName(file.path), deleted.has(baseName(file.path)) ? undefined : file.path);
  }
  const added = new Set<string>();
  for (const file of files) {
    if (file.kind !== 'added') continue;
    const name = baseName(file.path);
    const from = deleted.get(name);
    if (from === undefined || added.has(name)) continue;
    added.add(name);
    found.push([from, file.path]);
  }
  return found;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
