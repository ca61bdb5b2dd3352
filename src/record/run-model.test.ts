// A run as it is read back from its events.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeId, sha256 } from '../kernel/index.ts';
import { readEvent } from './read-event.ts';
import {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  runEventFields,
} from './run-event.ts';
import { emptyRun, foldRun } from './run-model.ts';

const frame = makeId('frame', sha256('frame'));
const at = { case: 'c1', step: 1, node: 'recall' };

const payloads: RunEventPayloads = {
  'run-started': { run: 'r1', inputs: { report: 'a.xml' } },
  'case-opened': { case: 'c1', frame },
  'agent-chosen': { ...at, agent: 'Herald', reason: 'highest-affinity' },
  'step-entered': at,
  'mask-worn': { ...at, mask: 'mask-of-recall' },
  'source-opened': { ...at, source: 'prior-causes', by: 'mask-of-recall' },
  'pack-compiled': { ...at, pack: makeId('pack', sha256('pack')), consumer: 'Herald' },
  'model-asked': { ...at, model: 'heuristic', request: 'q' },
  'reply-checked': { ...at, ok: true, reasons: [] },
  'tool-called': { ...at, tool: 'file', command: 'read', code: 'EN-READ-S-001' },
  'decision-made': { ...at, decision: 'miss', reason: 'nothing alike' },
  'artifact-recorded': { ...at, frame, type: 'recall' },
  'edge-taken': { ...at, edge: 'H2', to: 'triage' },
  'step-failed': { ...at, reason: 'it hung' },
  'case-paused': { ...at, reason: 'a person is asked' },
  'case-overridden': { ...at, by: 'person', frame },
  'walk-ended': { case: 'c1', status: 'done', terminal: '_done' },
  'memory-changed': { frame, change: 'learned' },
  'run-ended': { run: 'r1', status: 'done' },
};
const kinds = Object.keys(payloads) as RunEventKind[];
const events = kinds.map((kind) => ({ version: RUN_EVENT_VERSION, kind, ...payloads[kind] }) as RunEvent);

describe('folding events', () => {
  test('gives the run, its cases and each step with all that happened in it', () => {
    expect(foldRun(events)).toEqual({
      run: 'r1',
      status: 'done',
      memoryChanges: [{ frame, change: 'learned' }],
      cases: [
        {
          id: 'c1',
          frame,
          status: 'done',
          terminal: '_done',
          paused: null,
          overrides: [{ by: 'person', frame }],
          steps: [
            {
              step: 1,
              node: 'recall',
              agent: { name: 'Herald', reason: 'highest-affinity' },
              masks: ['mask-of-recall'],
              sources: [{ source: 'prior-causes', by: 'mask-of-recall' }],
              packs: [{ pack: makeId('pack', sha256('pack')), consumer: 'Herald' }],
              asks: [{ model: 'heuristic', request: 'q' }],
              replyChecks: [{ ok: true, reasons: [] }],
              tools: [{ tool: 'file', command: 'read', code: 'EN-READ-S-001' }],
              decisions: [{ decision: 'miss', reason: 'nothing alike' }],
              artifact: { frame, type: 'recall' },
              edge: { edge: 'H2', to: 'triage' },
              failure: 'it hung',
            },
          ],
        },
      ],
    });
  });

  test('shows a case that waits as waiting, and a node visited twice as two steps', () => {
    const again = { version: 1, kind: 'step-entered', case: 'c1', step: 2, node: 'recall' } as const;
    const until = events.slice(0, kinds.indexOf('case-paused') + 1);
    expect(foldRun(until).cases[0]).toMatchObject({ status: 'paused', paused: 'a person is asked' });
    expect(foldRun([...until, again]).cases[0]?.steps.map(({ step }) => step)).toEqual([1, 2]);
  });

  test('of a prefix and then of the rest equals folding all', () => {
    const some = fc.array(fc.constantFrom(...events), { maxLength: 40 });
    fc.assert(
      fc.property(some, fc.nat(40), (all, cut) => {
        expect(foldRun(all.slice(cut), foldRun(all.slice(0, cut)))).toEqual(foldRun(all));
      }),
    );
  });

  test('of nothing is an empty run', () => {
    expect(foldRun([])).toBe(emptyRun);
  });

  test('tells a run that two merged ledgers had once', () => {
    const twice = events.flatMap((event) => [event]).concat(events);
    expect(foldRun(twice)).toEqual({ ...foldRun(events), cases: foldRun(twice).cases });
    expect(foldRun(twice).cases.map(({ id, steps }) => [id, steps.length])).toEqual([['c1', 1]]);
    expect(foldRun(twice).cases[0]?.steps).toEqual(foldRun(events).cases[0]?.steps);
  });
});

describe('reading a stored event', () => {
  test.each(events)('takes $kind as it was written', (event) => {
    expect(readEvent(JSON.parse(JSON.stringify(event)))).toEqual({ event });
  });

  test.each(kinds.flatMap((kind) => runEventFields[kind].map((field) => [kind, String(field)] as const)))(
    'refuses %s without its %s',
    (kind, field) => {
      const stored = { version: 1, kind, ...payloads[kind], [field]: undefined };
      expect(readEvent(stored)).toEqual({
        problem: 'malformed',
        detail: `\`${field}\` is missing in ${kind}`,
      });
    },
  );

  test.each([
    [{ version: 2, kind: 'run-started' }, 'newer'],
    [{ version: 1, kind: 'run-restarted' }, 'malformed'],
    [{ version: 1, kind: 'constructor' }, 'malformed'],
    [{ kind: 'run-started' }, 'malformed'],
    [null, 'malformed'],
    ['run-started', 'malformed'],
  ])('tells what is wrong with %j', (stored, problem) => {
    expect(readEvent(stored)).toMatchObject({ problem });
  });
});
