/**
 * Limits a model's answer at a step of the light path by the heuristic's answer to the same pack. A model may
 * reorder, explain and doubt the evidence, and send the case back. It may not name anything the evidence does
 * not, be more confident than the evidence, or skip a step. So no instruction it has read can make it
 * conclude something from nothing.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { LightArtifactType } from './light-artifact-types.ts';
import type { LightArtifactData, Suspect } from './light-artifacts.ts';

type Data<Type extends LightArtifactType> = LightArtifactData<Type>;

/**
 * The confidence given to a ranking or approval that model and evidence disagree on; below the settled level.
 */
const CONTESTED = 0.6;

type Hold<Type extends LightArtifactType> = (said: Data<Type>, own: Data<Type>) => Data<Type>;

const holds: { readonly [Type in LightArtifactType]: Hold<Type> } = {
  recall: (said, own) => ({
    ...own,
    reasoning: said.reasoning,
    // A memory that the model does not believe becomes a hint, not a hit.
    match: own.match && said.match,
    confidence: Math.min(own.confidence, said.match ? said.confidence : own.confidence),
  }),
  triage: (said, own) => {
    // These two categories skip the search.
    const skips = (category: string) => category === 'infra' || category === 'flake';
    const isFree = skips(own.symptom_category) || !skips(said.symptom_category);
    return {
      ...own,
      ...(said.severity !== undefined && { severity: said.severity }),
      ...(said.data_quality_notes !== undefined && { data_quality_notes: said.data_quality_notes }),
      ...(isFree && {
        symptom_category: said.symptom_category,
        defect_type_hypothesis: said.defect_type_hypothesis,
      }),
      skip_investigation: own.skip_investigation && said.skip_investigation,
    };
  },
  resolve: ({ selected_repos: [first], cross_ref_strategy }, own) => ({
    ...own,
    selected_repos: own.selected_repos.map((repo) => ({ ...repo, reason: first?.reason ?? repo.reason })),
    ...(cross_ref_strategy !== undefined && { cross_ref_strategy }),
  }),
  investigate: (said, own) => {
    const suspects = orderBy(own.suspects, said.suspects, ({ handle }) => handle);
    const isContested =
      suspects[0]?.handle !== own.suspects[0]?.handle || said.defect_type !== own.defect_type;
    const convergence = Math.min(own.convergence_score, said.convergence_score);
    return {
      ...own,
      rca_message: said.rca_message,
      defect_type: said.defect_type,
      ...(said.defect_reason !== undefined && { defect_reason: said.defect_reason }),
      suspects,
      commits: orderBy(own.commits, said.commits, ({ id }) => id),
      convergence_score: isContested ? Math.min(convergence, CONTESTED) : convergence,
      evidence_refs: said.evidence_refs.length > 0 ? said.evidence_refs : own.evidence_refs,
      ...(own.answers !== undefined && { answers: said.answers?.length ? said.answers : own.answers }),
    };
  },
  correlate: (said, own) => ({
    ...own,
    reasoning: said.reasoning,
    is_duplicate: own.is_duplicate && said.is_duplicate,
    confidence: Math.min(own.confidence, said.is_duplicate ? said.confidence : own.confidence),
  }),
  review: (said, own) => {
    const { human_override: _person, loop_target, ...rest } = said;
    const isSentBack = said.decision !== 'approve';
    // The model cannot approve what the checks of the evidence send back.
    if (own.decision !== 'approve') return own;
    if (!isSentBack) return { ...own, confidence: Math.min(own.confidence, said.confidence) };
    // Only a person may overturn.
    return { ...rest, decision: 'reassess', loop_target: loop_target ?? 'investigate', binding: false };
  },
  report: (said, own) => ({
    ...own,
    summary: said.summary,
    next_steps: said.next_steps.length > 0 ? said.next_steps : own.next_steps,
    confidence: Math.min(own.confidence, said.confidence),
  }),
};

/**
 * Combines a model's output, which fits its schema, with the heuristic's artifact, so that the result rests
 * on evidence.
 */
export function holdToEvidence(type: LightArtifactType, said: CanonicalValue, own: Artifact): Artifact {
  const hold = holds[type] as unknown as (said: CanonicalValue, own: CanonicalValue) => Artifact['data'];
  const held = hold(said, { ...own.data, confidence: own.confidence ?? 0 } as CanonicalValue);
  const { confidence, ...data } = held as Artifact['data'] & { readonly confidence: number };
  return own.confidence === undefined ? { type, data } : { type, confidence, data };
}

/** Puts the named items first, in the order given; the others follow in their existing order. */
function orderBy<Item extends Suspect | Data<'investigate'>['commits'][number]>(
  own: readonly Item[],
  named: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): Item[] {
  const byKey = new Map(own.map((item) => [keyOf(item), item]));
  const first = named.flatMap((item) => {
    const key = keyOf(item);
    return (key !== undefined && byKey.get(key)) || [];
  });
  return [...new Set([...first, ...own])];
}
