/**
 * Compactions: summaries of several facts, made by a fixed method or by the caller, and stored as a frame
 * based on those facts. A compaction can be dropped and recreated byte for byte; one whose inputs are locked,
 * missing or changed is not disclosed.
 */

import {
  type CanonicalValue,
  canonicalHash,
  compareCodePoints,
  deepFreeze,
  type FrameId,
  parseCanonical,
} from '../../../kernel/index.ts';
import type { FrameType } from '../../../ledger/index.ts';
import { hasFields, idOf, isFilled, isOneOf, isText, listOf, nameOf } from '../../index.ts';
import { type Fact, isWithinDepth, MAXIMUM_DEPTH } from './fact.ts';
import { type CompactionPolicy, isCompactionPolicy } from './policy.ts';

export type CompactionDraft = {
  readonly purpose: string;
  readonly inputs: readonly string[];
  /** The inputs that may be disclosed; defaults to all of them. */
  readonly allowed?: readonly string[];
  /** How it is made; defaults to the compaction policy adopted last. */
  readonly policy?: CompactionPolicy;
  /** The caller's own summary of the inputs, which is marked as synthesized. */
  readonly summary?: CanonicalValue;
};

/** The content of a compaction's frame. */
export type CompactionContent = {
  readonly purpose: string;
  readonly policy: CompactionPolicy;
  readonly inputs: readonly string[];
  readonly allowed: readonly string[];
  readonly output: CanonicalValue;
  readonly output_hash: string;
  /** The output was written by the caller instead of by the policy's method. */
  readonly is_summary?: true;
};

/** A compaction in the ledger. */
export type Compaction = CompactionContent & { readonly handle: FrameId };

/** The kind of all compactions, for the mask matrix. */
export const COMPACTION_KIND = 'compaction';

export const compactionType: FrameType = {
  name: 'compaction',
  cardinality: 'many',
  mediaType: 'application/json',
  check: (content) => (isContent(content) ? null : 'not a compaction'),
};

/** Reads a compaction from the content of its frame; returns null if it is not valid. */
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
  const isShaped = hasFields(
    content,
    {
      purpose: isFilled,
      policy: isCompactionPolicy,
      inputs: isFrames,
      allowed: isFrames,
      output: isSummary,
      output_hash: isText,
    },
    { is_summary: isOneOf([true]) },
  );
  if (!isShaped) return false;
  const { inputs, allowed, output, output_hash, is_summary } = content as CompactionContent;
  if (!is_summary && !isCollected(output)) return false;
  const known = new Set(inputs);
  const isDistinct = known.size === inputs.length && inputs.length > 0;
  return isDistinct && allowed.every((handle) => known.has(handle)) && canonicalHash(output) === output_hash;
}

const isCollected = listOf((told) => hasFields(told, { kind: nameOf, payload: () => true }));

/** Returns whether a value can be a caller's own summary. */
export function isSummary(value: unknown): boolean {
  return value !== undefined && value !== null && isWithinDepth(value, MAXIMUM_DEPTH);
}

/** The settings of a compaction, apart from its inputs. */
export type CompactionPlan = Pick<CompactionContent, 'purpose' | 'allowed' | 'policy'> & {
  readonly summary?: CanonicalValue;
};

/**
 * Creates the content of a compaction. The inputs are sorted, so their order in the draft does not matter.
 */
export function makeCompaction(
  { purpose, allowed, policy, summary }: CompactionPlan,
  inputs: readonly Fact[],
): CompactionContent {
  const ordered = [...new Set(inputs)].sort(
    (a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle),
  );
  const open = new Set(allowed);
  const told = ordered.filter(({ handle }) => open.has(handle));
  const collected = told.slice(0, policy.maximum_items).map(({ kind, payload }) => ({ kind, payload }));
  const output = summary ?? collected;
  return {
    purpose,
    policy,
    inputs: ordered.map(({ handle }) => handle),
    allowed: told.map(({ handle }) => handle),
    output,
    output_hash: canonicalHash(output),
    ...(summary !== undefined && { is_summary: true }),
  };
}

/** Returns whether a compaction still matches its inputs. */
export function isCurrent(compaction: Compaction, facts: ReadonlyMap<string, Fact>): boolean {
  const inputs = compaction.inputs.flatMap((handle) => facts.get(handle) ?? []);
  if (inputs.length < compaction.inputs.length) return false;
  const { is_summary, output } = compaction;
  const again = makeCompaction({ ...compaction, ...(is_summary && { summary: output }) }, inputs);
  return (
    again.output_hash === compaction.output_hash && canonicalHash(compaction.output) === again.output_hash
  );
}
