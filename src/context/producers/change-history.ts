/**
 * Which commits changed which files together, with paths under their current names. Positions in the history
 * are counted in commits from the newest, not in time.
 */

/** A commit: the number of newer commits, and its files under their current names. */
export interface Change {
  readonly commit: string;
  readonly age: number;
  readonly paths: readonly string[];
}

/** The history of a repository. */
export interface ChangeHistory {
  readonly changes: readonly Change[];
}

/** A file's name in a commit and its current name. */
type FileNames = { readonly then: string; readonly now: string };

/** A commit with its files under both names; a file it renamed is listed twice. */
export type NamedChange = Omit<Change, 'paths'> & { readonly names: readonly FileNames[] };

/** Builds the history from commits, newest first; merges have no files and are only counted. */
export function createChangeHistory(records: Iterable<CommitRecord>): ChangeHistory {
  const changes = nameChanges(createCommitHistory(records)).map(({ commit, age, names }) => ({
    commit,
    age,
    paths: [...new Set(names.map(({ now }) => now))],
  }));
  return { changes };
}

/** Finds the current names of the files of every commit. */
export function nameChanges({ commits }: CommitHistory): readonly NamedChange[] {
  const present = new Map<string, string>();
  const nameOf = (path: string) => present.get(path) ?? path;
  return commits.map(({ commit, age, files }) => {
    const names = files.flatMap((file) => {
      const now = nameOf(file.path);
      return (file.kind === 'renamed' ? [file.from, file.path] : [file.path]).map((then) => ({ then, now }));
    });
    // Commits after this one in the list are older, and use the former name.
    for (const [from, to] of moves(files)) present.set(from, nameOf(to));
    return { commit, age, names };
  });
}

/**
 * The old and new paths of moved files in a commit. Git detects equal files; a file that disappears from one
 * folder and appears in another under the same name also counts as moved, even if its text changed.
 */
function moves(files: readonly FileChange[]): [string, string][] {
  const found: [string, string][] = [];
  const deleted = new Map<string, string | undefined>();
  for (const file of files) {
    if (file.kind === 'renamed') found.push([file.from, file.path]);
    // A name deleted from two folders is ambiguous.
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

/**
 * What git reports for one file in a commit. If only part of a history may be shown, filter it here, before
 * names are updated.
 */
export type FileChange =
  | { readonly kind: 'added' | 'modified' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** A commit as reported by git; merges have no files. */
export interface CommitRecord {
  readonly commit: string;
  readonly files: readonly FileChange[];
}

/** A commit that touched files, and the number of newer commits. */
export interface PastCommit extends CommitRecord {
  readonly age: number;
}

/** The commits of a repository that touched files. */
export interface CommitHistory {
  readonly commits: readonly PastCommit[];
}

/** Builds the history from commits, newest first; those without files are only counted. */
export function createCommitHistory(records: Iterable<CommitRecord>): CommitHistory {
  const commits: PastCommit[] = [];
  let age = 0;
  for (const { commit, files } of records) {
    if (files.length > 0) commits.push({ commit, age, files });
    age++;
  }
  return { commits };
}
