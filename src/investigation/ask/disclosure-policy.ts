/**
 * What each step of an investigation may see: one policy for every step of both pipelines. The consumer is
 * the node, since a step's job decides what it may know; sources that no mask opened contribute nothing.
 */
import {
  definePolicy,
  type KindDraft,
  type MaskMatrix,
  type OraclePolicy,
} from '../../disclosure/oracle/index.ts';
import { SECRET } from '../../engine/index.ts';

const failing = ['failure', 'trace'];
const printed = ['output', 'environment'];
const evidence = ['evidence', 'evidence-base'];
const trial = [
  ...['trial', 'charge', 'exhibits', 'indictment', 'discovery'],
  ...['defense_brief', 'hearing_record', 'hearing_round'],
];

/** The kinds disclosed to each node. */
const kindsAt: Readonly<Record<string, readonly string[]>> = {
  recall: [...failing, 'symptom', 'prior-cause'],
  triage: [...failing, ...printed, 'recall', 'own-reply'],
  resolve: [...failing, 'triage', 'investigate', 'remand', 'own-reply'],
  investigate: [...failing, ...evidence, 'triage', 'resolve', 'remand', 'own-reply'],
  correlate: [...failing, 'investigate', 'other-case', 'own-reply'],
  review: [
    ...failing,
    ...evidence,
    'recall',
    'prior-cause',
    'triage',
    'investigate',
    'correlate',
    'remand',
    'own-reply',
  ],
  report: [
    ...failing,
    ...evidence,
    'recall',
    'prior-cause',
    'triage',
    'investigate',
    'correlate',
    'review',
    'own-reply',
  ],
  indict: [...failing, ...evidence, 'trial', 'charge', 'exhibits'],
  // INVARIANT (raw data only): the step that looks for evidence against a conclusion does not see the
  // conclusion.
  discover: [...failing, ...printed, ...evidence, 'trial'],
  // INVARIANT (no narrative): the defense reads the charge and the exhibits, not the prosecution's prose.
  defend: [...failing, ...printed, ...evidence, 'trial', 'charge', 'exhibits', 'discovery'],
  hearing: [...failing, ...evidence, ...trial],
  verdict: [...failing, ...evidence, ...trial],
};

const maskMatrix: MaskMatrix = {
  version: 1,
  consumers: Object.fromEntries(
    Object.entries(kindsAt).map(([node, kinds]) => [
      node,
      Object.fromEntries(kinds.map((kind) => [kind, { public: 'full' as const }])),
    ]),
  ),
};

/** The policy of every step; each step adds its own directives. */
export const investigationPolicy: OraclePolicy = definePolicy({
  maskMatrix,
  ordering: { kinds: [...failing, ...printed, ...evidence] },
  budget: { tokens: 48_000 },
});

/** The kinds of facts and frames; remembered ones go to the memory channel. */
export const investigationKinds: readonly KindDraft[] = [
  ...[...failing, ...printed].map((kind) => ({ kind })),
  // No node has a row for this kind: it exists only so that the guard protects it.
  { kind: SECRET },
  ...['symptom', 'prior-cause', 'own-reply'].map((kind) => ({ kind, recall: true })),
];

/** Returns whether a kind is disclosed to a node. */
export function isToldAt(node: string, kind: string): boolean {
  return kindsAt[node]?.includes(kind) ?? false;
}
