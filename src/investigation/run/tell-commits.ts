/** What people are told of commits that only their ids are known of: subject, author and date, without secrets. */
import type { ReportCommit } from '../../record/index.ts';
import type { RunSetting } from './run-setting.ts';

/** Who made a commit, when, and what it is called. */
export type CommitWords = Pick<ReportCommit, 'subject' | 'author' | 'date'>;

/** Looks commits up; those that are not here, as in a shallow clone, are left out. */
export function tellCommits(
  ids: readonly string[],
  { survey: { git }, secrets }: Pick<RunSetting, 'survey' | 'secrets'>,
): ReadonlyMap<string, CommitWords> {
  // One that cannot be read must not hide the others.
  const found = git.readCommits(ids) ?? ids.flatMap((id) => git.readCommits([id]) ?? []);
  return new Map(
    found.map(({ commit, message, author, date }) => {
      const [subject = ''] = message.split('\n', 1);
      return [commit, { subject: secrets.screen(subject), author: secrets.screen(author), date }];
    }),
  );
}
