/**
 * Judges whether frames are fresh. A frame is fresh if its own basis, or one it was attested for, is current;
 * invalidating it rules out its own basis. A basis is current if every input is unchanged and the same would
 * still be made from them. INVARIANT (a stale frame is never fresh): a basis is current only if every one of
 * its inputs is.
 */
import {
  type BasisId,
  canonicalText,
  compareCodePoints,
  digestOf,
  type FrameId,
  isId,
  sortByCodePoint,
} from '../../kernel/index.ts';
import {
  type Basis,
  everyEntry,
  type Frame,
  frameIdIn,
  frameLog,
  frameLogValue,
  parseBasis,
} from '../../ledger/index.ts';
import { producedBasis } from '../producers/producer.ts';
import { joinPath, lastName } from '../scan/tree-ids.ts';
import { gatherParts, missingParts } from '../snapshot/gather-parts.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import {
  readSynthesisBasis,
  SYNTHESIS,
  type SynthesisBasis,
  type SynthesisPart,
} from '../synthesis/recipe.ts';
import { judgeContent, judgeNode, unrecorded } from './judge-content.ts';
import type { Judge, JudgedFrame, SinceScan, Staleness } from './staleness.ts';

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
  // Most frames of a file share one basis, and a basis at a given path is judged the same for all frames.
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

