// The gates of the lens as tests: determinism, disclosure, attribution, no loss, no backflow.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkingSet } from '../../src/disclosure/index.ts';
import { canonicalize, parseCanonical, sha256 } from '../../src/kernel/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import {
  compileGuard,
  compilePromptPack,
  parsePack,
  parseRendered,
  renderPack,
} from '../../src/lens/index.ts';
import { auditWorkingSet, byteCounter, compileWorkingSet, definePolicy } from '../../src/oracle/index.ts';
import { allOutput, cursor, fact, oracleWith, packOf, policy, sampleOracle, secret } from './sample-world.ts';

const root = join(import.meta.dirname, '../..');
const facts = [
  fact({ text: 'the gate stands open' }),
  fact({ text: 'ash on the stairs' }, { kind: 'rumour', synthesized: true }),
  fact({ name: 'Hollow Mill', road: 'north' }, { kind: 'place', gist: { name: 'a mill' } }),
  fact({ sky: 'low clouds' }, { kind: 'weather' }),
  fact({ hp: 31, look: 'scales' }, { kind: 'creature', entity: 'wyrm', tiers: { hp: 'STUDIED' } }),
  secret({ name: 'Vermithrax', hoard: 4711 }, { gist: { name: 'something old' } }),
  secret({ password: 'open-sesame-now' }),
];

/** A guard made by hand, for working sets that are altered by hand. */
const handmade = compileGuard([{ handle: 'locked:1', tokens: ['Vermithrax'] }]);

describe('G1 determinism (LENS-DET-1..4)', () => {
  test('any order of appending gives the same bytes', async () => {
    const bytes = (await compileWorkingSet(await oracleWith(facts), cursor, policy)).bytes;
    const shuffled = fc.shuffledSubarray(facts, { minLength: facts.length });
    await fc.assert(
      fc.asyncProperty(shuffled, async (order) => {
        expect((await compileWorkingSet(await oracleWith(order), cursor, policy)).bytes).toEqual(bytes);
      }),
      { numRuns: 20 },
    );
  });

  test('compiling twice, and from parsed and written bytes, gives the same pack', async () => {
    const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    const again = { id: set.id, bytes: canonicalize(parseCanonical(set.bytes)) };
    const options = { consumer: 'narrator', guard: set.guard };
    const first = compilePromptPack(set, options);
    expect(compilePromptPack(set, options)).toEqual(first);
    expect(compilePromptPack(again, options)).toEqual(first);
    expect(first.pack.hash).toBe(sha256(first.pack.bytes));
  });

  test('another process gives the same hashes', async () => {
    const program = join(import.meta.dirname, 'compile-sample.ts');
    const printed = execFileSync(process.execPath, [program], { encoding: 'utf8', cwd: root });
    const { pack, envelope } = await packOf([
      secret({ name: 'Vermithrax' }, { gist: { name: 'something old' } }),
      fact({ text: 'the gate stands open' }),
    ]);
    expect(printed).toBe(`${envelope.working_set_id} ${pack.hash}\n`);
  });

  test('a second oracle on the same store gives the same bytes', async () => {
    const store = createMemoryStore();
    const first = await sampleOracle(store);
    for (const draft of facts) await first.appendFact(draft);
    const { bytes } = await compileWorkingSet(first, cursor, policy);
    expect((await compileWorkingSet(await sampleOracle(store), cursor, policy)).bytes).toEqual(bytes);
  });

  test('blocks stand in the order of the slices, whatever the director brings forward', async () => {
    const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    const order = parseWorkingSet(set).facts_slice.filter(({ recall }) => !recall);
    const options = { consumer: 'narrator', guard: set.guard };
    const { pack } = compilePromptPack(set, {
      ...options,
      beat: { beat_type: 'payoff', foreground: [2, 0] },
    });
    const parsed = parsePack(pack);
    expect(parsed.truth.map(({ handle }) => handle)).toEqual(order.map(({ handle }) => handle));
    expect(parsed).toMatchObject({ foreground: [2, 0], style: { beat: { beat_type: 'payoff' } } });
  });

  test('no time, chance or locale is read in disclosure and lens', () => {
    const sources = ['disclosure', 'lens'].flatMap((room) =>
      execFileSync('git', ['ls-files', '-co', '--exclude-standard', `src/${room}`], {
        cwd: root,
        encoding: 'utf8',
      })
        .split('\n')
        .filter((file) => /(?<![.]test)[.]ts$/.test(file)),
    );
    expect(sources.length).toBeGreaterThan(20);
    for (const file of sources)
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(
        /\bDate\b|Math\.random|localeCompare|process\./,
      );
  });
});

