/**
 * Compactions: what several facts come to, made by a fixed method, kept as a frame that rests on them. One can be
 * dropped and made again to the byte; one whose inputs are locked, gone or changed tells nothing.
 */
import { isRecord, isText, listOf, narrower, type Visibility } from '../disclosure/index.ts';
import { type CanonicalValue, canonicalHash, compareCodePoints, type FrameId } from '../kernel/index.ts';
import type { FrameType } from '../ledger/index.ts';
import type { Fact } from './fact.ts';
import type { CompactionPolicy } from './policy.ts';

/** A compaction to be. */
export type CompactionDraft = {
  readonly purpose: string;
  readonly inputs: readonly string[];
  /** The inputs that may be told; all of them unless it says otherwise. */
  readonly allowed?: readonly string[];
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
  check: (content) =>
    isRecord(content, {
      purpose: isText,
      policy: (policy) => typeof policy === 'object',
      inputs: listOf(isText),
      allowed: listOf(isText),
      output: () => true,
      output_hash: isText,
    })
      ? null
      : 'not a compaction',
};

/** Makes the content of a compaction from its inputs, in the order of facts whatever order they were named in. */
export function makeCompaction(
  { purpose, allowed }: Pick<CompactionContent, 'purpose' | 'allowed'>,
  inputs: readonly Fact[],
  policy: CompactionPolicy,
): CompactionContent {
  const ordered = [...new Set(inputs)].sort(
    (a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle),
  );
  const told = ordered.filter(({ handle }) => allowed.includes(handle));
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
  if (inputs.length < compaction.inputs.length || compaction.allowed.length === 0) return false;
  const again = makeCompaction(compaction, inputs, compaction.policy);
  return (
    again.output_hash === compaction.output_hash && canonicalHash(compaction.output) === again.output_hash
  );
}

/** Returns who may be told of a compaction: only those who may be told of all its inputs. */
export function visibilityOfAll(inputs: readonly { readonly visibility: Visibility }[]): Visibility {
  return inputs.map(({ visibility }) => visibility).reduce(narrower, 'public');
}
