// Attacks by faults: everything that is refused with a secret in it is refused without repeating it.

import { expect } from 'vitest';
import {
  compilePromptPack,
  firstDifference,
  parsePack,
  parseRendered,
  renderPack,
  sealWorkingSet,
} from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  type FactDraft,
  type Oracle,
  type PolicyDraft,
} from '../../src/disclosure/oracle/index.ts';
import { canonicalize, sha256 } from '../../src/kernel/index.ts';
import { sealed } from '../lens/altered-set.ts';
import { cursor, fact, oracleWith, policy } from '../lens/sample-world.ts';
import { attempt, type Output } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless, locked, word } from './disguised.ts';
import { expectUntold, says } from './expect-untold.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const throwing = {
  get note(): string {
    throw new Error(`a getter of ${word}`);
  },
};

/** Makes a draft of anything, with a field that nobody knows. */
const misfit = (draft: object = {}): never => ({ [word]: word, ...draft }) as never;

/** Runs calls that must all be refused, and sees that what they throw does not tell the name. */
async function expectSilent(...calls: readonly (() => unknown)[]): Promise<void> {
  const faults: Output[] = [];
  for (const [index, call] of calls.entries()) await attempt(faults, `call ${index}`, call);
  expect(faults.map(({ place }) => place)).toEqual(calls.map((_, index) => `fault of call ${index}`));
  expectUntold(faults, says(word));
}

const openOracle = () => oracleWith([locked, fact(harmless)]);

/** Makes calls that append what only looks like a fact. */
const appends = (oracle: Oracle, ...drafts: readonly object[]) =>
  drafts.map((draft) => () => oracle.appendFact(draft as FactDraft));

attack('fault-value', 'a fact has a value without a canonical form', async () => {
  const oracle = await openOracle();
  const values: readonly unknown[] = [1.5, Number.NaN, undefined, () => word, Symbol(word), new Date(0)];
  await expectSilent(
    ...appends(oracle, ...values.map((value) => fact({ [word]: value, note: word } as never))),
    ...appends(oracle, fact(`${word} \ud800`), fact({ [`${word} \udfff`]: 1 })),
  );
});

attack('fault-getter', 'a fact cannot be read', async () => {
  const oracle = await openOracle();
  const kind = Object.defineProperty({ ...fact(word) }, 'kind', {
    enumerable: true,
    get: () => {
      throw new Error(`a getter of ${word}`);
    },
  });
  await expectSilent(...appends(oracle, kind, fact(throwing)));
});

attack('fault-fields', 'a fact has fields that do not fit', async () => {
  const oracle = await openOracle();
  const changes: readonly object[] = [
    { [word]: 1 },
    { precise: [`/${word}`] },
    { entity: word, tiers: { [word]: 1 } },
    { entity: word, tiers: { note: word } },
    { visibility: word },
    { visibility: { consumers: [`${word}!`] } },
    { precision: word },
    { owner: `${word}!` },
    { kind: `${word}!` },
    { provenance: { source: word, [word]: 1 } },
    { provenance: { source: word, eventIds: word } },
    { gist: [[word, 1.5]] },
  ];
  await expectSilent(
    ...appends(oracle, ...changes.map((change) => ({ ...fact({ note: word }), ...change }))),
    ...appends(oracle, [word], { payload: word }),
  );
});

attack('fault-drafts', 'something else that is handed to an oracle does not fit', async () => {
  const oracle = await openOracle();
  await expectSilent(
    () => oracle.unlock(misfit({ handle: 1, scope: word })),
    () => oracle.relock(misfit()),
    () => oracle.promote(misfit()),
    () => oracle.raiseTier({ consumer: `${word}!`, entity: word, tier: 1 }),
    () => oracle.raiseTier({ consumer: 'player', entity: word, tier: word as never }),
    () => oracle.compact(misfit({ purpose: word, inputs: [] })),
    () => oracle.compact({ purpose: word, inputs: [] }),
    () => oracle.setCursor(misfit()),
    () => oracle.registerKind({ kind: `${word}!` }),
    () => oracle.registerKind(misfit({ kind: 'riddle' })),
    () => oracle.registerVocabulary([word, 1 as never]),
    () => oracle.revisePin(misfit()),
    () => oracle.recordPack(misfit()),
  );
});