describe('G2 disclosure (MASK-1..5)', () => {
  test('MASK-1: locked tokens and locked handles are in no output', async () => {
    const oracle = await oracleWith(facts);
    const { handle } = await oracle.appendFact(secret({ password: 'open-sesame-now' }));
    const gisted = await oracle.appendFact(secret({ pin: '90210-x' }, { gist: 'a pin' }));
    const set = await compileWorkingSet(oracle, cursor, policy);
    for (const consumer of ['narrator', 'player', 'keeper', 'stranger']) {
      const output = allOutput(compilePromptPack(set, { consumer, guard: set.guard }));
      expect(output).not.toMatch(/vermithrax|(?<![0-9a-f])4711|open-sesame|hoard/i);
      expect(output).not.toContain(handle);
      expect(output).not.toContain(gisted.handle);
    }
    expect(new TextDecoder().decode(set.bytes)).not.toMatch(/vermithrax|(?<![0-9a-f])4711|open-sesame/i);
  });

  test('MASK-2: a handle that is not allowed is absent, not redacted', async () => {
    const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    const whole = parseWorkingSet(set);
    const [gone, ...kept] = whole.allowmention_handles;
    const bytes = canonicalize({ ...whole, allowmention_handles: kept });
    const { pack, auditEnvelope } = compilePromptPack(
      { bytes, id: sha256(bytes).slice(0, 16) },
      { consumer: 'keeper', guard: handmade },
    );
    expect(new TextDecoder().decode(pack.bytes)).not.toContain(gone);
    expect(auditEnvelope.excluded).toContainEqual({ handle: gone, reason: 'not-allowed' });
  });

  test('MASK-3: fields above the tier are absent, and appear when it is raised', async () => {
    const oracle = await oracleWith(facts);
    const creature = async () => {
      const set = await compileWorkingSet(oracle, cursor, policy);
      const { pack } = compilePromptPack(set, { consumer: 'player', guard: set.guard });
      return parsePack(pack).truth.find(({ kind }) => kind === 'creature')?.payload;
    };
    expect(await creature()).toEqual({ look: 'scales' });
    await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'FOUGHT' });
    expect(await creature()).toEqual({ look: 'scales' });
    await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'STUDIED' });
    await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'SEEN' });
    expect(await creature()).toEqual({ hp: 31, look: 'scales' });
  });

  test('MASK-4: a locked fact is told by its gist, and only by one that was supplied', async () => {
    const { pack } = await packOf(facts);
    const gists = parsePack(pack).truth.filter(({ form }) => form === 'gist');
    expect(gists.map(({ payload }) => payload)).toEqual([{ name: 'something old' }]);
  });

  test('MASK-5: every handle in the pack is in the envelope, and nothing else', async () => {
    const { pack, envelope } = await packOf(facts);
    const { truth, memory, task, citations } = parsePack(pack);
    const handles = [...truth, ...memory, ...task.scene].map(({ handle }) => handle);
    expect(envelope.allowed_handles).toEqual(handles);
    expect(Object.values(citations).sort()).toEqual([...handles].sort());
  });

  test('no row of the matrix means absent, and a row may ask for the gist', async () => {
    expect(parsePack((await packOf(facts, { consumer: 'stranger' })).pack).truth).toEqual([]);
    const { pack } = await packOf(facts, { consumer: 'player' });
    expect(parsePack(pack).truth.find(({ kind }) => kind === 'place')?.payload).toEqual({ name: 'a mill' });
  });

  test('named consumers and owners are told, others are not', async () => {
    const own = [
      fact('for the narrator', { visibility: { consumers: ['narrator'] } }),
      fact('for the keeper alone', { visibility: 'owner', owner: 'keeper' }),
      fact('for nobody', { visibility: 'system' }),
    ];
    const told = async (consumer: string) =>
      parsePack((await packOf(own, { consumer })).pack).truth.map(({ payload }) => payload);
    expect(await told('narrator')).toEqual(['for the narrator']);
    expect((await told('keeper')).toSorted()).toEqual(['for nobody', 'for the keeper alone']);
  });

  test('the consumer learns nothing about what is withheld', async () => {
    const { envelope } = await packOf(facts);
    expect(Object.keys(envelope).sort()).toEqual([
      'allowed_handles',
      'mask_matrix_id',
      'promptpack_hash',
      'text_hash',
      'working_set_id',
    ]);
  });
});

describe('G3 attribution (AUTH-2, AUTH-3)', () => {
  test('every block traces to a fact of the oracle, gists through the auditors’ map', async () => {
    const oracle = await oracleWith(facts);
    const set = await compileWorkingSet(oracle, cursor, policy);
    const { locked } = await auditWorkingSet(oracle, cursor, policy);
    const { envelope } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
    const known = (await oracle.read()).facts;
    expect(envelope.allowed_handles.map((handle) => known.has(locked[handle] ?? handle))).toEqual(
      envelope.allowed_handles.map(() => true),
    );
    expect(envelope.allowed_handles.length).toBeGreaterThan(4);
  });

  test('synthesized content keeps its tag until an operator promotes it', async () => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(fact('made up', { synthesized: true }));
    const tag = async () => {
      const set = await compileWorkingSet(oracle, cursor, policy);
      const { pack } = compilePromptPack(set, { consumer: 'narrator' });
      return [parsePack(pack).truth[0]?.synthesized, renderPack(pack).includes('clue synthesized')];
    };
    expect(await tag()).toEqual([true, true]);
    await oracle.promote({ handle, operator: 'ada', event: 'event-9' });
    expect(await tag()).toEqual([undefined, false]);
  });
});

