/**
 * Compactions: what several facts come to, made by a fixed method, kept as a frame that rests on them. One can be
 * dropped and made again to the byte; one whose inputs are locked, gone or changed tells nothing.
 */
import { idOf, isFilled, isRecord, isText, listOf, nameOf } from '../../disclosure/index.ts';
import {
  type CanonicalValue,
  canonicalHash,
  compareCodePoints,
  deepFreeze,
  type FrameId,
  parseCanonical,
} from '../../kernel/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import { type CompactionPolicy, isCompactionPolicy } from '../policy.ts';
import type { Fact } from './fact.ts';

/** A compaction to be. */
export type CompactionDraft = {
  readonly purpose: string;
  readonly inputs: readonly string[];
  /** The inputs that may be told; all of them unless it says otherwise. */
  readonly allowed?: readonly string[];
  /** How it is made; as the policy says that was adopted last, unless it says otherwise. */
  readonly policy?: CompactionPolicy;
};

/** The content of a compaction's frame. */
export type CompactionContent = {
  readonly purpose: string;
  readonly policy: CompactionPolicy;
  readonly inputs: readonly string[];
  readonly allowed: readonly string[];
  readonly output: CanonicalValue;
  readonly output_hash: string;
};

/** A compaction as it stands in the ledger. */
export type Compaction = CompactionContent & { readonly handle: FrameId };

/** The kind all compactions have, for the mask matrix. */
export const COMPACTION_KIND = 'compaction';

/** The frame type of compactions. */
export const compactionType: FrameType = {
  name: 'compaction',
  cardinality: 'many',
  mediaType: 'application/json',
  check: (content) => (isContent(content) ? null : 'not a compaction'),
};

/** Reads a compaction back from the content of its frame, or returns null for one that is not valid. */
export function toCompaction(handle: FrameId, bytes: Uint8Array): Compaction | null {
  try {
    const content = parseCanonical(bytes);
    return isContent(content) ? deepFreeze({ ...content, handle }) : null;
  } catch {
    return null;
  }
}

function isContent(content: unknown): content is CompactionContent {
  const isFrames = listOf(idOf('frame'));
  const isShaped = isRecord(content, {
    purpose: isFilled,
    policy: isCompactionPolicy,
    inputs: isFrames,
    allowed: isFrames,
    output: listOf((told) => isRecord(told, { kind: nameOf, payload: () => true })),
    output_hash: isText,
  });
  if (!isShaped) return false;
  const { inputs, allowed, output, output_hash } = content as CompactionContent;
  const known = new Set(inputs);
  const isDistinct = known.size === inputs.length && inputs.length > 0;
  return isDistinct && allowed.every((handle) => known.has(handle)) && canonicalHash(output) === output_hash;
}

/** Makes the content of a compaction from its inputs, in the order of facts whatever order they were named in. */
export function makeCompaction(
  { purpose, allowed }: Pick<CompactionContent, 'purpose' | 'allowed'>,
  inputs: readonly Fact[],
  policy: CompactionPolicy,
): CompactionContent {
  const ordered = [...new Set(inputs)].sort(
    (a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle),
  );
  const open = new Set(allowed);
  const told = ordered.filter(({ handle }) => open.has(handle));
  const output = told.slice(0, policy.maximum_items).map(({ kind, payload }) => ({ kind, payload }));
  return {
    purpose,
    policy,
    inputs: ordered.map(({ handle }) => handle),
    allowed: told.map(({ handle }) => handle),
    output,
    output_hash: canonicalHash(output),
  };
}

/** Tells whether a compaction is still what its inputs come to. */
export function isCurrent(compaction: Compaction, facts: ReadonlyMap<string, Fact>): boolean {
  const inputs = compaction.inputs.flatMap((handle) => facts.get(handle) ?? []);
  if (inputs.length < compaction.inputs.length) return false;
  const again = makeCompaction(compaction, inputs, compaction.policy);
  return (
    again.output_hash === compaction.output_hash && canonicalHash(compaction.output) === again.output_hash
  );
}
