// Approvals: asked once, granted by signature, spent once, and worth nothing when expired, refused or forged.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import {
  type ApprovalRequestOptions,
  type ApprovalState,
  type ApprovalSubject,
  createApprovalRequests,
  createApprovalReview,
  type KeptApproval,
} from '../../src/guard/index.ts';
import {
  type CanonicalValue,
  canonicalText,
  contentId,
  type Signature,
  sha256,
  type Verifier,
} from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  defineFrameTypes,
  planCollection,
  type Store,
  toObject,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { makeFolder } from '../context/workspace.ts';
import { credulousVerifier, makePerson, randomness, serverSignature } from './person.ts';

const HOUR_MS = 60 * 60 * 1_000;
const script = new TextEncoder().encode('#!/bin/sh\necho hello\n');
const subject: ApprovalSubject = {
  content: contentId(script),
  script: 'root:scratch/a.sh',
  args: ['--fast', 'é'],
  directory: 'root:scratch',
  contract: null,
  mode: 'work',
  policy: 'p'.repeat(64),
  sandbox: 'bubblewrap',
  session: 's',
};

interface OfficeOptions extends Partial<ApprovalRequestOptions> {
  readonly store?: Store;
}

/** A desk and a book over one ledger, and the person between them. */
function openOffice({ store = createMemoryStore(), ...options }: OfficeOptions = {}) {
  const clock = createFakeClock();
  const person = makePerson();
  const ledger = { store, clock };
  const book = createApprovalReview(ledger, person);
  const openDesk = (verifier: Verifier = person.verifier) =>
    createApprovalRequests(ledger, { verifier, randomness, ...options });
  return {
    store,
    clock,
    person,
    book,
    openDesk,
    desk: openDesk(),
    ask: () => openDesk().ask(subject, script),
  };
}

type Office = ReturnType<typeof openOffice>;

function stateOf({ state }: KeptApproval): ApprovalState {
  return state;
}

/** Puts an entry into a request's log, as whoever can write to the store can. */
async function forge({ store, clock }: Office, { request }: KeptApproval, event: object): Promise<void> {
  const log = `approval/${request.id.slice('approval:'.length)}`;
  await store.commit({ atMs: clock.now(), appends: [{ log, value: canonicalText(event) }] });
}

describe('a run is asked for', () => {
  test('once while the question is open, whoever asks', async () => {
    const office = openOffice();
    const first = await office.ask();
    expect(first).toMatchObject({ state: 'asked', signature: null, request: subject });
    expect(await office.ask()).toEqual(first);
    expect(await office.openDesk().ask({ ...subject }, script)).toEqual(first);
    expect(await office.book.list()).toEqual([first]);
  });

  test('once by many at the same time', async () => {
    const { openDesk, book } = openOffice();
    const asked = await Promise.all(Array.from({ length: 8 }, () => openDesk().ask(subject, script)));
    expect(new Set(asked.map(({ request }) => request.id)).size).toBe(1);
    expect(await book.list()).toHaveLength(1);
  });

  test.each<[string, Partial<ApprovalSubject>]>([
    ['script', { script: 'root:scratch/b.sh' }],
    ['arguments', { args: ['--fast'] }],
    ['directory', { directory: 'root:scratch/x' }],
    ['contract', { contract: 'c' }],
    ['mode', { mode: 'rest' }],
    ['policy', { policy: 'q'.repeat(64) }],
    ['sandbox', { sandbox: 'none' } as const],
    ['session', { session: 't' }],
  ])('anew for another %s', async (_what, other) => {
    const office = openOffice();
    await office.book.grant((await office.ask()).request.id);
    const kept = await office.desk.ask({ ...subject, ...other }, script);
    expect(stateOf(kept)).toBe('asked');
  });

  test('anew for other bytes', async () => {
    const office = openOffice();
    const first = await office.ask();
    await office.book.grant(first.request.id);
    const changed = new TextEncoder().encode('#!/bin/sh\nrm -rf .\n');
    const second = await office.desk.ask({ ...subject, content: contentId(changed) }, changed);
    expect([second.state, second.request.id === first.request.id]).toEqual(['asked', false]);
    expect(await office.book.bytesOf(second.request)).toEqual(changed);
  });

  test('about the bytes that would run and no others', async () => {
    await expect(openOffice().desk.ask(subject, new Uint8Array(3))).rejects.toThrow(
      'the bytes that would run',
    );
  });

  test('with bytes that a person can read, and ids that keep them', async () => {
    const office = openOffice();
    // An argument that looks like a reference must not be taken for one.
    const sly = { ...subject, args: [contentId('nowhere'), `frame:${sha256('x')}`] };
    const { request } = await office.desk.ask(sly, script);
    expect(await office.book.bytesOf(request)).toEqual(script);
    const types = defineFrameTypes();
    expect((await validateLedger(office.store, { types })).faults).toEqual([]);
    const plan = await planCollection(office.store, { types });
    expect(JSON.stringify(plan)).not.toContain(sha256(script));
  });

  test('only so often, until questions are answered or expire', async () => {
    const office = openOffice({ mostOpen: 2 });
    const ask = (name: string) => office.desk.ask({ ...subject, script: name }, script);
    const first = await ask('a');
    await ask('b');
    await expect(ask('c')).rejects.toMatchObject({ code: 'limit-exceeded' });
    await office.book.refuse(first.request.id);
    expect(stateOf(await ask('c'))).toBe('asked');
    await expect(ask('d')).rejects.toMatchObject({ code: 'limit-exceeded' });
    office.clock.advance(HOUR_MS);
    expect(stateOf(await ask('d'))).toBe('asked');
  });
});