describe('G4 no loss (AUTH-5)', () => {
  test('what was in the slices is in the pack or excluded with a reason', async () => {
    const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    const { facts_slice, state_slice, compactions_slice } = parseWorkingSet(set);
    const items = [...facts_slice, ...state_slice, ...compactions_slice].map(({ handle }) => handle);
    for (const consumer of ['narrator', 'player', 'keeper', 'stranger']) {
      const { envelope, auditEnvelope } = compilePromptPack(set, { consumer, guard: set.guard });
      const excluded = auditEnvelope.excluded.map(({ handle }) => handle);
      expect([...envelope.allowed_handles, ...excluded].sort()).toEqual(items.sort());
      const { truth, memory, scene } = auditEnvelope.counts;
      expect(truth + memory + scene).toBe(envelope.allowed_handles.length);
    }
  });

  test('the rendered text fits the budget the oracle set, whatever the facts and the budget', async () => {
    const drafts = fc.array(
      fc.tuple(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.boolean(),
        fc.constantFrom('clue', 'rumour', 'weather'),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(drafts, fc.integer({ min: 700, max: 4_000 }), async (texts, tokens) => {
        const own = texts.map(([text, synthesized, kind]) => fact({ text }, { synthesized, kind }));
        const under = { ...policy, budget: { tokens } };
        const { pack } = await packOf(own, {}, under);
        expect(byteCounter.count(renderPack(pack))).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 60 },
    );
  });

  test('what stands beside the items is charged before them', async () => {
    const own = Array.from({ length: 40 }, (_, index) => fact(`a clue of some length, number ${index}`));
    const forbidden_content = Array.from({ length: 100 }, (_, index) => `forbidden word ${index}`);
    const directives = { channel_rules: { forbidden_content } };
    const { pack } = await packOf(own, {}, { ...policy, directives, budget: { tokens: 2_500 } });
    expect(parsePack(pack).truth.length).toBeGreaterThan(0);
    expect(byteCounter.count(renderPack(pack))).toBeLessThanOrEqual(2_500);
  });

  test('what the budget cuts is whole items, told to auditors', async () => {
    const own = Array.from({ length: 40 }, (_, index) => fact(`a clue of some length, number ${index}`));
    const oracle = await oracleWith(own);
    const under = { ...policy, budget: { tokens: 1_500 } };
    const { facts_slice } = parseWorkingSet(await compileWorkingSet(oracle, cursor, under));
    const { cut } = await auditWorkingSet(oracle, cursor, under);
    expect(facts_slice.length).toBeGreaterThan(0);
    expect(cut.length).toBeGreaterThan(0);
    expect(facts_slice.length + cut.length).toBe(40);
    expect(definePolicy(under).truncation.overflow).toBe('stop');
  });
});

describe('G5 no backflow (AUTH-1)', () => {
  test('the lens reaches no store, tool, model or node built-in beyond hashing', () => {
    const program = `import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found; } });
      await import('./src/lens/index.ts');
      console.log(JSON.stringify(seen));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    const modules = JSON.parse(printed) as string[];
    const foreign = modules.filter((url) => !/[/]src[/](kernel|disclosure|lens)[/]/.test(url));
    expect(foreign.filter((url) => url !== 'node:crypto' && url !== 'crypto')).toEqual([]);
    expect(modules.length).toBeGreaterThan(20);
  });

  test('the check of layers has nothing to say about the three rooms', () => {
    const { stdout: printed } = spawnSync(process.execPath, ['scripts/check-layers.ts'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(printed.split('\n').filter((line) => /src[/](disclosure|oracle|lens)[/]/.test(line))).toEqual([]);
    expect(printed).toMatch(/\d+ modules/);
  });

  test('what comes out is frozen, and changed bytes are refused', async () => {
    const result = await packOf(facts);
    expect(
      [result, result.pack, result.envelope, result.envelope.allowed_handles].every(Object.isFrozen),
    ).toBe(true);
    result.pack.bytes[0] = 0x20;
    expect(() => renderPack(result.pack)).toThrow('do not hash');
  });
});

test('a rendered pack is read back into the same pack', async () => {
  const { pack } = await packOf(facts);
  expect(parseRendered(renderPack(pack))).toEqual(pack);
});
