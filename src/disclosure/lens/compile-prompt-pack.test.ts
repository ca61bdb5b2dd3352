// The lens by itself: what it refuses, what it blocks, and that its errors tell nothing.
import { describe, expect, test } from 'vitest';
import { cursor, fact, oracleWith, packOf, policy, secret } from '../../../test/lens/sample-world.ts';
import { type CanonicalValue, canonicalize, type FaultCode, PenumbraError } from '../../kernel/index.ts';
import { parseWorkingSet, type WorkingSet, workingSetId } from '../index.ts';
import { compileWorkingSet } from '../oracle/index.ts';
import { compileGuard, compilePromptPack, firstDifference, packKey, parsePack } from './index.ts';

const guard = compileGuard([{ handle: 'locked:1', tokens: ['Vermithrax'] }]);
const consumer = 'narrator';

async function sampleSet(): Promise<WorkingSet> {
  const facts = [fact({ text: 'the gate stands open' }), secret('Vermithrax', { gist: 'something old' })];
  return parseWorkingSet(await compileWorkingSet(await oracleWith(facts), cursor, policy));
}

/** Compiles a working set that was altered by hand. */
async function compileAltered(alter: (set: WorkingSet) => CanonicalValue) {
  const bytes = canonicalize(alter(await sampleSet()));
  return compilePromptPack({ bytes, id: workingSetId(bytes) }, { consumer, guard });
}

function faultOf(compile: () => unknown): PenumbraError {
  try {
    compile();
  } catch (error) {
    if (error instanceof PenumbraError) return error;
  }
  throw new Error('nothing was refused');
}

async function faultOfAltered(alter: (set: WorkingSet) => CanonicalValue): Promise<PenumbraError> {
  return compileAltered(alter).then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: unknown) => error as PenumbraError,
  );
}

const parts = (set: WorkingSet) => set as unknown as { readonly [key: string]: CanonicalValue };

describe('a working set is refused', () => {
  test.each<[string, (set: WorkingSet) => CanonicalValue]>([
    ['without a field', (set) => ({ ...parts(set), tiers: null })],
    ['with an unknown field', (set) => ({ ...parts(set), extra: 1 })],
    ['that is a list', () => []],
    [
      'with an item of unknown fields',
      (set) => ({ ...parts(set), facts_slice: [{ ...set.facts_slice[0], x: 1 }] }),
    ],
    [
      'with a handle twice',
      (set) => ({ ...parts(set), state_slice: [set.facts_slice[0]] as CanonicalValue }),
    ],
    [
      'with another matrix than it names',
      (set) => ({ ...parts(set), mask_matrix: { version: 2, consumers: {} } }),
    ],
  ])('%s', async (_name, alter) => {
    expect((await faultOfAltered(alter)).code).toBe('working-set-invalid');
  });

  test('whose id is not that of its bytes, or whose bytes are not canonical', async () => {
    const bytes = canonicalize(await sampleSet());
    const spaced = new TextEncoder().encode(` ${new TextDecoder().decode(bytes)}`);
    const compile = (input: { bytes: Uint8Array; id: string }) => () =>
      compilePromptPack(input, { consumer, guard });
    expect(faultOf(compile({ bytes, id: '0'.repeat(16) })).code).toBe('working-set-invalid');
    expect(faultOf(compile({ bytes: spaced, id: workingSetId(spaced) })).code).toBe('working-set-invalid');
  });

  test('with locked items and no guard, an empty guard, or the guard of another', async () => {
    const bytes = canonicalize(await sampleSet());
    const input = { bytes, id: workingSetId(bytes) };
    for (const wrong of [undefined, compileGuard([]), guard.bind('0'.repeat(16))]) {
      const fault = faultOf(() => compilePromptPack(input, { consumer, ...(wrong && { guard: wrong }) }));
      expect(fault.code).toBe<FaultCode>('leak-blocked');
    }
    expect(compilePromptPack(input, { consumer, guard: guard.bind(input.id) }).pack.hash).toHaveLength(64);
  });
});

