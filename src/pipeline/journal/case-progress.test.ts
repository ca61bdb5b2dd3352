/** Progress comes back from the ledger as it was written, at its end and after any number of steps. */
import { expect, test } from 'vitest';
import { type FrameId, makeId, sha256 } from '../../kernel/index.ts';
import { createMemoryStore } from '../../ledger/index.ts';
import { loadPipeline, resolveShipped } from '../index.ts';
import { startWalk } from '../step/start-walk.ts';
import {
  type CaseProgress,
  progressLog,
  progressWrite,
  readProgress,
  readProgressAt,
  stepsTaken,
} from './case-progress.ts';

const [light, court] = ['rca-investigation', 'court'].map((name) =>
  loadPipeline(resolveShipped(name) ?? ''),
) as [ReturnType<typeof loadPipeline>, ReturnType<typeof loadPipeline>];
const none: CaseProgress = { walk: null, earlier: [], frames: {}, replies: [], zones: [] };

test('progress is read as it was written, with the walks that ended before', async () => {
  const store = createMemoryStore();
  const log = progressLog(makeId('run', sha256('a run')), 'case-1');
  expect(await readProgress(store, log)).toEqual({ progress: none, entry: null, entries: 0 });
  const frame = makeId('frame', sha256('a frame')) as FrameId;
  const progress: CaseProgress = {
    walk: { pipeline: 'court', pass: 1, state: startWalk(court) },
    earlier: [
      { pipeline: 'light', pass: 1, state: { ...startWalk(light), status: 'done', terminal: '_done' } },
    ],
    frames: { report: frame },
    replies: [{ agent: 'Weaver', node: 'report', step: 1, frame }],
    zones: ['paint', null],
  };
  const { puts, append } = progressWrite(log, progress);
  expect((await store.commit({ atMs: 0, puts, appends: [append] })).committed).toBe(true);
  expect(await readProgress(store, log)).toEqual({ progress, entry: append.value, entries: 1 });
  expect(stepsTaken(progress)).toBe(2);
  expect(await readProgressAt(store, log, 0)).toEqual(none);
  expect(await readProgressAt(store, log, 2)).toEqual(progress);
  expect(await readProgressAt(store, log, 1)).toBeNull();
});
