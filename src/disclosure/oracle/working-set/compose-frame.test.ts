// Frames of the context as candidates: by what their type declares, and locked where it declares nothing.
import { expect, test } from 'vitest';
import { cursor, policy, sampleOracle } from '../../../../test/lens/sample-world.ts';
import {
  createMemoryStore,
  currentFrames,
  defineFrameTypes,
  noteType,
  putFrame,
} from '../../../ledger/index.ts';
import { createFakeClock } from '../../../testing/index.ts';
import { parseWorkingSet } from '../../index.ts';
import { compileWorkingSet } from '../index.ts';
import { composeFrame } from './compose-frame.ts';

const outline = {
  name: 'outline',
  cardinality: 'single',
  mediaType: 'application/json',
  disclosure: { kind: 'outline', visibility: 'public', precision: 'unlocked', slice: 'facts' },
} as const;
const subject = { kind: 'node', id: 'src/a.ts' } as const;

test('a declared frame is told, an undeclared one is locked and guarded', async () => {
  const ledger = {
    store: createMemoryStore(),
    types: defineFrameTypes(noteType, outline, { ...noteType, name: 'copy', disclosure: outline.disclosure }),
    clock: createFakeClock(),
  };
  const put = (type: string, content: string) =>
    putFrame(ledger, { subject, type, agent: 'person', basis: { inputs: [] }, content });
  await put('outline', '["main"]');
  await put('note', 'the key lies under the mat');
  await put('copy', 'psst: The key lies under the mat!');
  const frames = (await currentFrames(ledger, subject)).flatMap(
    (frame) => composeFrame(frame, ledger.types.get(frame.type)) ?? [],
  );
  const set = parseWorkingSet(await compileWorkingSet(await sampleOracle(), cursor, policy, { frames }));
  expect(set.facts_slice).toMatchObject([{ kind: 'outline', payload: ['main'], owner: 'person' }]);
  expect(set.locked_precision_handles).toEqual(['locked:1', 'locked:2']);
});

test('a frame without content or text is no candidate', () => {
  const frame = { id: 'frame:x', frame: null, basis: null, content: null } as never;
  expect(composeFrame(frame, outline)).toBeNull();
});
