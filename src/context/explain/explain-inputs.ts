/** What a frame rests on, as a tree of plain data down to file bytes. */
import { type ContentId, type FrameId, isId, type NodeId } from '../../kernel/index.ts';
import type { BasisInput } from '../../ledger/index.ts';
import { explainLimits } from './explain-limits.ts';
import type { FollowedInputs } from './follow-inputs.ts';
import type { FrameSummary } from './read-provenance.ts';
import type { TreePlaces } from './tree-places.ts';

/** Bytes, and where the present tree has them. */
export type ExplainedContent = {
  readonly kind: 'content';
  readonly contentId: ContentId;
  readonly paths: readonly string[];
  /** How many further paths have these bytes. */
  readonly morePaths: number;
  /** Whether the present tree has these bytes; null where no tree was given. */
  readonly isCurrent: boolean | null;
};

/** A place with its bytes. */
export type ExplainedNode = {
  readonly kind: 'node';
  readonly nodeId: NodeId;
  /** Where it is; null where the present tree has no such node, or no tree was given. */
  readonly path: string | null;
  readonly isCurrent: boolean | null;
};

/** Something outside tree and ledger. */
export type ExplainedExternal = { readonly kind: 'external'; readonly name: string; readonly value: string };

/** Another frame. */
export type ExplainedFrame = {
  readonly kind: 'frame';
  readonly frameId: FrameId;
  /**
   * `followed`: its inputs are here. `repeated`: they are where it was met first. `too-deep`: they are left out.
   * `missing`: the ledger has no such frame.
   */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null where it was not read or is not there. */
  readonly frame: FrameSummary | null;
  readonly inputs: readonly ExplainedInput[];
};

/** One input of a basis. */
export type ExplainedInput = ExplainedContent | ExplainedNode | ExplainedExternal | ExplainedFrame;

/** Returns the inputs of a frame, in the order they were used. */
export function explainInputs(
  frameId: FrameId,
  followed: FollowedInputs,
  places: TreePlaces | null,
): readonly ExplainedInput[] {
  const inputs = followed.frames.get(frameId)?.inputs ?? [];
  return inputs.map((input) => explainInput(input, frameId, { followed, places }));
}

type Known = { readonly followed: FollowedInputs; readonly places: TreePlaces | null };

function explainInput(input: BasisInput, parent: FrameId, known: Known): ExplainedInput {
  if (typeof input !== 'string') return { kind: 'external', ...input.external };
  if (isId(input, 'content')) return explainContent(input, known.places);
  if (isId(input, 'node')) return explainNode(input, known.places);
  return explainBelow(input as FrameId, parent, known);
}

function explainContent(contentId: ContentId, places: TreePlaces | null): ExplainedContent {
  const all = places?.pathsOf(contentId) ?? [];
  const paths = all.slice(0, explainLimits.paths);
  const isCurrent = places && all.length > 0;
  return { kind: 'content', contentId, paths, morePaths: all.length - paths.length, isCurrent };
}

function explainNode(nodeId: NodeId, places: TreePlaces | null): ExplainedNode {
  const path = places?.pathOf(nodeId) ?? null;
  return { kind: 'node', nodeId, path, isCurrent: places && path !== null };
}

function explainBelow(frameId: FrameId, parent: FrameId, { followed, places }: Known): ExplainedFrame {
  const found = followed.frames.get(frameId);
  const frame = found?.frame ?? null;
  const state = found === undefined ? 'too-deep' : found === null ? 'missing' : 'followed';
  if (state !== 'followed') return { kind: 'frame', frameId, state, frame, inputs: [] };
  if (followed.metIn.get(frameId) !== parent)
    return { kind: 'frame', frameId, state: 'repeated', frame, inputs: [] };
  return { kind: 'frame', frameId, state, frame, inputs: explainInputs(frameId, followed, places) };
}
