/** Appends a frame about a node, after every check in its order; where one fails nothing is stored. */
import { cite, didYouMean, isId, PenumbraError } from '../../kernel/index.ts';
import {
  type Basis,
  type BasisInput,
  basisIdOf,
  basisObject,
  type FrameDraft,
  type Precondition,
  type PutOutcome,
  tryPutFrame,
} from '../../ledger/index.ts';
import { attestation } from '../freshness/standing-log.ts';
import { SCAN_LOG, scanLogValue } from '../lineage/scan-log.ts';
import type { TreeNode } from '../scan/tree.ts';
import type { Standpoint } from '../workspace/standpoint.ts';

/** A frame to be put. */
export type FrameInput = {
  /** The node it is about. */
  readonly path: string;
  readonly type: string;
  /** Bytes, or a text as UTF-8. JSON types take canonical JSON. */
  readonly content: Uint8Array | string;
  /** Everything it rests on, the subject among it; without it, the bytes of the subject. */
  readonly basis?: Basis | readonly BasisInput[];
  /** Who wrote it, which must be the caller. */
  readonly agent?: string;
};

/** Who puts, and on which conditions. */
export type PutCaller = { readonly agentId: string; readonly conditions: readonly Precondition[] };

/** Puts a frame, or returns the condition of the caller that does not hold any more. */
export async function putNodeFrame(
  standpoint: Standpoint,
  input: FrameInput,
  { agentId, conditions }: PutCaller,
): Promise<PutOutcome | { readonly unmet: Precondition }> {
  const node = requireNode(standpoint, input.path);
  const basis = basisOf(input, node);
  await requireInputs(standpoint, node, basis);
  if (input.agent !== undefined && input.agent !== agentId)
    throw new PenumbraError(
      'unauthorized',
      `${cite(agentId)} cannot write in the name of ${cite(input.agent)}`,
      {
        data: { agent: agentId },
        hint: 'write in your own name, or act as the other agent',
      },
    );
  const subject = { kind: 'node', id: node.path } as const;
  const draft: FrameDraft = { subject, type: input.type, agent: agentId, basis, content: input.content };
  const outcome = await tryPutFrame(standpoint.ledger, draft, [...conditions, recordedScan(standpoint)]);
  if ('frameId' in outcome && !outcome.isNew) await reaffirm(standpoint, draft, outcome);
  return outcome;
}

/** Returns the node at a path, or throws `node-not-found`. */
export function requireNode({ tree }: Pick<Standpoint, 'tree'>, path: string): TreeNode {
  const node = tree.at(path);
  if (node) return node;
  throw new PenumbraError('node-not-found', `there is nothing at ${cite(path)}${nearName(tree, path)}`, {
    data: { path },
    hint: 'name a path below the root of the workspace, with `/` between names; ignored files are not in the tree',
  });
}

/** Dates the frame after the scan it rests on, and makes sure that no other was recorded meanwhile. */
function recordedScan({ scans }: Standpoint): Precondition {
  const last = scans.at(-1);
  return { kind: 'head-is', log: SCAN_LOG, value: last ? scanLogValue(last.root) : null };
}

function basisOf({ basis }: FrameInput, node: TreeNode): Basis {
  if (basis === undefined) return { inputs: [node.contentId] };
  return 'inputs' in basis ? basis : { inputs: basis };
}

async function requireInputs(standpoint: Standpoint, node: TreeNode, basis: Basis): Promise<void> {
  basisObject(basis);
  const { entries } = await standpoint.lineage(node.path);
  const own = new Set<string | null>([node.contentId, node.nodeId]);
  for (const { contentId, nodeId } of entries) own.add(contentId).add(nodeId);
  const ids = basis.inputs.filter((input) => typeof input === 'string');
  const others = ids.filter((id) => !own.has(id) && !isId(id, 'frame'));
  if (others.length > 0) requireInTree(standpoint, new Set<string>(others));
  if (ids.some((id) => own.has(id))) return;
  throw new PenumbraError('invalid-frame', `the basis does not include ${cite(node.path)} itself`, {
    data: { path: node.path },
    hint: 'name its content id or node id among the inputs',
  });
}

function requireInTree({ tree }: Standpoint, missing: Set<string>): void {
  for (const node of tree.walk()) {
    missing.delete(node.contentId);
    if (missing.size > 0) missing.delete(node.nodeId);
    if (missing.size === 0) return;
  }
  const [input = ''] = missing;
  throw new PenumbraError('invalid-frame', `the basis names ${input}, which is not in the tree`, {
    data: { input },
    hint: 'scan again and read what you rest on anew',
  });
}

/** A frame that was declared invalid and is written again as it was holds again. */
async function reaffirm(
  { ledger, standings }: Standpoint,
  draft: FrameDraft,
  { frameId }: PutOutcome,
): Promise<void> {
  const { subject, basis } = draft;
  const standing = (await standings(subject)).get(frameId);
  const basisId = basisIdOf(basisObject(basis));
  if (!standing || standing.invalidatedBy === null || standing.attested.includes(basisId)) return;
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [attestation(subject, frameId, basisId)] });
}

function nearName(tree: Standpoint['tree'], path: string): string {
  const slash = path.lastIndexOf('/');
  const siblings = tree.children(slash < 0 ? '.' : path.slice(0, slash)) ?? [];
  return didYouMean(
    path,
    siblings.map((node) => node.path),
  );
}
