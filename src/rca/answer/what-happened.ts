/** What a person wants to see first of a cause: what the failure said, the code at the place, and the change there. */
import type { ReportCause, ReportSuspect } from '../../record/index.ts';
import type { ChangeBlock } from '../blocks/case-blocks.ts';
import { assertionDifference } from '../case/assertion-difference.ts';
import { failureText, ownMessage } from '../case/failure-text.ts';
import { absentWords } from '../evidence/absent-here.ts';
import { type AnsweredCase, outputOf } from './answered-case.ts';

/** The part of a cause that tells what happened. */
export type WhatHappened = Pick<
  ReportCause,
  | 'world'
  | 'world_reason'
  | 'tests_are'
  | 'message'
  | 'difference'
  | 'type_reason'
  | 'change'
  | 'code'
  | 'last_green'
  | 'coverage'
  | 'absent'
  | 'owner'
>;

/** Tells what happened by the case that speaks for a cause, and the first of its suspects. */
export function whatHappened(lead: AnsweredCase, [first]: readonly ReportSuspect[]): WhatHappened {
  const { record, base, evidence } = lead;
  const texts = record.failures.map(failureText);
  // A test whose parts failed often says nothing itself.
  const failure = texts.find((text) => ownMessage(text) !== '') ?? texts[0];
  const found = outputOf(lead, 'investigate');
  const difference = failure && assertionDifference(failure);
  const held = evidence.findLast(({ block }) => block.path === first?.path)?.block;
  return {
    world: found?.world ?? 'unknown',
    world_reason: found?.world_reason ?? '',
    ...(base !== undefined && { tests_are: base.tests_are }),
    message: failure === undefined ? '' : ownMessage(failure),
    ...(difference && { difference }),
    type_reason: found?.defect_reason ?? '',
    ...(held?.change !== undefined &&
      (found?.world === 'change' || isRemembered(held.change, lead)) && {
        change: {
          commit: held.change.commit === '' ? null : held.change.commit,
          subject: held.change.subject,
          author: held.change.author,
          date: held.change.date,
          files: held.change.files,
        },
      }),
    ...(held !== undefined && held.code.length > 0 && { code: { path: held.path, lines: held.code } }),
    ...(held?.owner !== undefined && { owner: held.owner }),
    ...(base?.is_base_green && { last_green: base.base_revision }),
    ...(base?.absent && { absent: absentWords(base.absent) }),
    ...(base?.coverage && { coverage: base.coverage }),
  };
}

/** Tells whether a recalled cause was put down to a change that still is that of its place. */
function isRemembered({ commit }: Pick<ChangeBlock, 'commit'>, { recalled }: AnsweredCase): boolean {
  const known = recalled?.block.change;
  return known !== undefined && (known.commit ?? '') === commit;
}
