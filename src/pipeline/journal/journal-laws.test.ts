/** Laws of the journal, for any small definition and any answers: taken up anywhere, any number of times, it is one walk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyLog, goOn, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import {
  type Ask,
  askOnce,
  forkRun,
  type Graph,
  loadPipeline,
  openJournal,
  stepsTaken,
  walkMany,
  walkWithJournal,
} from '../index.ts';

/** A definition of up to four nodes: each leads somewhere, loops to somewhere, and one may walk a definition. */
type Draft = {
  readonly to: readonly number[];
  readonly loops: readonly (number | null)[];
  readonly nested: readonly boolean[];
  /** What is answered, in turn. */
  readonly answers: readonly { readonly [key: string]: CanonicalValue }[];
  /** How many steps are taken in each life. */
  readonly lives: readonly number[];
};

const NODES = 4;
const place = fc.nat(NODES);
const draft: fc.Arbitrary<Draft> = fc.record({
  to: fc.array(place, { minLength: NODES, maxLength: NODES }),
  loops: fc.array(fc.option(fc.nat(NODES - 1)), { minLength: NODES, maxLength: NODES }),
  nested: fc.array(fc.boolean(), { minLength: NODES, maxLength: NODES }),
  answers: fc.array(
    fc.dictionary(
      fc.string(),
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -9, max: 9 }),
        fc.string(),
        fc.boolean(),
      ),
    ),
    { minLength: 1, maxLength: 5 },
  ) as fc.Arbitrary<Draft['answers']>,
  lives: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }),
});

const inner =
  'pipeline: q\nnodes: [{name: x}, {name: y}]\nedges:\n  - {id: i1, from: x, to: y}\n  - {id: i2, from: y, to: _done}\nstart: x';

function graphOf({ to, loops, nested }: Draft): Graph {
  const name = (index: number) => (index >= NODES ? '_done' : `n${index}`);
  const nodes = to.map((_, index) => `{name: n${index}${nested[index] ? ', pipeline: q' : ''}}`);
  const edges = to.flatMap((target, index) => [
    ...(loops[index] === null
      ? []
      : [
          `  - {id: l${index}, from: n${index}, to: ${name(loops[index] ?? 0)}, loop: true, max: 2, when: "state.handoffs < 6"}`,
        ]),
    `  - {id: e${index}, from: n${index}, to: ${name(target)}}`,
  ]);
  const text = `pipeline: p\nnodes: [${nodes.join(', ')}]\nedges:\n${edges.join('\n')}\nstart: n0\n`;
  return loadPipeline(text, { resolve: () => inner });
}

/** Answers by how many steps a case has taken, so that a process that has just been started answers the same. */
async function walkLives({ answers }: Draft, graph: Graph, lives: readonly number[]) {
  const ledger = memoryLedger();
  const MOST = 12;
  let asks = 0;
  for (const maxSteps of [...ends(lives).filter((end) => end < MOST), MOST]) {
    const journal = await openJournal(ledger, { run: 'run', case: 'case' });
    const ask: Ask = async ({ name }) => {
      asks++;
      const step = stepsTaken(journal.progress);
      const data = await askOnce(journal, 'word', async () => answers[step % answers.length] ?? {});
      return { type: name, confidence: (step % 10) / 10, data };
    };
    await walkWithJournal(journal, graph, { ask, limits: { maxSteps } });
  }
  return { ledger, asks, progress: (await openJournal(ledger, { run: 'run', case: 'case' })).progress };
}

const ends = (lives: readonly number[]) =>
  lives.map((_, index) => lives.slice(0, index + 1).reduce((a, b) => a + b));

/** All but the log of the run, where a case that stopped says so. */
async function recorded(ledger: Parameters<typeof everyLog>[0]) {
  return Object.fromEntries(
    Object.entries(await everyLog(ledger)).filter(([log]) => !/^(run|pauses)[/]/.test(log)),
  );
}

test('a walk taken up at any steps is the walk that was never stopped', async () => {
  await fc.assert(
    fc.asyncProperty(draft, async (one) => {
      const graph = graphOf(one);
      const whole = await walkLives(one, graph, []);
      const pieces = await walkLives(one, graph, one.lives);
      expect(pieces.progress).toEqual(whole.progress);
      expect(pieces.asks).toBe(whole.asks);
      expect(await recorded(pieces.ledger)).toEqual(await recorded(whole.ledger));
    }),
    { numRuns: 30 },
  );
});

test('a fork at any step that is answered alike comes to the same, and the original is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(draft, fc.nat(12), async (one, at) => {
      const graph = graphOf(one);
      const ledger = memoryLedger();
      const walk = (run: string) =>
        walkMany(graph, {
          run,
          cases: [{ id: 'case' }],
          ledger,
          limits: { maxSteps: 12 },
          ask: ({ name }, _context, { journal }) => ({
            type: name,
            data: one.answers[stepsTaken(journal.progress) % one.answers.length] ?? {},
          }),
        });
      const [original] = await walk('original');
      const idOf = async (run: string) => (await openJournal(ledger, { run, case: 'case' })).run;
      const before = await everyLog(ledger);
      const steps = new Map([['case', Math.min(at, original?.state.steps ?? 0)]]);
      await forkRun(ledger, { run: await idOf('original'), into: await idOf('fork'), steps, inputs: {} });
      const [forked] = await walk('fork');
      expect(forked?.state).toEqual(original?.state);
      expect(await everyLog(ledger)).toMatchObject(before);
    }),
    { numRuns: 30 },
  );
});

test('a failed walk that is tried again any number of times ends like one that never failed', async () => {
  await fc.assert(
    fc.asyncProperty(draft, fc.array(fc.boolean(), { maxLength: 20 }), async (one, isDown) => {
      // Only forward but for loops: a step that failed counts as one, so the walk may not end by counting steps.
      const to = one.to.map((target, index) => Math.max(target, index + 1));
      const graph = graphOf({ ...one, to });
      const plan = [...isDown];
      const answer = (name: string, visits: number) => ({ type: name, data: { visits } });
      const steady: Ask = ({ name }, { state }) => answer(name, state.visits[name] ?? 0);
      const shaky: Ask = ({ name }, { state }) => {
        if (plan.shift()) throw new Error('down');
        return answer(name, state.visits[name] ?? 0);
      };
      const whole = await goOn(memoryLedger(), graph, { ask: steady });
      const ledger = memoryLedger();
      let result = await goOn(ledger, graph, { ask: shaky });
      while (result.status === 'failed') result = await goOn(ledger, graph, { ask: shaky, isRetried: true });
      expect({ status: result.status, history: result.history, outputs: result.outputs }).toEqual({
        status: whole.status,
        history: whole.history,
        outputs: whole.outputs,
      });
    }),
    { numRuns: 30 },
  );
});
