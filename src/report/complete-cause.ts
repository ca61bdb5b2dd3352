/** Causes as views read them: what documents of older versions do not say is filled in as unknown. */
import type { ReportCause, ReportCommit } from '../record/index.ts';

/** What a document of an older version may lack. */
type LateKey = 'world' | 'world_reason' | 'message' | 'type_reason';

/** A cause as a document of any version has it. */
type RecordedCause = Omit<ReportCause, LateKey | 'commits'> &
  Partial<Pick<ReportCause, LateKey>> & {
    readonly commits: readonly (Pick<ReportCommit, 'id' | 'score'> & Partial<ReportCommit>)[];
  };

/** Returns the causes of a document with every field that views rely on. */
export function completeCauses(causes: readonly RecordedCause[]): readonly ReportCause[] {
  return causes.map((cause) => ({
    ...cause,
    world: cause.world ?? 'unknown',
    world_reason: cause.world_reason ?? '',
    message: cause.message ?? '',
    type_reason: cause.type_reason ?? '',
    commits: cause.commits.map(({ id, score, subject = '', author = '', date = '' }) => ({
      id,
      score,
      subject,
      author,
      date,
    })),
  }));
}
