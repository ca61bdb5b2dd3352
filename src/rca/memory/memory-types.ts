/** What is remembered between runs: symptoms, which are failures seen, and the causes that were found for them. */
import { fields, listOf, oneOf, type Shape, satisfying, textUpTo } from '../../kernel/index.ts';
import type { FrameType, Subject } from '../../ledger/index.ts';
import { defectTypes } from '../../record/index.ts';

/** The log whose entries say what was learned, in order; its digest is the head that a run starts from. */
export const MEMORY_LOG = 'memory';

/** Who writes what is remembered. */
export const MEMORY_AGENT = 'memory';

const text = textUpTo(1_000_000);
const texts = listOf(text, 100_000);
const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    `a whole number from ${least} to ${most}`,
  );
const points = whole(0, 10_000);
const score = whole(0);

const symptomShapes = {
  fingerprint: text,
  template: text,
  exception: text,
  places: texts,
  count: whole(1),
  first_seen: text,
  last_seen: text,
  causes: texts,
};

const suspect = fields({ path: text, symbol: text, line: whole(1), score, confidence: points }, [
  'path',
  'score',
  'confidence',
]);

const causeShapes = {
  id: text,
  defect_type: oneOf(defectTypes),
  status: oneOf(['concluded', 'insufficient', 'inconclusive', 'recommended']),
  confidence: points,
  summary: text,
  suspects: listOf(suspect, 100_000),
  commits: listOf(fields({ id: text, score }, ['id', 'score']), 100_000),
  first_seen: text,
};

/** The frame types of what is remembered. */
export const memoryTypes: readonly FrameType[] = [
  memoryType('symptom', 'symptom', symptomShapes),
  memoryType('cause', 'prior-cause', causeShapes),
];

/** Returns what the frame of a symptom is about. */
export function symptomSubject(fingerprint: string): Subject {
  return { kind: 'world', id: `memory/symptom/${fingerprint}` };
}

/** Returns what the frame of a cause is about. */
export function causeSubject(id: string): Subject {
  return { kind: 'world', id: `memory/cause/${id}` };
}

/** Every field is required. Schemas proper would be loaded by everyone who opens a ledger. */
function memoryType(name: string, kind: string, shapes: Readonly<Record<string, Shape>>): FrameType {
  const shape = fields(shapes, Object.keys(shapes));
  return {
    name,
    cardinality: 'single',
    mediaType: 'application/json',
    check: (content) => shape(content, name)[0]?.message ?? null,
    disclosure: { kind, visibility: 'public', precision: 'unlocked', slice: 'facts' },
  };
}
