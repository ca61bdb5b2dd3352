/** The heuristic of report: what a case came to, how sure that is, and what would settle it. */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { allBlocks, artifactOf, blockOf } from './blocks-of.ts';
import { findingOf } from './case-finding.ts';
import type { Suspect } from './light-artifacts.ts';
import { nextSteps } from './next-steps.ts';

const LONGEST_SUMMARY = 4_000;

/** Reports the case of a pack. */
export function reportCase(pack: PromptPack): Artifact {
  const finding = findingOf(pack);
  const override = artifactOf(pack, 'review')?.human_override;
  const summary = override === undefined ? finding.summary : `${override}; before that: ${finding.summary}`;
  const data = {
    case_id: blockOf(pack, 'failure')?.payload.case_id ?? '',
    defect_type: finding.defectType,
    suspects: citable(pack, finding.suspects),
    summary: summary.slice(0, LONGEST_SUMMARY).toWellFormed(),
    next_steps: nextSteps(pack, finding),
  };
  return { type: 'report', confidence: finding.confidence, data: data as unknown as Artifact['data'] };
}

/** A report cites only what it was told of; the other suspects are named without their evidence. */
function citable(pack: PromptPack, suspects: readonly Suspect[]): readonly Suspect[] {
  const told = new Set(allBlocks(pack).map(({ handle }) => handle));
  return suspects.map(({ handle, ...suspect }) =>
    handle !== undefined && told.has(handle) ? { ...suspect, handle } : suspect,
  );
}
