/**
 * The `changes` producer: recent changes by file and hunk. Each commit's changes are stored in the ledger
 * under its id, so git is only asked for new commits; uncommitted changes are read every time.
 */
import { cite, limits, PenumbraError } from '../../kernel/index.ts';
import { basisIdFor, type FrameDraft, type Ledger } from '../../ledger/index.ts';
import { ROOT_PATH } from '../scan/tree-ids.ts';
import { effectOf } from './change-effect.ts';
import { type FileChange, type NamedChange, nameChanges } from './change-history.ts';
import {
  CHANGES_AGENT,
  type CommitChange,
  commitChangeBasis,
  commitChangeType,
  decodeCommitChange,
  encodeCommitChange,
} from './commit-change-frame.ts';
import { findProduced, keepProduced } from './keep-produced.ts';
import {
  type ChangeBase,
  type ChangedFile,
  type CommitDiff,
  type CommitList,
  changeLimits,
  type DiffBatch,
  type DiffSource,
  type RecentChange,
  type RecentChanges,
} from './recent-changes.ts';
import { findDiffSecrets, screenDiff, withoutCutWords } from './screen-diff.ts';
import type { SecretScanner } from './wrapped-secrets.ts';

/** Which changes to read. */
export type ChangesInput = {
  /** The full id of the newest commit; null if there is none yet. */
  readonly revision: string | null;
  /** Where the changes begin; null if unknown. */
  readonly base: ChangeBase | null;
  /** How many commits to read; defaults to the documented limit. */
  readonly limit?: number;
  /** Whether to include uncommitted changes; defaults to true. */
  readonly hasUncommitted?: boolean;
  readonly git: DiffSource;
  /** Removes secrets from everything returned or stored; without it, texts are unchanged. */
  readonly scanner?: SecretScanner | undefined;
};

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Commits per git call, as the bytes of all their files are held in memory. */
const COMMITS_AT_ONCE = 25;
/** What a commit's frame depends on besides the commit. */
type ChangePlace = { readonly folder: string; readonly scanner: SecretScanner | undefined };

const NO_COMMITS: CommitList = { commits: [], merges: new Set(), isCut: false, folder: '' };

/** Returns the newest changes, asking git only for commits not read before; null if git fails. */
export async function produceChanges(ledger: Ledger, input: ChangesInput): Promise<RecentChanges | null> {
  requireInput(input);
  const { revision, base, git, hasUncommitted = true, scanner } = input;
  const limit = input.limit ?? (base === null ? changeLimits.commits : changeLimits.commitsAfterBase);
  const until = base === null ? {} : { until: base.commit };
  const list = revision === null ? NO_COMMITS : git.listCommits({ from: revision, limit, ...until });
  const committed = list && (await readCommits(ledger, list, { git, scanner }));
  const uncommitted = hasUncommitted ? git.readUncommitted() : { diffs: [], blobs: new Map() };
  if (!list || !committed || !uncommitted) return null;
  // Commits without changes, such as most merges, are stored but not reported.
  const changes = [...judged(uncommitted, scanner), ...committed].filter(({ files }) => files.length > 0);
  return { changes: underPresentNames(changes), base, isCut: list.isCut };
}

/** Reads stored commits, asks git for the rest, and stores complete ones. */
async function readCommits(
  ledger: Ledger,
  { commits, merges, folder }: CommitList,
  { git, scanner }: Pick<ChangesInput, 'git' | 'scanner'>,
): Promise<readonly CommitChange[] | null> {
  const place = { folder, scanner };
  const known = await readBack(ledger, commits, place);
  const missing = commits.filter((commit) => !known.has(commit) && !merges.has(commit));
  const merged = git.readMerges([...merges].filter((commit) => !known.has(commit)));
  const ofMerges = judged({ diffs: merged, blobs: new Map() }, scanner).map(
    (change) => ({ ...change, isMerge: true }) as const,
  );
  for (const change of ofMerges) if (change.commit !== null) known.set(change.commit, change);
  await keep(ledger, ofMerges, place);
  for (let start = 0; start < missing.length; start += COMMITS_AT_ONCE) {
    const batch = git.readDiffs(missing.slice(start, start + COMMITS_AT_ONCE));
    if (batch === null) return null;
    const changes = judged(batch, scanner);
    for (const change of changes) if (change.commit !== null) known.set(change.commit, change);
    await keep(
      ledger,
      changes.filter((_, index) => batch.diffs[index]?.isWhole),
      place,
    );
  }
  return commits.flatMap((commit) => known.get(commit) ?? []);
}

