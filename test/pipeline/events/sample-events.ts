// Events for tests: one of every kind, whole runs as the walk writes them, and the same runs spoiled.

import fc from 'fast-check';
import { makeId, sha256 } from '../../../src/kernel/index.ts';
import {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  runEvent,
  type StepPlace,
} from '../../../src/record/index.ts';

/** The id of a frame that a text stands for. */
export const frameOf = (text: string) => makeId('frame', sha256(text));

/** The id of a pack that a text stands for. */
export const packOf = (text: string) => makeId('pack', sha256(text));

const at: StepPlace = { case: 'c1', step: 1, node: 'recall', within: [] };
const frame = frameOf('frame');

/** The payload of one event of every kind. */
export const samplePayloads: RunEventPayloads = {
  'run-started': { run: 'r1', inputs: { report: 'a.xml' } },
  'case-opened': { case: 'c1', frame },
  'agent-chosen': { ...at, agent: 'Herald', reason: 'highest-affinity' },
  'step-entered': at,
  'mask-worn': { ...at, mask: 'mask-of-recall' },
  'source-opened': { ...at, source: 'prior-causes', by: 'mask-of-recall' },
  'pack-compiled': { ...at, pack: packOf('pack'), consumer: 'Herald' },
  'model-asked': { ...at, model: 'heuristic', request: 'q' },
  'reply-checked': { ...at, ok: true, reasons: [] },
  'tool-called': { ...at, tool: 'file', command: 'read', code: 'EN-READ-S-001' },
  'decision-made': { ...at, decision: 'miss', reason: 'nothing alike' },
  'artifact-recorded': { ...at, frame, type: 'recall' },
  'edge-taken': { ...at, edge: 'H2', to: 'triage' },
  'step-failed': { ...at, reason: 'it hung' },
  'case-paused': { ...at, reason: 'a person is asked' },
  'case-overridden': { ...at, by: 'person', frame },
  'walk-ended': {
    case: 'c1',
    within: [],
    status: 'exhausted',
    terminal: '_exhausted',
    reason: '`H7` is spent',
  },
  'memory-changed': { frame, change: 'learned' },
  'run-ended': { run: 'r1', status: 'done' },
};

/** The kinds of the samples. */
export const sampleKinds = Object.keys(samplePayloads) as readonly RunEventKind[];

/** One event of every kind, in the order of a run. */
export const sampleEvents: readonly RunEvent[] = sampleKinds.map((kind) => sample(kind));

/** The sample of a kind. */
export function sample<Kind extends RunEventKind>(kind: Kind): RunEvent {
  return runEvent(kind, samplePayloads[kind]);
}

/** An event as a program of another version stored it. */
export function storedAs(version: number, event: object): { readonly [name: string]: unknown } {
  return { ...event, version };
}

/** An event of version 1: it told neither where a nested node stands nor why a walk ended. */
export function asVersion1(event: RunEvent): { readonly [name: string]: unknown } {
  const old: { [name: string]: unknown } = storedAs(1, event);
  delete old.within;
  if (event.kind === 'walk-ended') delete old.reason;
  return old;
}

/** A newer event than today's program writes. */
export const newerEvent = { version: RUN_EVENT_VERSION + 1, kind: 'case-split', into: ['c2', 'c3'] };

type PlacedKind = Exclude<
  { [Kind in RunEventKind]: RunEventPayloads[Kind] extends StepPlace ? Kind : never }[RunEventKind],
  'agent-chosen' | 'step-entered' | 'case-overridden'
>;

const placed: readonly PlacedKind[] = [
  'mask-worn',
  'source-opened',
  'pack-compiled',
  'model-asked',
  'reply-checked',
  'tool-called',
  'decision-made',
  'artifact-recorded',
  'edge-taken',
  'step-failed',
  'case-paused',
];

const word = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'Ünïcode', '');

/** What happens in one step: its node, how deep it is nested, and events in any order. */
const stepScript = fc.record({
  node: fc.constantFrom('recall', 'triage', 'toString'),
  within: fc.array(word, { maxLength: 2 }),
  told: fc.array(fc.record({ kind: fc.constantFrom(...placed), text: word }), { maxLength: 8 }),
});

const caseScript = fc.record({
  steps: fc.array(stepScript, { maxLength: 6 }),
  end: fc.option(fc.constantFrom('done', 'exhausted', 'failed')),
});

/** Whole runs: every case in order, the cases interleaved as a pool of workers would. */
export const wellFormedRun: fc.Arbitrary<readonly RunEvent[]> = fc
  .record({
    scripts: fc.array(caseScript, { maxLength: 4 }),
    turns: fc.array(fc.nat(3), { maxLength: 60 }),
    isEnded: fc.boolean(),
  })
  .map(({ scripts, turns, isEnded }) => {
    const queues = scripts.map((script, index) => caseEvents(`c${index}`, script));
    const opened = scripts.map((_, index) =>
      runEvent('case-opened', { case: `c${index}`, frame: frameOf(`c${index}`) }),
    );
    const mixed = turns.flatMap((turn) => queues[turn]?.splice(0, 1) ?? []);
    return [
      sample('run-started'),
      ...opened,
      ...mixed,
      ...queues.flat(),
      ...(isEnded ? [sample('memory-changed'), sample('run-ended')] : []),
    ];
  });

/** Runs that no writer makes: events lost, told twice, out of order, and of cases that were never opened. */
export const spoiledRun: fc.Arbitrary<readonly RunEvent[]> = wellFormedRun
  .chain((events) =>
    fc.array(fc.oneof(fc.constantFrom(...events), fc.constantFrom(...sampleEvents)), { maxLength: 60 }),
  )
  .map((events) => [sample('case-opened'), ...events]);

type CaseScript = typeof caseScript extends fc.Arbitrary<infer Script> ? Script : never;

function caseEvents(id: string, { steps, end }: CaseScript): RunEvent[] {
  const walked = steps.flatMap(({ node, within, told }, index) => {
    const place: StepPlace = { case: id, step: index + 1, node, within };
    return [
      runEvent('agent-chosen', { ...place, agent: 'Herald', reason: 'seat' }),
      runEvent('step-entered', place),
      ...told.map(({ kind, text }) => toldEvent(kind, place, text)),
    ];
  });
  if (end === null) return walked;
  return [
    ...walked,
    runEvent('walk-ended', { case: id, within: [], status: end, terminal: null, reason: end }),
  ];
}

/** A sample moved to a place, with a text of its own; half of the effects are of the node around it. */
function toldEvent(kind: PlacedKind, place: StepPlace, text: string): RunEvent {
  const around = place.within.at(-1);
  const isOuter = around !== undefined && text < 'b';
  const moved = isOuter ? { ...place, node: around, within: place.within.slice(0, -1) } : place;
  const texts = { mask: text, source: text, request: text, decision: text, edge: text, reason: text };
  return runEvent(kind, { ...samplePayloads[kind], ...texts, ...moved } as never);
}
