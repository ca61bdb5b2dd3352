// The desk of a case: however long an agent's preamble is, what it is told fits the budget, and is on record.

import { expect, test } from 'vitest';
import { openPackRebuilder } from '../../src/commands/packs/rebuild-pack.ts';
import { renderPack } from '../../src/disclosure/lens/index.ts';
import { byteCounter, composeContent, type FactDraft } from '../../src/disclosure/oracle/index.ts';
import { frameTypes } from '../../src/engine/frame-types.ts';
import { openPackCompiler, type PackRequest } from '../../src/investigation/ask/pack-compiler.ts';
import { type Id, makeId, sha256 } from '../../src/kernel/index.ts';
import { createMemoryStore, defineFrameTypes, type Ledger, putFrame } from '../../src/ledger/index.ts';
import { caseSubject } from '../../src/pipeline/index.ts';

const BUDGET = 48_000;
const run: Id<'run'> = makeId('run', sha256('a run'));
const caseId = 'case-1';

const request: PackRequest = {
  node: 'triage',
  scene: '1-triage',
  mode: 'bare',
  artifact: 'triage',
  schema: { type: 'object' },
  bounds: {},
  preamble: '',
  frames: [],
};

/** More facts than the budget holds, so that every token set aside shows. */
const facts: readonly FactDraft[] = Array.from({ length: 60 }, (_, index) => ({
  kind: 'failure',
  payload: { index, text: 'failed '.repeat(500) },
  provenance: { source: 'intake', eventIds: [], ruleRefs: [] },
  visibility: 'public',
  precision: 'unlocked',
}));

async function compileWith(preamble: string) {
  const ledger: Ledger = { store: createMemoryStore(), clock: { now: () => 0 }, types: frameTypes };
  const desk = openPackCompiler(
    ledger,
    { world: caseSubject(run, caseId).id, caseId, session: run },
    { reveal: (payload) => payload },
  );
  await desk.prepare(facts);
  return { ledger, desk, ...(await desk.compile({ ...request, preamble })) };
}

test.each([0, 100, 599, 601, 20_000, 60_000])(
  'with a preamble of %i characters the text fits the budget',
  async (length) => {
    const { pack, parsed } = await compileWith('p'.repeat(length));
    const tokens = byteCounter.count(renderPack(pack));
    expect(tokens).toBeLessThanOrEqual(BUDGET);
    // Room is set aside for what is needed, and no more.
    expect(tokens).toBeGreaterThan(BUDGET * 0.8);
    expect(parsed.style).toEqual({ preamble: 'p'.repeat(length) });
  },
);

test('short preambles share one policy, and a long one has a policy of its own that is on record', async () => {
  const short = await compileWith('brief');
  const longer = await compileWith('p'.repeat(5_000));
  const { budget_policy_id } = short.parsed.policy_ids;
  expect((await compileWith('')).parsed.policy_ids.budget_policy_id).toBe(budget_policy_id);
  expect(longer.parsed.policy_ids.budget_policy_id).not.toBe(budget_policy_id);
  const placed = { run, case: caseId, step: 1, node: 'triage', consumer: 'triage', hash: longer.pack.hash };
  const rebuilt = await openPackRebuilder(longer.ledger).rebuild(placed);
  expect(rebuilt?.compiled.pack.hash).toBe(longer.pack.hash);
});

test('asking for the same pack again changes nothing and gives the same bytes', async () => {
  const { desk, ledger, pack } = await compileWith('brief');
  const before = await ledger.store.statistics();
  expect((await desk.compile({ ...request, preamble: 'brief' })).pack.hash).toBe(pack.hash);
  expect(await ledger.store.statistics()).toEqual(before);
});

test.each(['facts', 'state'] as const)(
  'a frame that was shown among %s is shown there again, whatever its type says',
  async (slice) => {
    const type = {
      name: 'reading',
      cardinality: 'many',
      mediaType: 'application/json',
      disclosure: { kind: 'reading', visibility: 'public', precision: 'unlocked', slice: 'state' },
    } as const;
    const ledger: Ledger = {
      store: createMemoryStore(),
      clock: { now: () => 0 },
      types: defineFrameTypes(type),
    };
    const subject = caseSubject(run, caseId);
    const draft = { subject, type: type.name, agent: 'intake', basis: { inputs: [] }, content: '{"at":7}' };
    const { frameId } = await putFrame(ledger, draft);
    const shown = composeContent({ handle: frameId, agent: 'intake', payload: { at: 7 } }, type);
    const desk = openPackCompiler(
      ledger,
      { world: subject.id, caseId, session: run },
      { reveal: (payload) => payload },
    );
    const frames = [{ ...shown, kind: 'failure', slice }];
    const { pack, parsed } = await desk.compile({ ...request, frames });
    expect([parsed.truth.length, parsed.task.scene.length]).toEqual(slice === 'facts' ? [1, 0] : [0, 1]);
    expect(parsed.scope.world_id).toBe(subject.id);
    const placed = { run, case: caseId, step: 1, node: 'triage', consumer: 'triage', hash: pack.hash };
    const rebuilt = await openPackRebuilder(ledger).rebuild(placed);
    expect(rebuilt?.compiled.pack.hash).toBe(pack.hash);
  },
);
