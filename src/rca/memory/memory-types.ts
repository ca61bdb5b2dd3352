/**
 * The types of memory between runs: symptoms, which are failures seen before, and the causes found for them.
 */
import { fields, listOf, nullOr, oneOf, type Shape, satisfying, textUpTo } from '../../kernel/index.ts';
import type { FrameType, Subject } from '../../ledger/index.ts';
import { causeStatuses, defectTypes } from '../../record/index.ts';
import { personsWords } from '../blocks/case-blocks.ts';

/** The log of what was learned, in order; its digest is the head that a run starts from. */
export const MEMORY_LOG = 'memory';

/** The author of what runs found. */
export const MEMORY_AGENT = 'memory';

/** The author of what people said; their names are in the content. */
export const PERSON_AGENT = 'person';

/** The kinds of log entries; each entry names the frame with its content. */
export const memoryChanges = ['learned', 'corrected', 'rejected', 'merged', 'split', 'retired'] as const;

export type MemoryChange = (typeof memoryChanges)[number];

/** The limits of a remembered cause. Agents see all of it, so it stays small. */
export const memoryLimits = {
  suspects: 10,
  commits: 10,
  /**
   * How many tests and failures a person's statement names; with more, it applies to every test that fails
   * this way.
   */
  tests: 50,
  symptoms: 20,
  aliases: 50,
  rejected: 20,
  nameLength: 100,
  noteLength: 1_000,
} as const;

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

const commit = fields({ id: text, score, subject: text, author: text, date: text }, ['id', 'score']);

const causeShapes = {
  id: text,
  defect_type: oneOf(defectTypes),
  status: oneOf(causeStatuses),
  confidence: points,
  summary: text,
  suspects: listOf(suspect, 100_000),
  commits: listOf(commit, 100_000),
  first_seen: text,
};

/** Optional fields of a cause, absent in frames of earlier versions. */
const furtherShapes = {
  change: fields({ commit: nullOr(text) }, ['commit']),
  person: fields({ by: text, word: oneOf(personsWords), into: text }, ['by', 'word']),
  confirmed_by: text,
  symptoms: texts,
  tests: texts,
  other_tests: texts,
  aliases: texts,
  rejected: texts,
};

export const memoryTypes: readonly FrameType[] = [
  memoryType('symptom', 'symptom', { required: symptomShapes }),
  memoryType('cause', 'prior-cause', { required: causeShapes, optional: furtherShapes }),
];

/** Returns the subject of a symptom's frame. */
export function symptomSubject(fingerprint: string): Subject {
  return { kind: 'world', id: `memory/symptom/${fingerprint}` };
}

/** Returns the subject of a cause's frame. */
export function causeSubject(id: string): Subject {
  return { kind: 'world', id: `memory/cause/${id}` };
}

type Shapes = Readonly<Record<string, Shape>>;

/** Real schemas would be loaded whenever a ledger is opened. */
function memoryType(
  name: string,
  kind: string,
  { required, optional = {} }: { readonly required: Shapes; readonly optional?: Shapes },
): FrameType {
  const shape = fields({ ...required, ...optional }, Object.keys(required));
  return {
    name,
    cardinality: 'single',
    mediaType: 'application/json',
    check: (content) => shape(content, name)[0]?.message ?? null,
    disclosure: { kind, visibility: 'public', precision: 'unlocked', slice: 'facts' },
  };
}
