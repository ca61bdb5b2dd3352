/** What is remembered between runs: symptoms, which are failures seen, and the causes that were found for them. */
import { z } from 'zod';
import type { FrameType, Subject } from '../../ledger/index.ts';
import { defectTypes } from '../../record/index.ts';

/** The log whose entries say what was learned, in order; its digest is the head that a run starts from. */
export const MEMORY_LOG = 'memory';

/** Who writes what is remembered. */
export const MEMORY_AGENT = 'memory';

const points = z.int().min(0).max(10_000);
const score = z.int().min(0);

const symptom = z.strictObject({
  fingerprint: z.string(),
  template: z.string(),
  exception: z.string(),
  places: z.array(z.string()),
  count: z.int().min(1),
  first_seen: z.string(),
  last_seen: z.string(),
  causes: z.array(z.string()),
});

const cause = z.strictObject({
  id: z.string(),
  defect_type: z.enum(defectTypes),
  status: z.enum(['concluded', 'insufficient', 'inconclusive', 'recommended']),
  confidence: points,
  summary: z.string(),
  suspects: z.array(
    z.strictObject({
      path: z.string(),
      symbol: z.string().optional(),
      line: z.int().min(1).optional(),
      score,
      confidence: points,
    }),
  ),
  commits: z.array(z.strictObject({ id: z.string(), score })),
  first_seen: z.string(),
});

/** The frame types of what is remembered. */
export const memoryTypes: readonly FrameType[] = [
  memoryType('symptom', 'symptom', symptom),
  memoryType('cause', 'prior-cause', cause),
];

/** Returns what the frame of a symptom is about. */
export function symptomSubject(fingerprint: string): Subject {
  return { kind: 'world', id: `memory/symptom/${fingerprint}` };
}

/** Returns what the frame of a cause is about. */
export function causeSubject(id: string): Subject {
  return { kind: 'world', id: `memory/cause/${id}` };
}

function memoryType(name: string, kind: string, schema: z.ZodType): FrameType {
  return {
    name,
    cardinality: 'single',
    mediaType: 'application/json',
    check: (content) => schema.safeParse(content).error?.issues[0]?.message ?? null,
    disclosure: { kind, visibility: 'public', precision: 'unlocked', slice: 'facts' },
  };
}
