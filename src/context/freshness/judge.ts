/**
 * Judges whether frames still hold. A frame is fresh if its own basis, or one it was attested for, is current; who
 * declared it invalid since takes its own basis away.
 * INVARIANT (a stale frame is never fresh): a basis is current only if every one of its inputs is.
 */
import { type BasisId, digestOf, type FrameId } from '../../kernel/index.ts';
import { type Basis, parseBasis } from '../../ledger/index.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { judgeBasis } from './judge-basis.ts';
import type { Judge, JudgedFrame, Staleness } from './staleness.ts';

/** Creates a judge. */
export function createJudge(snapshot: Snapshot): Judge {
  const known = new Map<string, Verdict>();
  const knownBases = new Map<string, Verdict>();
  const judge: Judge = {
    snapshot,
    judge(judged) {
      const key = `${judged.frameId} ${judged.at ?? ''}`;
      const verdict = known.get(key) ?? judgeFrame(judge, judged, judgeOwn);
      known.set(key, verdict);
      return verdict;
    },
  };
  // What is said of one file mostly rests on one basis, and a basis at a place is judged alike for all frames.
  const judgeOwn = (judged: JudgedFrame): Verdict => {
    const key = `${judged.frame.basis} ${judged.at ?? ''}`;
    const verdict = knownBases.get(key) ?? judgeBasis(judge, judged);
    knownBases.set(key, verdict);
    return verdict;
  };
  return judge;
}

type Verdict = Promise<Staleness | null>;

async function judgeFrame(
  judge: Judge,
  judged: JudgedFrame,
  judgeOwn: (judged: JudgedFrame) => Verdict,
): Verdict {
  const { frame, frameId } = judged;
  const status = (await judge.snapshot.statuses(frame.subject)).get(frameId);
  if (!status) return judgeOwn(judged);
  const { attested, invalidatedBy } = status;
  const own = invalidatedBy === null ? await judgeOwn(judged) : invalidated(frameId, invalidatedBy);
  if (own === null) return null;
  let newest = own;
  for (const basis of await readBases(judge.snapshot, attested)) {
    const verdict = await judgeBasis(judge, { ...judged, basis });
    if (verdict === null) return null;
    newest = verdict;
  }
  return newest;
}

async function readBases(
  { ledger: { store } }: Snapshot,
  ids: readonly BasisId[],
): Promise<readonly Basis[]> {
  const objects = await store.getMany(ids.map(digestOf));
  return objects.flatMap((bytes) => (bytes ? [parseBasis(bytes)] : []));
}

function invalidated(frameId: FrameId, agent: string): Staleness {
  return { reason: 'invalidated', input: frameId, from: frameId, to: `invalidated by ${agent}`, since: null };
}
