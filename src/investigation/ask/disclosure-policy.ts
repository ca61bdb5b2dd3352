/**
 * Who is told what in an investigation: one policy for every step of both pipelines. The consumer is the node, for what
 * a step may know follows from what it is to do; sources that no mask opened bring nothing to disclose.
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

/** The kinds each node is told of. */
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
  // INVARIANT (raw data only): whoever looks for what speaks against a conclusion is not told the conclusion.
  discover: [...failing, ...printed, ...evidence, 'trial'],
  // INVARIANT (no narrative): whoever defends reads the charge and the exhibits, not what the prosecution wrote.
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

/** The policy of every step; a step adds its directives. */
export const investigationPolicy: OraclePolicy = definePolicy({
  maskMatrix,
  ordering: { kinds: [...failing, ...printed, ...evidence] },
  budget: { tokens: 48_000 },
});

/** The kinds of facts and frames; what is remembered goes to the memory channel. */
export const investigationKinds: readonly KindDraft[] = [
  ...[...failing, ...printed].map((kind) => ({ kind })),
  // No node has a row for it: it is there to be guarded.
  { kind: SECRET },
  ...['symptom', 'prior-cause', 'own-reply'].map((kind) => ({ kind, recall: true })),
];

/** Tells whether a node is told of a kind. */
export function isToldAt(node: string, kind: string): boolean {
  return kindsAt[node]?.includes(kind) ?? false;
}
