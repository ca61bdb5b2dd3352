/** Correlates a case with earlier ones: finds the case that most likely shares its cause, or none. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import { type BasisPoints, cite, fromBasisPoints } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { OtherCaseBlock } from '../blocks/case-blocks.ts';
import {
  type CaseLikeness,
  compareCases,
  DUPLICATE_SIMILARITY,
  hypothesesOf,
  RELATED_SIMILARITY,
} from './compare-cases.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { productionFrames } from './own-places.ts';
import { artifactOf, blockOf, blocksOf } from './read-case-pack.ts';

type Link = CaseLikeness & { readonly other: OtherCaseBlock };

/**
 * Finds the earlier case with the same cause. A case links only to earlier ones, so links never form a cycle.
 */
export function correlateCase(pack: PromptPack): Artifact {
  const cases = blocksOf(pack, 'other-case').map(({ payload }) => payload);
  const own = ownCase(pack, cases);
  const best = own === null ? null : bestLink(own, cases);
  if (best === null || best.similarity < RELATED_SIMILARITY) {
    const reasoning = 'no earlier case of this run has enough in common';
    return correlation({ is_duplicate: false, reasoning }, best?.similarity ?? 0);
  }
  const is_duplicate = best.similarity >= DUPLICATE_SIMILARITY;
  const reasoning = `${cite(best.other.case_id)}: ${best.reason}${is_duplicate ? '' : ', which is not enough'}`;
  return correlation({ is_duplicate, linked_rca_id: best.other.case_id, reasoning }, best.similarity);
}

function bestLink(own: OtherCaseBlock, cases: readonly OtherCaseBlock[]): Link | null {
  const links = cases
    .filter(({ order, case_id }) => order < own.order && case_id !== own.case_id)
    .map((other) => ({ other, ...compareCases(own, other) }));
  links.sort((left, right) => right.similarity - left.similarity || left.other.order - right.other.order);
  return links[0] ?? null;
}

/** The case's own summary among the others; if it is missing, it is built from the pack. */
function ownCase(pack: PromptPack, cases: readonly OtherCaseBlock[]): OtherCaseBlock | null {
  const failure = blockOf(pack, 'failure')?.payload;
  if (failure === undefined) return null;
  const summed = cases.find(({ case_id }) => case_id === failure.case_id);
  if (summed !== undefined) return summed;
  const found = artifactOf(pack, 'investigate');
  const trace = blockOf(pack, 'trace')?.payload;
  const exception = trace?.exception ?? '';
  return {
    case_id: failure.case_id,
    order: Number.MAX_SAFE_INTEGER,
    test_classes: failure.tests.map(({ class_name, suite }) => class_name ?? suite),
    places: productionFrames(trace, failure).length === 0 ? [] : failure.places,
    template: failure.template,
    exception: exception === '' ? failure.type : exception,
    suspects: (found?.suspects ?? []).map(({ path }) => path),
    defect_type: found?.defect_type ?? '',
    failures: failure.count,
    hypotheses: hypothesesOf(found?.suspects ?? []),
    explained_by: '',
  };
}

function correlation(data: Omit<LightArtifactData<'correlate'>, 'confidence'>, similarity: number): Artifact {
  return {
    type: 'correlate',
    confidence: fromBasisPoints(similarity as BasisPoints),
    data: { ...data } as Artifact['data'],
  };
}
