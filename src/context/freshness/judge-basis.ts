/** Judges a basis: whether every input is what it was, and whether the same would be made of them today. */
import { canonicalText, type FrameId, isId } from '../../kernel/index.ts';
import type { Basis } from '../../ledger/index.ts';
import { producedBasis } from '../producers/producer.ts';
import { readSynthesisBasis, SYNTHESIS } from '../synthesis/synthesis-basis.ts';
import { judgeChildren } from './judge-children.ts';
import { judgeContent, judgeNode } from './judge-content.ts';
import { judgeFrameInput } from './judge-frame-input.ts';
import type { Judge, JudgedFrame } from './judged-frame.ts';
import type { Staleness } from './staleness.ts';

/** Returns what makes a basis out of date, or null where it is current. */
export async function judgeBasis(judge: Judge, judged: JudgedFrame): Promise<Staleness | null> {
  const { basis, at } = judged;
  const recipe = basis.producer?.name === SYNTHESIS ? readSynthesisBasis(basis) : null;
  if (recipe && at !== null) return judgeChildren(judge, { ...judged, at }, recipe);
  for (const input of basis.inputs) {
    const verdict = await judgeInput(judge, judged, input);
    if (verdict) return verdict;
  }
  return judgeProducer(judge, judged);
}

async function judgeInput(
  judge: Judge,
  judged: JudgedFrame,
  input: Basis['inputs'][number],
): Promise<Staleness | null> {
  if (typeof input !== 'string') return judgeExternal(judge, input.external);
  if (isId(input, 'content')) return judgeContent(judge, judged, input);
  if (isId(input, 'node')) return judgeNode(judge, judged, input);
  return judgeFrameInput(judge, input as FrameId);
}

async function judgeExternal(
  { standpoint }: Judge,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<Staleness | null> {
  const now = await standpoint.observe(name);
  // What nobody observes cannot be seen to move.
  if (now === undefined || now === value) return null;
  return { reason: 'external-changed', input: `external:${name}`, from: value, to: now, since: null };
}

/** A producer of another version, or a path that is read another way, would make something else of the same bytes. */
function judgeProducer({ standpoint }: Judge, { basis, at }: JudgedFrame): Staleness | null {
  const producer = standpoint.producers.get(basis.producer?.name ?? '');
  const node = at === null ? undefined : standpoint.tree.at(at);
  if (!producer || !node || at === null) return null;
  const expected = producedBasis(producer, { path: at, contentId: node.contentId });
  const [from, to] = [madeBy(basis), expected && madeBy(expected)];
  if (from === to) return null;
  return { reason: 'producer-changed', input: `producer:${producer.name}`, from, to, since: null };
}

function madeBy({ producer, policy }: Basis): string {
  return canonicalText({ policy: policy ?? null, version: producer?.version ?? null });
}
