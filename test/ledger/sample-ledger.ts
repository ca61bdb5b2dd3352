// Makes ledgers for tests: by hand, or from random steps that use everything a ledger has.

import fc from 'fast-check';
import { canonicalText, digestOf, type FrameId, PenumbraError, sha256 } from '../../src/kernel/index.ts';
import {
  collect,
  createMemoryStore,
  defineFrameTypes,
  everyEntry,
  everyHead,
  exportArchive,
  importArchive,
  type Ledger,
  noteType,
  putFrame,
  type Store,
  type Subject,
  toObject,
} from '../../src/ledger/index.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';

/** One current note and many remarks per subject; `odd` is written, but not known to who collects. */
export const knownTypes = defineFrameTypes(noteType, { ...noteType, name: 'remark', cardinality: 'many' });
const writtenTypes = defineFrameTypes(...knownTypes.values(), { ...noteType, name: 'odd' });

export type SampleLedger = Ledger & { readonly clock: FakeClock };

/** A ledger whose clock stands still until a step moves it. */
export function sampleLedger(
  store: Store = createMemoryStore(),
  startMs = Date.UTC(2026, 0, 1),
): SampleLedger {
  return { store, types: writtenTypes, clock: createFakeClock(startMs) };
}

export function node(id: string): Subject {
  return { kind: 'node', id };
}

type Note = { on?: string; type?: string; agent?: string; says?: string; from?: readonly FrameId[] };

/** Puts a frame a second after the last one. */
export async function put(ledger: SampleLedger, note: Note = {}): Promise<FrameId> {
  const { on = 'src/a.ts', type = 'note', agent = 'person', says = 'text', from = [] } = note;
  ledger.clock.advance(1_000);
  const inputs = [{ external: { name: 'commit', value: 'c0ffee' } }, ...from];
  const { frameId } = await putFrame(ledger, {
    subject: node(on),
    type,
    agent,
    basis: { inputs },
    content: says,
  });
  return frameId;
}

/** Names a frame in a log that is no frame log, as a run or a pin does. */
export async function pin(ledger: SampleLedger, frame: FrameId, log = 'pins'): Promise<void> {
  ledger.clock.advance(1_000);
  await ledger.store.commit({
    atMs: ledger.clock.now(),
    appends: [{ log, value: canonicalText({ pinned: [frame] }) }],
  });
}

export async function orphan(ledger: SampleLedger, text: string): Promise<void> {
  await ledger.store.commit({ atMs: ledger.clock.now(), puts: [toObject(text)] });
}

/** Returns the archive of a ledger as one run of bytes. */
export async function archiveOf(store: Store): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportArchive(store)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Streams bytes in chunks of a size. */
export async function* inChunks(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Puts the right counts and root on an edited archive (one character per byte), as someone who forges one would. */
export function reseal(text: string): string {
  const body = text.slice(0, text.lastIndexOf('{"counts"'));
  const count = (record: string) => body.split(`"record":"${record}"`).length - 1;
  const counts = {
    tombstones: count('tombstone'),
    objects: count('object'),
    logs: count('log'),
    entries: count('entry'),
    members: count('member'),
  };
  return `${body}${canonicalText({ counts, record: 'end', root: sha256(Buffer.from(body, 'latin1')) })}\n`;
}

/** Makes a store from archives, imported in order. */
export async function storeOf(...archives: readonly Uint8Array[]): Promise<Store> {
  const store = createMemoryStore();
  for (const archive of archives) await importArchive(store, inChunks(archive));
  return store;
}

/** One random act on a ledger. */
export type Step =
  | { act: 'put'; subject: number; type: string; agent: string; content: number; inputs: readonly number[] }
  | { act: 'pin'; frame: number }
  | { act: 'orphan'; content: number }
  | { act: 'history'; ageMs: number }
  | { act: 'erase'; subject: number };

const small = fc.nat({ max: 3 });
const putStep = fc.record({
  act: fc.constant('put' as const),
  subject: small,
  type: fc.constantFrom('note', 'note', 'remark', 'odd'),
  agent: fc.constantFrom('ada', 'bob'),
  content: small,
  inputs: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 2 }),
});

/** Mostly frames, now and then a pin, an orphan, a collection or an erasure. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: putStep },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('pin' as const), frame: fc.nat({ max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('orphan' as const), content: small }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant('history' as const), ageMs: fc.nat({ max: 9_000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('erase' as const), subject: small }) },
  ),
  { maxLength: 20 },
);

/** Takes steps on a ledger. A content tells its agent, so that two agents never write the same one. */
export async function take(ledger: SampleLedger, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    try {
      await takeOne(ledger, step);
    } catch (error) {
      // What was erased is not taken again, and what was dropped is no input.
      const isExpected = error instanceof PenumbraError && ['erased', 'frame-not-found'].includes(error.code);
      if (!isExpected) throw error;
    }
  }
}

async function takeOne(ledger: SampleLedger, step: Step): Promise<void> {
  const frames = await framesIn(ledger.store);
  switch (step.act) {
    case 'put': {
      const from = new Set(step.inputs.flatMap((input) => frames[input % Math.max(1, frames.length)] ?? []));
      const says = `${step.agent} says ${step.content}`;
      const on = `src/${step.subject}.ts`;
      await put(ledger, { on, type: step.type, agent: step.agent, says, from: [...from] });
      return;
    }
    case 'pin': {
      const frame = frames[step.frame % Math.max(1, frames.length)];
      if (frame) await pin(ledger, frame);
      return;
    }
    case 'orphan':
      return orphan(ledger, `orphan ${step.content}`);
    case 'history':
      await collect(ledger.store, { types: knownTypes, historyBeforeMs: ledger.clock.now() - step.ageMs });
      return;
    case 'erase':
      await collect(ledger.store, { types: knownTypes, erase: node(`src/${step.subject}.ts`) });
  }
}

async function framesIn(store: Store): Promise<readonly FrameId[]> {
  const found = new Set<FrameId>();
  for await (const { log } of everyHead(store, 'frame/')) {
    for await (const { value } of everyEntry(store, log)) found.add(JSON.parse(value).frame);
  }
  const frames = [...found];
  const isPresent = await store.hasMany(frames.map(digestOf));
  return frames.filter((_, index) => isPresent[index]);
}
