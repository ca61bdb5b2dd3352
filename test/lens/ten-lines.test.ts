// The lens in ten lines, without a workspace, a store or a model.
import { expect, test } from 'vitest';
import { checkReply, compilePromptPack, renderPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, createOracle } from '../../src/disclosure/oracle/index.ts';

test('ten lines tell an agent a fact and check its answer', async () => {
  const oracle = createOracle();
  await oracle.registerKind({ kind: 'clue' });
  const provenance = { source: 'report', eventIds: [], ruleRefs: [] };
  await oracle.appendFact({
    kind: 'clue',
    payload: 'the port was taken',
    provenance,
    visibility: 'public',
    precision: 'unlocked',
  });
  await oracle.appendFact({ kind: 'clue', payload: 'hunter2-swordfish', provenance, visibility: 'public' });
  const cursor = { world: 'w', campaign: 'case', scene: 'triage', session: 'run', mode: 'work' };
  const maskMatrix = { version: 1, consumers: { agent: { clue: { public: 'full' } } } } as const;
  const set = await compileWorkingSet(oracle, cursor, { maskMatrix });
  const { pack, envelope } = compilePromptPack(set, { consumer: 'agent', guard: set.guard });
  expect(renderPack(pack)).toContain('the port was taken');
  expect(checkReply('[T1] explains it', { pack, envelope, guard: set.guard })).toEqual({
    ok: true,
    reasons: [],
  });
  expect(checkReply('it is Hunter2 Swordfish', { pack, envelope, guard: set.guard }).ok).toBe(false);
});
