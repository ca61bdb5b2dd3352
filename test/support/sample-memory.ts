// A small memory for tests: a ledger, cases and causes by name, and what a run teaches it.
import { canonicalText, contentId } from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  defineFrameTypes,
  type Ledger,
  noteType,
  putFrame,
  putFrames,
} from '../../src/ledger/index.ts';
import type { CaseRecord } from '../../src/rca/case/case-record.ts';
import type { SpokenChange } from '../../src/rca/memory/change-causes.ts';
import { type LearnOptions, learnCauses } from '../../src/rca/memory/learn-causes.ts';
import { MEMORY_LOG, memoryTypes } from '../../src/rca/memory/memory-types.ts';
import { type MemoryView, memoryHead, readMemory } from '../../src/rca/memory/read-memory.ts';
import type { ReportCause } from '../../src/record/index.ts';
import { createFakeClock } from '../../src/testing/fake-clock.ts';

/** Makes an empty ledger. */
export function newLedger(): Ledger {
  return {
    store: createMemoryStore(),
    types: defineFrameTypes(noteType, ...memoryTypes),
    clock: createFakeClock(1_000),
  };
}

/** Makes a case; its fingerprint is what it is called. */
export function caseOf(
  hash: string,
  marks: Partial<CaseRecord['fingerprint']> = {},
  count = 1,
  tests: readonly string[] = [],
): CaseRecord {
  const fingerprint = {
    hash,
    exception: 'E',
    template: `${hash} went wrong`,
    places: [`${hash}|f|a.ts`],
    ...marks,
  };
  return { id: `case-${hash}`, fingerprint, failures: [], count, tests: tests.map(testOf), isFlaky: false };
}

/** Makes a test of one suite. */
export function testOf(name: string): { readonly suite: string; readonly name: string } {
  return { suite: 'CartTest', name };
}

/** Makes a settled cause in `a.ts`. */
export function causeOf(id: string, changes: Partial<ReportCause> = {}): ReportCause {
  return {
    id,
    defect_type: 'product_bug',
    confidence: 0.9,
    status: 'concluded',
    summary: `${id} is broken`,
    world: 'change',
    world_reason: '',
    message: '',
    type_reason: '',
    answer: ['a.ts'],
    tests: [],
    suspects: [
      { path: 'a.ts', line: 3, score: 9, confidence: 0.9 },
      { path: 'b.ts', score: 5, confidence: 0.05 },
    ],
    commits: [{ id: 'abc', score: 1, subject: 'Round once', author: 'Ada', date: '2024-01-01T00:00:00Z' }],
    evidence: [],
    path: [],
    next_steps: [],
    duplicates: [],
    stale: false,
    ...changes,
  };
}

/** The files at hand. */
export const tree: Readonly<Record<string, string>> = { 'a.ts': 'bytes of a', 'b.ts': 'bytes of b' };
/** Looks a file up. */
export const contentOf = (path: string) => (tree[path] === undefined ? undefined : contentId(tree[path]));

/** Learns what a run came to, and returns what is remembered then. */
export async function learn(
  ledger: Ledger,
  run: string,
  causes: LearnOptions['causes'],
  present: Partial<Pick<LearnOptions, 'contentOf' | 'hasCommit'>> = {},
): Promise<{ readonly view: MemoryView; readonly written: number }> {
  const before = await readMemory(ledger, { head: await memoryHead(ledger.store) });
  const { drafts, appends } = learnCauses(ledger, { run, view: before, causes, contentOf, ...present });
  for (const draft of drafts) await putFrame(ledger, draft);
  if (appends.length > 0) await ledger.store.commit({ atMs: ledger.clock.now(), appends });
  const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
  return { view, written: drafts.length };
}

/** Lets a person say something about what is remembered, and returns what is remembered then. */
export async function speak(ledger: Ledger, say: (view: MemoryView) => SpokenChange): Promise<MemoryView> {
  const { change, drafts } = say(await readMemory(ledger, { head: await memoryHead(ledger.store) }));
  const frames = await putFrames(ledger, drafts);
  const appends = frames.map(({ frameId: frame }) => ({
    log: MEMORY_LOG,
    value: canonicalText({ change, frame }),
  }));
  await ledger.store.commit({ atMs: ledger.clock.now(), appends });
  return readMemory(ledger, { head: await memoryHead(ledger.store) });
}