async function readBack(
  { store }: Ledger,
  commits: readonly string[],
  place: ChangePlace,
): Promise<Map<string, CommitChange>> {
  const bases = new Map(
    commits.map((commit) => [basisIdFor(commitChangeBasis({ commit, ...place })), commit]),
  );
  const produced = { type: commitChangeType.name, agent: CHANGES_AGENT };
  const found = await findProduced(store, produced, [...bases.keys()]);
  const known = new Map<string, CommitChange>();
  for (const [basis, content] of found) {
    const change = decodeCommitChange(content);
    if (change?.commit && change.commit === bases.get(basis)) known.set(change.commit, change);
  }
  return known;
}

async function keep(ledger: Ledger, changes: readonly CommitChange[], place: ChangePlace): Promise<void> {
  const drafts = changes.flatMap(({ commit, ...change }): FrameDraft[] => {
    const content = commit === null ? null : encodeCommitChange({ ...change, commit });
    // Canonical JSON is ASCII, so its length is its size in bytes.
    if (commit === null || content === null || content.length > limits.objectBytes) return [];
    const subject = { kind: 'node', id: ROOT_PATH } as const;
    const basis = commitChangeBasis({ commit, ...place });
    return [{ subject, type: commitChangeType.name, agent: CHANGES_AGENT, basis, content }];
  });
  await keepProduced(ledger, drafts);
}

function judged({ diffs, blobs }: DiffBatch, scanner: SecretScanner | undefined): readonly CommitChange[] {
  return diffs.map((diff) => {
    if (scanner === undefined) return judgedChange(diff, blobs);
    const whole = withoutCutWords(diff);
    return screenDiff(judgedChange(whole, blobs), findDiffSecrets(scanner, whole, blobs));
  });
}

function judgedChange(diff: CommitDiff, blobs: DiffBatch['blobs']): CommitChange {
  const { commit, subject, author, date, leftOut } = diff;
  const files = diff.files.map((file): ChangedFile => {
    const { path, from, kind, hunks, isCut } = file;
    const effect = effectOf(file, blobs);
    return { path, ...(from !== undefined && { from }), kind, effect, hunks, isCut };
  });
  return { commit, subject, author, date, files, ...(leftOut > 0 && { leftOut }) };
}

/** Converts changes, newest first, to current file names. */
function underPresentNames(changes: readonly CommitChange[]): readonly RecentChange[] {
  const commits = changes.map(({ commit, files }, age) => ({
    commit: commit ?? '',
    age,
    files: files.map(fileChange),
  }));
  const named = nameChanges({ commits });
  return changes.map((change, position) => {
    const present = presentNames(named[position]);
    const files = change.files.map((file): ChangedFile => {
      const path = present.get(file.path) ?? file.path;
      const from = file.from ?? (path === file.path ? undefined : file.path);
      return { ...file, path, ...(from !== undefined && { from }) };
    });
    return { ...change, position, files };
  });
}

function presentNames(change: NamedChange | undefined): ReadonlyMap<string, string> {
  return new Map(change?.names.map(({ then, now }) => [then, now]));
}

function fileChange({ kind, path, from }: ChangedFile): FileChange {
  if (kind === 'renamed' && from !== undefined) return { kind, path, from };
  return { kind: kind === 'added' || kind === 'deleted' ? kind : 'modified', path };
}

function requireInput({ revision, base, limit = 1 }: ChangesInput): void {
  for (const commit of [revision, base?.commit ?? null]) {
    if (commit === null || COMMIT.test(commit)) continue;
    throw new PenumbraError('usage', `${cite(commit)} is not the id of a commit`, {
      hint: 'name it by all its hex digits; a branch would name another commit tomorrow',
    });
  }
  if (Number.isSafeInteger(limit) && limit >= 0) return;
  throw new PenumbraError('usage', 'the number of commits is not a whole number', {
    hint: 'leave it out, or write how many commits to look at',
  });
}
