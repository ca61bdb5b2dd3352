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

/** What a file was called in a commit, and what it is called today. */
type FileNames = { readonly then: string; readonly now: string };

/** One commit with its files under both names; a file that it renamed is there twice. */
export type NamedChange = Omit<Change, 'paths'> & { readonly names: readonly FileNames[] };

/** Makes the history from commits, newest first; merges come without files and only count. */
export function createChangeHistory(records: Iterable<CommitRecord>): ChangeHistory {
  const changes = nameChanges(createCommitHistory(records)).map(({ commit, age, names }) => ({
    commit,
    age,
    paths: [...new Set(names.map(({ now }) => now))],
  }));
  return { changes };
}

/** Finds today's names of the files of every commit. */
export function nameChanges({ commits }: CommitHistory): readonly NamedChange[] {
  const present = new Map<string, string>();
  const nameOf = (path: string) => present.get(path) ?? path;
  return commits.map(({ commit, age, files }) => {
    const names = files.flatMap((file) => {
      const now = nameOf(file.path);
      return (file.kind === 'renamed' ? [file.from, file.path] : [file.path]).map((then) => ({ then, now }));
    });
    // From here on older commits are read, in which the file had its former name.
    for (const [from, to] of moves(files)) present.set(from, nameOf(to));
    return { commit, age, names };
  });
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

/**
 * What happened to one file in a commit, as git tells it. Whoever shows a part of it to somebody cuts it here,
 * before former names are brought to today's.
 */
export type FileChange =
  | { readonly kind: 'added' | 'modified' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** A commit as git tells it; a merge comes without files. */
export interface CommitRecord {
  readonly commit: string;
  readonly files: readonly FileChange[];
}

/** A commit that touched files, and how many commits are newer. */
export interface PastCommit extends CommitRecord {
  readonly age: number;
}

/** The commits of a repository that touched files. */
export interface CommitHistory {
  readonly commits: readonly PastCommit[];
}

/** Makes the history from commits, newest first; those without files only count. */
export function createCommitHistory(records: Iterable<CommitRecord>): CommitHistory {
  const commits: PastCommit[] = [];
  let age = 0;
  for (const { commit, files } of records) {
    if (files.length > 0) commits.push({ commit, age, files });
    age++;
  }
  return { commits };
}
