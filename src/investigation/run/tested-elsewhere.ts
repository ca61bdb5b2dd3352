/**
 * Whether the tests of a report ran at a revision other than the one checked out: the report names another
 * commit, or is older than the current one. Commits after one it names cannot have broken its tests; a date
 * rules nothing out, since what was committed later may have been in the work tree when they ran.
 */
import type { RecentChange, RecentChanges } from '../../context/index.ts';
import type { FailedTest } from '../../rca/index.ts';
import type { TestedElsewhere } from '../../record/index.ts';
import type { GitReader } from '../../tools/index.ts';

/** The names CI systems and plugins give the tested commit, without punctuation between the words. */
const COMMIT_PROPERTIES = new Set([
  ...[
    'gitcommit',
    'gitcommitid',
    'gitcommitidfull',
    'gitcommitidabbrev',
    'gitcommitsha',
    'gitsha',
    'gitrevision',
  ],
  ...['githubsha', 'cicommitsha', 'buildsourceversion', 'bitbucketcommit', 'buildkitecommit', 'circlesha1'],
  ...['traviscommit', 'dronecommitsha', 'vcsrevision', 'scmrevision', 'commitsha'],
]);
const COMMIT = /^[0-9a-f]{7,64}$/;
/** Most reports name no time zone, and clocks differ; a gap of more than a day is real in any zone. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})/;
const MOST_LATER = 1_000;

/** Returns where the failing tests ran; undefined if that may have been the current revision. */
export function testedElsewhere(
  failures: readonly FailedTest[],
  { git, revision }: { readonly git: GitReader; readonly revision: string | null },
): TestedElsewhere | undefined {
  if (revision === null) return undefined;
  const properties = failures.flatMap((test) => [...test.environment, ...test.properties]);
  const commits = new Set(
    properties.flatMap(({ name, value }) => (isOfCommit(name, value) ? [value.trim()] : [])),
  );
  // A report names a commit under several names, and for a merge request both its head and the merge result.
  if ([...commits].some((commit) => revision.startsWith(commit))) return undefined;
  const [commit] = [...commits].toSorted(
    (left, right) => right.length - left.length || (left < right ? -1 : 1),
  );
  if (commit !== undefined) return { commit };
  const moments = properties.flatMap(({ name, value }) => (name === 'timestamp' ? momentOf(value) : []));
  const date = moments.toSorted().at(-1);
  const revisionDate = date === undefined ? null : git.committedAt(revision);
  if (date === undefined || revisionDate === null || dayAfter(date) >= revisionDate) return undefined;
  return { date, revision_date: revisionDate };
}

function isOfCommit(name: string, value: string): boolean {
  const plain = name
    .toLowerCase()
    .replace(/^env\./, '')
    .replace(/[^a-z0-9]/g, '');
  return COMMIT_PROPERTIES.has(plain) && COMMIT.test(value.trim());
}

/** Anything earlier is a clock that was frozen for the tests or never set, so it is ignored. */
const FIRST_MOMENT = '2000';

/** The timestamp read as UTC, whatever zone it names; a date not in the calendar is ignored. */
function momentOf(text: string): readonly string[] {
  const [, day, time] = MOMENT.exec(text.trim()) ?? [];
  const moment = `${day}T${time}Z`;
  return Number.isNaN(Date.parse(moment)) || moment < FIRST_MOMENT ? [] : [moment];
}

function dayAfter(moment: string): string {
  return `${new Date(Date.parse(moment) + DAY_MS).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/**
 * Turns what was committed after the tested commit into changes without effect: they still shift the lines of
 * older ones. Uncommitted changes stay, because they may have been present during the tests.
 */
export function withoutLater(
  recent: RecentChanges,
  {
    elsewhere,
    git,
    revision,
  }: { readonly elsewhere: TestedElsewhere; readonly git: GitReader; readonly revision: string },
): RecentChanges {
  const { commit } = elsewhere;
  const tested = commit === undefined ? null : git.resolveRevision(commit);
  const listed =
    tested === null ? null : git.listCommits({ from: revision, until: tested, limit: MOST_LATER });
  const later = new Set(listed?.commits);
  const isLater = ({ commit: one }: RecentChange) => one !== null && later.has(one);
  const changes = recent.changes.map((change) =>
    isLater(change)
      ? { ...change, files: change.files.map((file) => ({ ...file, effect: 'inert' as const })) }
      : change,
  );
  return { ...recent, changes };
}