describe('a pack that would tell of something locked is blocked', () => {
  const told = 'Ver-mi-thrax';
  const withFirst = (set: WorkingSet, changes: { readonly [key: string]: CanonicalValue }) => ({
    ...parts(set),
    facts_slice: set.facts_slice.map((item) =>
      item.payload === undefined ? item : { ...item, ...changes },
    ) as CanonicalValue,
  });
  const withDirectives = (set: WorkingSet, changes: { readonly [key: string]: CanonicalValue }) => ({
    ...parts(set),
    directives: { ...set.directives, ...changes } as CanonicalValue,
  });

  test.each<[string, (set: WorkingSet) => CanonicalValue, string]>([
    ['a payload', (set) => withFirst(set, { payload: { text: told } }), 'truth'],
    ['a key', (set) => withFirst(set, { payload: { [told]: 1 } }), 'truth'],
    [
      'a source',
      (set) => withFirst(set, { provenance: { source: told, event_ids: [], rule_refs: [] } }),
      'truth',
    ],
    ['a pin', (set) => ({ ...parts(set), pins_snapshot: { hint: told } }), 'pins'],
    ['a scope', (set) => ({ ...parts(set), scene_id: told }), 'scope'],
    [
      'forbidden tokens',
      (set) => withDirectives(set, { output_class: { type: 'text', forbidden_tokens: [told] } }),
      'contract',
    ],
    [
      'forbidden content',
      (set) => withDirectives(set, { channel_rules: { forbidden_content: [told] } }),
      'task',
    ],
    [
      'a gist',
      (set) => ({
        ...parts(set),
        facts_slice: set.facts_slice.map((item) =>
          item.gist === undefined ? item : { ...item, gist: told },
        ) as CanonicalValue,
      }),
      'truth',
    ],
  ])('in %s', async (_name, alter, channel) => {
    const fault = await faultOfAltered(alter);
    expect(fault).toMatchObject({ code: 'leak-blocked', data: { handle: 'locked:1', channel } });
    expect(JSON.stringify([fault.message, fault.data, fault.hint])).not.toMatch(/ver-?mi-?thrax/i);
  });

  test('in a style, and over two blocks', async () => {
    const bytes = canonicalize(await sampleSet());
    const input = { bytes, id: workingSetId(bytes) };
    const fault = faultOf(() =>
      compilePromptPack(input, { consumer, guard, style: { tone: `like ${told}` } }),
    );
    expect(fault).toMatchObject({ code: 'leak-blocked', data: { channel: 'style' } });
    const joined = await faultOfAltered((set) => ({
      ...parts(set),
      facts_slice: set.facts_slice.map(({ gist, ...item }, index) => ({
        ...item,
        handle: `h${index}`,
        payload: ['it ends with Vermi', 'thrax it begins'][index] ?? gist ?? null,
      })) as CanonicalValue,
      allowmention_handles: ['h0', 'h1'],
    }));
    expect(joined).toMatchObject({ code: 'leak-blocked', data: { path: 'truth[1].payload' } });
  });

  test('but a number that bounds the length is no leak', async () => {
    const number = compileGuard([{ handle: 'locked:1', tokens: ['2000'] }]);
    const output_class = { type: 'text', length: { max_characters: 2000 } };
    const bytes = canonicalize(withDirectives(await sampleSet(), { output_class }));
    const { pack } = compilePromptPack({ bytes, id: workingSetId(bytes) }, { consumer, guard: number });
    expect(parsePack(pack).contract.length).toEqual({ max_characters: 2000 });
  });
});

describe('an item that is allowed and locked at once', () => {
  test('is locked, also when its own handle stands in the list', async () => {
    const { pack, auditEnvelope } = await compileAltered((set) => ({
      ...parts(set),
      locked_precision_handles: [
        ...set.locked_precision_handles,
        ...set.facts_slice.map(({ handle }) => handle),
      ],
    }));
    expect(parsePack(pack).truth.map(({ form }) => form)).toEqual(['gist']);
    expect(auditEnvelope.excluded.map(({ reason }) => reason)).toEqual(['locked']);
    expect(auditEnvelope.locked_handles).toEqual(['locked:1', 'locked:2', 'locked:3']);
  });
});

describe('a rebuild', () => {
  test('has a key that changes with everything the pack depends on', () => {
    const ids = { working_set_id: '0123456789abcdef', mask_matrix_id: 'm' };
    const keys = [
      packKey(ids, { consumer }),
      packKey({ ...ids, working_set_id: 'fedcba9876543210' }, { consumer }),
      packKey(ids, { consumer: 'player' }),
      packKey({ ...ids, mask_matrix_id: 'n' }, { consumer }),
      packKey(ids, { consumer, beat: { beat_id: 'b' } }),
      packKey(ids, { consumer, style: { tone: 'dry' } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(packKey(ids, { consumer, guard })).toBe(keys[0]);
  });

  test('that differs names the first part that does', async () => {
    const first = (await packOf([fact('one')])).pack;
    expect(firstDifference(first, (await packOf([fact('one')])).pack)).toBeNull();
    expect(firstDifference(first, (await packOf([fact('two')])).pack)).toBe('truth[0].payload');
    expect(firstDifference(first, (await packOf([fact('one')], { style: { tone: 'dry' } })).pack)).toBe(
      'style',
    );
  });
});

test('a director may not bring forward what is not there', async () => {
  for (const foreground of [[1], [0, 0], [-1]])
    await expect(packOf([fact('one')], { beat: { foreground } })).rejects.toThrow('foreground');
});