describe('a request that stands is found', () => {
  const find = ({ desk }: Office) => desk.find(subject);

  test('from when it is asked, without asking', async () => {
    const office = openOffice();
    expect(await find(office)).toBe(null);
    expect(await office.book.list()).toEqual([]);
    const asked = await office.ask();
    expect(await find(office)).toEqual(asked);
    expect(await office.desk.find({ ...subject, session: 'other' })).toBe(null);
    const granted = await office.book.grant(asked.request.id);
    expect(await find(office)).toEqual(granted);
    expect(await office.book.list()).toEqual([granted]);
  });

  test.each<[string, (office: Office, id: string) => unknown, ApprovalState | null]>([
    ['is spent', async ({ desk, book }, id) => [await book.grant(id), await desk.spend(id)], null],
    ['expires', ({ clock }) => clock.advance(HOUR_MS), null],
    [
      'is refused, and that expires',
      async ({ clock, book }, id) => {
        await book.refuse(id);
        clock.advance(HOUR_MS);
      },
      null,
    ],
    ['is refused', ({ book }, id) => book.refuse(id), 'refused'],
  ])('until it %s', async (_what, end, state) => {
    const office = openOffice();
    await end(office, (await office.ask()).request.id);
    expect((await find(office))?.state ?? null).toBe(state);
    expect(await office.book.list()).toHaveLength(1);
  });
});