/** Returns what makes a basis outdated, or null if it is current. */
async function judgeBasis(judge: Judge, judged: JudgedFrame): Promise<Staleness | null> {
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
  { snapshot }: Judge,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<Staleness | null> {
  const now = await snapshot.observe(name);
  // A value nobody observes counts as unchanged.
  if (now === undefined || now === value) return null;
  return { reason: 'external-changed', input: `external:${name}`, from: value, to: now, since: null };
}

/**
 * A different producer version or a different read policy for the path would give another result for the same
 * bytes.
 */
function judgeProducer({ snapshot }: Judge, { basis, at }: JudgedFrame): Staleness | null {
  const producer = snapshot.producers.get(basis.producer?.name ?? '');
  const node = at === null ? undefined : snapshot.tree.at(at);
  if (!producer || !node || at === null) return null;
  const expected = producedBasis(producer, { path: at, contentId: node.contentId });
  const [from, to] = [madeBy(basis), expected && madeBy(expected)];
  if (from === to) return null;
  return { reason: 'producer-changed', input: `producer:${producer.name}`, from, to, since: null };
}

function madeBy({ producer, policy }: Basis): string {
  return canonicalText({ policy: policy ?? null, version: producer?.version ?? null });
}

/** Returns what changed among a directory's children, or null if nothing did. */
async function judgeChildren(
  judge: Judge,
  { at }: JudgedFrame & { readonly at: string },
  { recipe, parts }: SynthesisBasis,
): Promise<Staleness | null> {
  const { snapshot } = judge;
  const now = (await gatherParts(snapshot, at, recipe)).flatMap((child) => child.parts);
  const moved = firstDifference(parts, now);
  if (moved) {
    const { name, staleness } = moved;
    return { ...staleness, since: await sinceOf(snapshot, joinPath(at, name), staleness.to) };
  }
  const [missing] = await missingParts(snapshot, at, recipe);
  if (missing) {
    const since = await sinceOf(snapshot, missing.path, null);
    return {
      reason: 'children-changed',
      input: `child:${lastName(missing.path)}`,
      from: null,
      to: null,
      since,
    };
  }
  const records = await snapshot.frames(parts.map(({ frameId }) => frameId));
  for (const [index, { name, frameId }] of parts.entries()) {
    const { frame, basis } = records[index] ?? {};
    if (!frame || !basis)
      return { reason: 'frame-missing', input: frameId, from: frameId, to: null, since: null };
    const verdict = await judge.judge({ frameId, frame, basis, at: joinPath(at, name) });
    if (verdict) return restingOn(frameId, verdict);
  }
  return null;
}

/** Returns the scan since which a child has a different frame or none. */
async function sinceOf(snapshot: Snapshot, child: string, frameId: string | null): Promise<SinceScan | null> {
  const place = (await snapshot.current(child)).find((current) => current.frameId === frameId);
  const { segments, entries } = await snapshot.lineage(child);
  // The frame of a renamed child has been here since the rename.
  if (place) return scanInForce(snapshot, Math.max(place.stamp, segments[0]?.fromStamp ?? 0));
  const last = entries.at(-1);
  const scan = last && snapshot.scans[last.scan - 1];
  const isRecorded = (last?.contentId ?? null) === (snapshot.tree.at(child)?.contentId ?? null);
  return scan && isRecorded ? { scan: scan.scan, root: scan.root } : unrecorded(snapshot);
}

/** Returns the first section, by name, whose frames differ from those used. */
function firstDifference(
  before: readonly SynthesisPart[],
  after: readonly SynthesisPart[],
): { readonly name: string; readonly staleness: Omit<Staleness, 'since'> } | null {
  const then = framesByName(before);
  const now = framesByName(after);
  const names = [...new Set([...then.keys(), ...now.keys()])].sort(compareCodePoints);
  for (const name of names) {
    const [old = [], present = []] = [then.get(name), now.get(name)];
    const from = old.find((frameId) => !present.includes(frameId)) ?? null;
    const to = present.find((frameId) => !old.includes(frameId)) ?? null;
    if (from === null && to === null) continue;
    const reason = from !== null && to !== null ? 'frame-superseded' : 'children-changed';
    return { name, staleness: { reason, input: from ?? `child:${name}`, from, to } };
  }
  return null;
}

function framesByName(parts: readonly SynthesisPart[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(parts, ({ name }) => name);
  return new Map(
    [...groups].map(([name, own]) => [name, sortByCodePoint(own.map(({ frameId }) => frameId))]),
  );
}

/** Returns why an input frame is no longer fresh, or null if it is. */
async function judgeFrameInput(judge: Judge, frameId: FrameId): Promise<Staleness | null> {
  const { snapshot } = judge;
  const [record] = await snapshot.frames([frameId]);
  if (!record?.frame || !record.basis)
    return { reason: 'frame-missing', input: frameId, from: frameId, to: null, since: null };
  const { frame, basis } = record;
  const at = frame.subject.kind === 'node' ? await presentPathOf(snapshot, frameId, frame) : null;
  const head = await currentHead(snapshot, frame, at);
  if (head && head.frameId !== frameId) {
    const since = scanInForce(snapshot, head.stamp);
    return { reason: 'frame-superseded', input: frameId, from: frameId, to: head.frameId, since };
  }
  return restingOn(frameId, await judge.judge({ frameId, frame, basis, at }));
}

/** Marks a frame as stale if its input is. */
function restingOn(input: FrameId, verdict: Staleness | null): Staleness | null {
  return verdict && { ...verdict, reason: 'frame-stale', input };
}

/** Returns the current path of a frame's subject. */
async function presentPathOf(
  { ledger: { store }, presentPath }: Snapshot,
  frameId: FrameId,
  { subject, type }: Frame,
): Promise<string> {
  const sought = frameLogValue(frameId);
  let stamp = 0;
  for await (const entry of everyEntry(store, frameLog(subject, type)))
    if (entry.value === sought) stamp = entry.stamp;
  return presentPath(subject.id, stamp);
}

/** Returns the last scan recorded before a stamp. */
function scanInForce({ scans }: Snapshot, stamp: number): SinceScan | null {
  const scan = scans.findLast((recorded) => recorded.stamp <= stamp);
  return scan ? { scan: scan.scan, root: scan.root } : null;
}

type CurrentFrame = { readonly frameId: FrameId; readonly stamp: number };

/** Returns the current frame of a `single` type; null for `many` types, whose frames are all current. */
async function currentHead(
  snapshot: Snapshot,
  { subject, type }: Frame,
  at: string | null,
): Promise<CurrentFrame | null> {
  if (snapshot.ledger.types.get(type)?.cardinality !== 'single') return null;
  if (at !== null) return (await snapshot.current(at)).find((place) => place.type === type) ?? null;
  const log = frameLog(subject, type);
  const head = await snapshot.ledger.store.head(log);
  return head && { frameId: frameIdIn(log, head.value), stamp: head.stamp };
}
