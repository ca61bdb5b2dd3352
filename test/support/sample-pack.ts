// A small pack for tests of heuristics: blocks and a step in, a pack as the lens would compile it out.

import { type Block, LENS_COMPILER, type PromptPack } from '../../src/disclosure/lens/index.ts';
import { type CanonicalValue, canonicalize, deepFreeze } from '../../src/kernel/index.ts';
import { type Artifact, recordArtifact } from '../../src/pipeline/index.ts';
import type { CaseBlocks } from '../../src/rca/blocks/case-blocks.ts';
import type { StepBounds } from '../../src/rca/nodes/read-case-pack.ts';

/** A block of a sample: a kind with its payload, or an artifact of an earlier step. */
export type SampleBlock =
  | { [Kind in keyof CaseBlocks]: SampleOf<Kind, CaseBlocks[Kind]> }[keyof CaseBlocks]
  | (Artifact & { readonly handle?: string });

type SampleOf<Kind, Payload> = {
  readonly kind: Kind;
  readonly payload: Payload;
  readonly handle?: string;
  readonly isStale?: boolean;
};

/** Makes a pack of blocks, all in truth; handles are `kind-position` unless given. */
export function samplePack(blocks: readonly SampleBlock[], step: Partial<StepBounds> = {}): PromptPack {
  const truth = blocks.map(toBlock);
  // A payload that is not canonical could never have been in a pack.
  for (const { payload } of truth) canonicalize(payload);
  const bounds = { node: 'sample', visit: 1, evidence_depth: 8, meta: {}, ...step };
  return deepFreeze({
    schema: 'penumbra.pack/1',
    compiler: LENS_COMPILER,
    working_set_id: '0'.repeat(16),
    consumer: bounds.node,
    scope: { world_id: 'w', campaign_id: 'c', scene_id: 's', session_id: 'x', mode: 'm' },
    policy_ids: {
      mask_matrix_id: 'm',
      ordering_policy_id: 'o',
      truncation_policy_id: 't',
      budget_policy_id: 'b',
      compaction_policy_id: 'c',
    },
    pins: {},
    truth,
    memory: [],
    task: { type: bounds.node, scene: [], bounds: { channels: bounds, why: '' }, forbidden_content: [] },
    style: {},
    contract: { length: {}, forbidden_tokens: [], required_elements: [] },
    citations: {},
  } satisfies PromptPack);
}

function toBlock(sample: SampleBlock, position: number): Block {
  const isArtifact = 'data' in sample;
  const kind = isArtifact ? sample.type : sample.kind;
  const payload: unknown = isArtifact ? recordArtifact(withoutHandle(sample)) : sample.payload;
  return {
    handle: sample.handle ?? `${kind}-${position}`,
    kind,
    form: 'full',
    payload: payload as CanonicalValue,
    provenance: { source: 'sample', event_ids: [], rule_refs: [] },
    ...('isStale' in sample && sample.isStale === true && { stale: true as const }),
  };
}

function withoutHandle({ handle: _, ...artifact }: Artifact & { readonly handle?: string }): Artifact {
  return artifact;
}