describe('a granted request', () => {
  test('is spent once, and then asked for anew with another nonce', async () => {
    const { desk, book, ask } = openOffice();
    const asked = await ask();
    const granted = await book.grant(asked.request.id);
    expect(granted).toMatchObject({ state: 'granted', signature: { keyId: 'person' } });
    expect(await ask()).toEqual(granted);
    expect([await desk.spend(asked.request.id), await desk.spend(asked.request.id)]).toEqual([true, false]);
    const next = await ask();
    expect([next.state, next.request.nonce === asked.request.nonce]).toEqual(['asked', false]);
    expect((await book.list()).map(stateOf).toSorted()).toEqual(['asked', 'spent']);
  });

  test('is spent by one of many', async () => {
    const { openDesk, book, ask } = openOffice();
    const { id } = (await ask()).request;
    await book.grant(id);
    const won = await Promise.all(Array.from({ length: 10 }, () => openDesk().spend(id)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('is spent by one of two stores over one file', async () => {
    using folder = makeFolder();
    const file = join(folder.path, 'ledger.db');
    const stores = [await openSqliteStore({ file }), await openSqliteStore({ file })];
    const person = makePerson();
    const ledgers = stores.map((store) => ({ store, clock: createFakeClock() }));
    const desks = ledgers.map((ledger) =>
      createApprovalRequests(ledger, { verifier: person.verifier, randomness }),
    );
    const asked = await Promise.all(desks.map((desk) => desk.ask(subject, script)));
    expect(asked[0]).toEqual(asked[1]);
    const { id } = (asked[0] as KeptApproval).request;
    await createApprovalReview(ledgers[1] as (typeof ledgers)[0], person).grant(id);
    const won = await Promise.all(desks.map((desk) => desk.spend(id)));
    expect(won.filter(Boolean)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('expires by the clock', async () => {
    const { clock, desk, book, ask } = openOffice();
    const asked = await ask();
    await book.grant(asked.request.id);
    clock.advance(HOUR_MS - 1);
    expect(stateOf(await ask())).toBe('granted');
    clock.advance(1);
    expect(await desk.spend(asked.request.id)).toBe(false);
    const next = await ask();
    expect([next.state, next.request.id === asked.request.id]).toEqual(['asked', false]);
    expect((await book.list()).map(stateOf)).toEqual(['expired', 'asked']);
  });

  test('can be taken back before it is spent', async () => {
    const { desk, book, ask } = openOffice();
    const { id } = (await ask()).request;
    await book.grant(id);
    expect(stateOf(await book.refuse(id))).toBe('refused');
    expect(await desk.spend(id)).toBe(false);
  });
});

describe('a request is not granted', () => {
  test('when it was only asked for', async () => {
    const { desk, ask } = openOffice();
    expect(await desk.spend((await ask()).request.id)).toBe(false);
  });

  test('when it was refused, and nobody is asked again before it expires', async () => {
    const { clock, desk, book, ask } = openOffice();
    const { id } = (await ask()).request;
    await book.refuse(id);
    expect([await desk.spend(id), stateOf(await ask())]).toEqual([false, 'refused']);
    await expect(book.grant(id)).rejects.toMatchObject({ code: 'check-failed' });
    clock.advance(HOUR_MS);
    expect(stateOf(await ask())).toBe('asked');
  });

  test.each<[string, (office: Office, kept: KeptApproval) => Promise<Signature>, ApprovalState]>([
    ['another key', async (_, kept) => signOf(makePerson(), kept), 'forged'],
    ['a key that is not known', async (_, kept) => signOf(makePerson('stranger'), kept), 'unverifiable'],
    ['nobody', async () => ({ keyId: 'person', algorithm: 'ed25519', value: 'AAAA' }), 'forged'],
    ['the server itself', async () => serverSignature(script), 'forged'],
    [
      'the person, for another purpose',
      async ({ person }) => person.signer.sign('contract', script),
      'forged',
    ],
  ])('when the signature is by %s', async (_who, sign, state) => {
    const office = openOffice();
    const kept = await office.ask();
    await forge(office, kept, { event: 'granted', signature: await sign(office, kept) });
    expect([stateOf(await office.ask()), await office.desk.spend(kept.request.id)]).toEqual([state, false]);
    // The person can still answer.
    expect(stateOf(await office.book.grant(kept.request.id))).toBe('granted');
    expect(await office.desk.spend(kept.request.id)).toBe(true);
  });

  test('by a secret of the server, even where a verifier would take it', async () => {
    const office = openOffice();
    const kept = await office.ask();
    await forge(office, kept, { event: 'granted', signature: serverSignature(script) });
    const desk = office.openDesk(credulousVerifier);
    expect([stateOf(await desk.ask(subject, script)), await desk.spend(kept.request.id)]).toEqual([
      'forged',
      false,
    ]);
  });

  test('by a signature under the former form, which named neither mode nor sandbox', async () => {
    const office = openOffice();
    const { mode: _mode, sandbox: _sandbox, ...rest } = subject;
    const terms = {
      ...rest,
      nonce: 'n',
      askedMs: office.clock.now(),
      expiresMs: office.clock.now() + HOUR_MS,
    };
    const bytes = new TextEncoder().encode(canonicalText(['penumbra/approval/1', terms]));
    const id = `approval:${sha256(bytes)}`;
    const signature = await office.person.signer.sign('approval', bytes);
    const entries = [{ event: 'asked' }, { event: 'granted', signature }].map((entry) => ({
      log: `approval/${sha256(bytes)}`,
      value: canonicalText(entry as object as CanonicalValue),
    }));
    await office.store.commit({
      atMs: office.clock.now(),
      puts: [toObject(script), toObject(bytes)],
      appends: entries,
    });
    expect(await office.book.list()).toMatchObject([
      { state: 'outdated', request: { id, mode: null, sandbox: null } },
    ]);
    expect([await office.desk.find(subject), await office.desk.spend(id)]).toEqual([null, false]);
    await expect(office.book.grant(id)).rejects.toThrow('is outdated, and stays so');
  });

  test('with the signature of another request', async () => {
    const office = openOffice();
    const other = await office.desk.ask({ ...subject, session: 'other' }, script);
    const { signature } = await office.book.grant(other.request.id);
    const kept = await office.ask();
    await forge(office, kept, { event: 'granted', signature: signature as Signature });
    expect([stateOf(await office.ask()), await office.desk.spend(kept.request.id)]).toEqual([
      'forged',
      false,
    ]);
  });

  test('without the public key, and is then unverifiable', async () => {
    const office = openOffice();
    const { id } = (await office.ask()).request;
    await office.book.grant(id);
    const desk = office.openDesk({ verify: async () => 'unverifiable' });
    expect([stateOf(await desk.ask(subject, script)), await desk.spend(id)]).toEqual(['unverifiable', false]);
  });

  test('again, by taking its end off the log of another request', async () => {
    const office = openOffice();
    const { id } = (await office.ask()).request;
    await office.book.grant(id);
    await office.desk.spend(id);
    for (const event of [{ event: 'asked' }, { event: 'granted' }, 7, null, { event: 'unspent' }])
      await forge(office, (await office.book.list())[0] as KeptApproval, event as object);
    expect(await office.desk.spend(id)).toBe(false);
  });
});

describe('the book', () => {
  test('signs nothing without a key, and nothing that cannot be read', async () => {
    const { store, clock, person, ask } = openOffice();
    const { id, content } = (await ask()).request;
    const keyless = createApprovalReview({ store, clock }, { verifier: person.verifier });
    await expect(keyless.grant(id)).rejects.toMatchObject({ code: 'invalid-configuration' });
    const maintenance = await store.maintain();
    await maintenance.apply({ removals: [toObject(script).id] });
    await maintenance.commit();
    expect(content).toBe(contentId(script));
    await expect(createApprovalReview({ store, clock }, person).grant(id)).rejects.toThrow('no longer kept');
  });

  test.each(['', 'x', 'approval:', `approval:${'0'.repeat(64)}`, `content:${'0'.repeat(64)}`])(
    'knows no request %j',
    async (id) => {
      const { book } = openOffice();
      await expect(book.grant(id)).rejects.toMatchObject({ code: 'invalid-id' });
      await expect(book.refuse(id)).rejects.toMatchObject({ code: 'invalid-id' });
    },
  );

  test('passes over logs that are none of a request', async () => {
    const { store, clock, book, ask } = openOffice();
    await ask();
    const logs = ['approval/x', `approval/${'0'.repeat(64)}`, `approval/${sha256(script)}`];
    await store.commit({ atMs: clock.now(), appends: logs.map((log) => ({ log, value: '7' })) });
    expect(await book.list()).toHaveLength(1);
  });
});

async function signOf(
  { signer }: { signer: ReturnType<typeof makePerson>['signer'] },
  { request }: KeptApproval,
) {
  const { id: _, ...terms } = request;
  return signer.sign('approval', new TextEncoder().encode(canonicalText(['penumbra/approval/2', terms])));
}
