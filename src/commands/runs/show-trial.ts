/** The adversarial reviews of a case as a person reads them: what was claimed, what spoke against it, and what was decided. */
import { readDetail, readOutcome, readTrialRecord } from '../../court/index.ts';
import type { OpenLedgerOptions } from '../../engine/index.ts';
import { courtSubjectOf, findRun, withRuns } from '../../investigation/run/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { openJournal, readRun, walksOf } from '../../pipeline/index.ts';
import { requireCase, type TrialDocument } from '../../report/index.ts';

/** Returns the trials of a case, in their order; throws where it was not tried. */
export async function showTrials(
  options: OpenLedgerOptions & { readonly run: string; readonly case: string },
): Promise<readonly TrialDocument[]> {
  return withRuns({ ...options, create: false }, async ({ store, ...ledger }) => {
    const run = await findRun(store, options.run);
    const { id, steps } = requireCase(await readRun(store, run), options.case);
    const { progress } = await openJournal({ store, ...ledger }, { run, case: id });
    const subject = courtSubjectOf(id, progress);
    const held = walksOf(progress).filter(({ pipeline }) => pipeline === 'court');
    if (held.length === 0 || subject === null)
      throw new PenumbraError('usage', `${id} was not contested, so there is no review to show`, {
        hint: 'uncertain conclusions are; penumbra show <run> lists the steps of each case',
      });
    const seatOf = (node: string) => steps.findLast((step) => step.node === node)?.agent?.name ?? '';
    return held.map(({ pass, state }): TrialDocument => {
      const { indictment, discovery, brief, hearing, verdict } = readTrialRecord(state.outputs);
      const { exhibits } = readDetail(state);
      const { decision, reason, gapBrief } = readOutcome(subject, state);
      return {
        case: id,
        pass,
        seats: {
          claim: seatOf('indict'),
          rebuttal: seatOf('defend'),
          check: seatOf('hearing'),
          decision: seatOf('verdict'),
        },
        charge: {
          defect_type: indictment?.charged_defect_type ?? 'to_investigate',
          ...(indictment?.charged_location !== undefined && { location: indictment.charged_location }),
          strength: indictment?.confidence ?? 0,
        },
        exhibits: exhibits.map(({ index, handle, class: kind, weight, struck }) => ({
          index,
          handle,
          class: kind,
          weight,
          struck,
          description: (indictment?.evidence[index] ?? discovery?.further_evidence[index])?.description ?? '',
        })),
        checks: (discovery?.checks ?? []).map(({ name, result }) => ({ name, result })),
        challenges: (brief?.challenges ?? []).map((challenge) => ({
          exhibit: challenge.evidence_index,
          challenge: challenge.challenge,
          severity: challenge.severity,
          stands: exhibits[challenge.evidence_index]?.struck === false,
        })),
        ...(brief?.alternative_hypothesis !== undefined && { alternative: brief.alternative_hypothesis }),
        rounds: (hearing?.rounds ?? []).map(({ round, judge_notes, gap }) => ({
          round,
          notes: judge_notes,
          gap,
        })),
        decision: decision ?? 'mistrial',
        ...(reason !== undefined && { reason }),
        reasoning: verdict?.reasoning ?? '',
        ...(decision === 'amend' &&
          verdict?.final_location !== undefined && { held: verdict.final_location }),
        questions: verdict?.remand_feedback?.specific_questions ?? [],
        gaps: (gapBrief?.gaps ?? []).map(({ description, suggested_action }) => ({
          description,
          suggested_action,
        })),
      };
    });
  });
}