attack('fault-policy', 'a policy does not fit', async () => {
  const oracle = await openOracle();
  const compile = (draft: PolicyDraft) => () => compileWorkingSet(oracle, cursor, { ...policy, ...draft });
  await expectSilent(
    compile({ maskMatrix: { version: 1, consumers: { narrator: { '*': { '*': word as never } } } } }),
    compile({ ordering: { kinds: [`${word}!`] } }),
    compile({ pins: { note: [word] as never } }),
    compile({ budget: { tokens: 1 }, pins: { note: word } }),
    () => compileWorkingSet(oracle, { ...cursor, scene: [word] as never }, policy),
  );
});

attack('fault-set', 'the bytes of a working set are not valid', async () => {
  const set = await compileWorkingSet(await openOracle(), cursor, policy);
  const whole = JSON.parse(new TextDecoder().decode(set.bytes)) as object;
  const compile = (bytes: Uint8Array) => () => compilePromptPack(sealed(bytes), { consumer: 'narrator' });
  await expectSilent(
    compile(bytesOf(`{"${word}":1,"${word}":2}`)),
    compile(bytesOf(`{"note":"${word}" }`)),
    compile(bytesOf(`{"${word}":1.5}`)),
    compile(canonicalize({ ...whole, [word]: 1 })),
    compile(canonicalize({ ...whole, tiers: { [word]: word } })),
    compile(canonicalize({ ...whole, facts_slice: [{ handle: word, [word]: word }] })),
    () => sealWorkingSet({ mask_matrix: { version: 1, consumers: { [`${word}!`]: {} } } }),
  );
});

attack('fault-pack', 'the bytes of a pack are not valid', async () => {
  const pack = (text: string) => ({ bytes: bytesOf(text), hash: sha256(bytesOf(text)) });
  await expectSilent(
    () => parsePack(pack(`{"${word}":1,"${word}":2}`)),
    () => parsePack(pack(`{"${word}":1.5}`)),
    () => renderPack(pack(`{"schema":"${word}"}`)),
  );
});

attack('fault-difference', 'packs that are compared are not valid', async () => {
  await expectSilent(() => firstDifference({ bytes: bytesOf(`{"${word}":1.5}`) }, { bytes: bytesOf('{}') }));
});

attack('fault-text', 'a rendered text is not valid', async () => {
  const set = await compileWorkingSet(await openOracle(), cursor, policy);
  const text = renderPack(compilePromptPack(set, { consumer: 'narrator', guard: set.guard }).pack);
  await expectSilent(
    () => parseRendered(`${word}\n${text}`),
    () => parseRendered(text.replace('# style', `# ${word}`)),
    () => parseRendered(text.replace(`"${harmless}"`, `{"${word}":1.5}`)),
    () => parseRendered(text.replace(`"${harmless}"`, `{"${word}":1,"${word}":2}`)),
  );
});

attack('fault-request', 'the request of a pack has no canonical form', async () => {
  const oracle = await openOracle();
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { pack } = compilePromptPack(set, { consumer: 'narrator', guard: set.guard });
  const key = sha256('a key');
  await expectSilent(() => oracle.recordPack({ key, pack, request: { [word]: 1.5 } as never }));
});

attack('fault-rebuild', 'a pack that came out otherwise is not quoted', async () => {
  const oracle = await oracleWith([fact({ [word]: 'one', note: word }), fact(harmless)]);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const other = await compileWorkingSet(await oracleWith([fact({ [word]: 'two' })]), cursor, policy);
  const packs = [set, other].map(
    (each) => compilePromptPack(each, { consumer: 'narrator', guard: each.guard }).pack,
  );
  const key = sha256('a key');
  const [first, second] = packs as [(typeof packs)[0], (typeof packs)[0]];
  await oracle.recordPack({ key, pack: first });
  await expectSilent(() => oracle.recordPack({ key, pack: second }));
  expect(firstDifference(first, second)).toBe('truth[0].payload');
});
