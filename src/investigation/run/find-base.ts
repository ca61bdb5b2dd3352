/**
 * Finds the base of the changes to examine: the revision a person calls good, else the last one the ledger
 * saw green, else the one a CI system names, else where the work branched off main. Only a revision at which
 * the tests are known to have passed is called green.
 */
import type { ChangeBase } from '../../context/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { GitReader } from '../../tools/index.ts';

/** The clues to the base of the changes. */
export type BaseOptions = {
  /** A revision at which the tests passed, as given by a person. */
  readonly good?: string | undefined;
  /** The newest revision at which the ledger saw all failing tests pass. */
  readonly lastGreen?: string | undefined;
  readonly environment: { readonly [name: string]: string | undefined };
};

/** The variables in which CI systems name a base: a commit, or the branch to be merged into. */
const variables: readonly {
  readonly name: string;
  readonly kind: 'commit' | 'branch';
  readonly isGreen?: true;
}[] = [
  // Set explicitly, for CI systems not listed here
  { name: 'PENUMBRA_BASE', kind: 'commit' },
  // Jenkins
  { name: 'GIT_PREVIOUS_SUCCESSFUL_COMMIT', kind: 'commit', isGreen: true },
  { name: 'CHANGE_TARGET', kind: 'branch' },
  // GitHub Actions
  { name: 'GITHUB_BASE_REF', kind: 'branch' },
  // GitLab
  { name: 'CI_MERGE_REQUEST_DIFF_BASE_SHA', kind: 'commit' },
  { name: 'CI_COMMIT_BEFORE_SHA', kind: 'commit' },
  // Azure Pipelines, Bitbucket, Buildkite
  { name: 'SYSTEM_PULLREQUEST_TARGETBRANCH', kind: 'branch' },
  { name: 'BITBUCKET_PR_DESTINATION_COMMIT', kind: 'commit' },
  { name: 'BUILDKITE_PULL_REQUEST_BASE_BRANCH', kind: 'branch' },
];

/**
 * Finds the base of the changes, or returns null if there is no clue; a revision named by a person must
 * exist.
 */
export function findBase(git: GitReader, head: string, options: BaseOptions): ChangeBase | null {
  const { good, lastGreen, environment } = options;
  if (good !== undefined) return { commit: requireGood(git, head, good), isGreen: true, source: 'good' };
  // Tests that passed at this very commit leave only the uncommitted changes.
  if (lastGreen !== undefined && (lastGreen === head || isBefore(git, lastGreen, head)))
    return { commit: lastGreen, isGreen: true, source: 'ledger' };
  for (const { name, kind, isGreen = false } of variables) {
    const commit = namedBase(git, head, { value: environment[name] ?? '', kind });
    if (commit !== null && isBefore(git, commit, head)) return { commit, isGreen, source: 'ci' };
  }
  const fork = git.mergeBase(head);
  return fork !== null && isBefore(git, fork, head)
    ? { commit: fork, isGreen: false, source: 'merge-base' }
    : null;
}

function requireGood(git: GitReader, head: string, good: string): string {
  const commit = git.resolveRevision(good);
  if (commit === null)
    throw new PenumbraError('usage', `${cite(good)} is not a revision of this repository`, {
      hint: 'name a commit, branch or tag that is here; in a shallow clone fetch it first',
    });
  if (commit === head || isBefore(git, commit, head)) return commit;
  throw new PenumbraError('usage', `${cite(good)} is not an ancestor of the current revision`, {
    hint: 'name a commit that the current one descends from',
  });
}

function isBefore(git: GitReader, commit: string, head: string): boolean {
  return commit !== head && git.isAncestor({ commit, later: head });
}

/** For a new branch, CI systems give zeros in place of a commit. */
function namedBase(
  git: GitReader,
  head: string,
  { value, kind }: { readonly value: string; readonly kind: 'commit' | 'branch' },
): string | null {
  if (value === '' || /^0+$/.test(value)) return null;
  if (kind === 'commit') return git.resolveRevision(value);
  const branch = value.replace(/^refs\/heads\//, '');
  const tip = git.resolveRevision(`origin/${branch}`) ?? git.resolveRevision(branch);
  // The branch may have advanced since the work left it.
  return tip && git.mergeBase(head, tip);
}
