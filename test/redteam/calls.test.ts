// Attacks on the way of a call: by a session that says one thing and then another, and by one thing done in the guise of
// another.

import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { openDisk } from '../../src/adapters/files/index.ts';
import { createTools, createWorld, loadPolicy } from '../../src/guard.ts';
import { attack } from './attack.ts';
import { draft, writeAt } from './contract-target.ts';
import { redPolicy } from './red-policy.ts';

/** The mode `rest` writes where `work` does, so that nothing but the contract tells them apart. */
const policy = redPolicy.replace(
  '    repo: [{ allow: file_read }]\n',
  `    repo: [{ allow: file_read }]
    repo/vow: [{ allow: file_write, when: [has_contract, contract_covers] }]
`,
);

/** A mode that gives some answers in turn, and then stays with the last. */
function makeMode() {
  let answers = ['work'];
  return {
    mode: () => (answers.length > 1 ? answers.shift() : answers[0]) ?? null,
    say: (...next: string[]) => {
      answers = next;
    },
  };
}

attack('call-second-mode', 'a contract of one mode allows nothing in another', async (open) => {
  const { mode, say } = makeMode();
  const target = await open({ policy, mode, watch: ['repo/vow'] });
  expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
  for (const answers of [['rest'], ['rest', 'work'], ['rest', 'work', 'rest'], ['rest', 'rest', 'work']]) {
    say(...answers);
    expect([answers, await writeAt(target, 'vow/x')]).toEqual([answers, 'EN-WRITE-D-002']);
    say(...answers);
    expect((await target.call('contract status', '')).reply.data.is_in_force).toBe(false);
  }
});

attack('call-opened-in-second-mode', 'a contract is opened in the mode of its call', async (open) => {
  const { mode, say } = makeMode();
  const target = await open({ policy, mode, watch: ['repo/vow'] });
  say('work', 'rest');
  const { reply } = await target.call('contract open', '', draft);
  expect([reply.code, (reply.data.contract as { readonly mode: string }).mode]).toEqual([
    'CT-OPEN-S-001',
    'work',
  ]);
  expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
});

attack('call-named-by-root', 'no name of a tool tells whether a root lies there', async (open) => {
  const target = await open();
  const codes = async (path: string) => [
    await target.code(`${path} read`, 'root:repo/README.md'),
    await target.code(`file ${path}`, 'root:repo/README.md'),
    (
      await target.session.tools.call({
        tool: 'file',
        command: 'read',
        address: 'root:repo/README.md',
        traceId: path,
      })
    ).reply.code,
  ];
  target.countCalls(2);
  const elsewhere = ['MCP-CALL-I-001', 'MCP-CALL-I-001', 'MCP-FILE-S-001'];
  expect(await codes(target.at('nowhere'))).toEqual(elsewhere);
  expect(await codes(target.at('repo'))).toEqual(elsewhere);
});

/** A desk and mods that can be written to and where nothing can be deleted, beside a tray where all can be done. */
const keeping = redPolicy
  .replace(
    '{ allow: [file_write, file_delete, git_mutate] }]\n    repo/shelf',
    '{ allow: file_write }]\n    repo/tray: [{ allow: [READ, file_write, file_delete] }]\n    repo/shelf',
  )
  .replace('    mods: [{ allow: READ }]', '    mods: [{ allow: [READ, file_write] }]');

attack('call-moved-out', 'what cannot be deleted cannot be moved out of its place either', async (open) => {
  const target = await open({ policy: keeping, files: { 'repo/tray/a.txt': 'a\n' } });
  const move = (from: string, to: string) =>
    target.code('file rename', `root:repo/${from}`, { to: `root:repo/${to}` });
  expect(await target.code('file delete', 'root:repo/desk/note.txt')).toBe('EN-DELETE-D-001');
  for (const to of ['tray/note.txt', 'tray/deep/note.txt'])
    expect([to, await move('desk/note.txt', to)]).toEqual([to, 'EN-DELETE-D-001']);
  expect(existsSync(target.at('repo/desk/note.txt'))).toBe(true);
  // Within the place it is writing, and what can be deleted can be moved.
  expect(await move('desk/note.txt', 'desk/deep/note.txt')).toBe('MCP-FILE-S-005');
  expect(await move('tray/a.txt', 'desk/a.txt')).toBe('MCP-FILE-S-005');
});

attack(
  'call-moved-between-entries',
  'nothing is moved out of an entry, however it is addressed',
  async (open) => {
    const mods = [
      ['One', 'mods/one'],
      ['Spare', 'mods/spare'],
    ] as const;
    const target = await open({ policy: keeping, mods, files: { 'mods/spare/x': '' } });
    for (const from of ['mod:One/thing.txt', 'root:mods/one/thing.txt'])
      for (const to of ['mod:Spare/thing.txt', 'root:mods/spare/thing.txt'])
        expect([from, to, await target.code('file rename', from, { to })]).toEqual([
          from,
          to,
          'EN-DELETE-D-001',
        ]);
    expect(existsSync(target.at('mods/one/thing.txt'))).toBe(true);
    expect(await target.code('file rename', 'mod:One/thing.txt', { to: 'root:mods/one/other.txt' })).toBe(
      'MCP-FILE-S-005',
    );
  },
);

attack(
  'call-unanswering-session',
  'a session that throws is answered, on record, and gets nothing',
  async (open) => {
    let isBroken = false;
    const orThrow = <Value>(value: Value): Value => {
      if (isBroken) throw new Error('no answer');
      return value;
    };
    const entry = (path: string) => ({
      get name() {
        return orThrow('One');
      },
      path,
    });
    const mods: { readonly name: string; readonly path: string }[] = [];
    const target = await open({ session: { mods } });
    mods.push(entry(target.at('mods/one')));
    expect(await target.code('file read', 'mod:One/thing.txt')).toBe('MCP-FILE-S-001');
    isBroken = true;
    expect(await target.code('file read', 'mod:One/thing.txt')).toBe('WA-RES-I-001');
    expect(await target.code('file read', 'root:mods/one/thing.txt')).toBe('WA-RES-I-003');
    isBroken = false;
    expect(await target.code('file read', 'mod:One/thing.txt')).toBe('MCP-FILE-S-001');
  },
);

attack(
  'call-unanswering-masks',
  'masks and a mode that throw when they are looked at are none',
  async (open) => {
    let isBroken = false;
    const fail = (): never => {
      throw new Error('no answer');
    };
    const masks = () => (isBroken ? new Proxy(['a'], { get: fail }) : []);
    const target = await open({ session: { masks } });
    isBroken = true;
    expect(await target.code('file read', 'root:repo/README.md')).toBe('MCP-FILE-S-001');
    let mode = (): string => 'work';
    const other = await open({ mode: () => mode() });
    mode = fail;
    expect(await other.code('file read', 'root:repo/README.md')).toBe('WA-SYS-I-001');
    mode = () => 'work';
  },
);

attack(
  'call-rejecting-session',
  'a session whose answers are promises that fail is answered, and the process goes on',
  async (open) => {
    const unheard: unknown[] = [];
    const hear = (fault: unknown) => unheard.push(fault);
    process.on('unhandledRejection', hear);
    try {
      const target = await open();
      const roots = { repo: target.at('repo') };
      const sound = { id: 'odd', mode: () => 'work', mods: [], contract: () => null, masks: () => [] };
      const fail = (): never => Promise.reject(new Error('not reachable')) as never;
      const odd = [
        { ...sound, contract: fail },
        { ...sound, masks: fail },
        { ...sound, role: fail },
        { ...sound, mode: fail },
        Object.defineProperty({ ...sound }, 'mods', {
          get: () => Object.assign(fail(), { map: undefined }),
        }),
      ];
      for (const session of odd) {
        // The registry is looked at when the session is opened, too, and has to be a list then.
        const { mods } = Object.getOwnPropertyDescriptors(session);
        if (mods?.get !== undefined)
          Object.defineProperty(session, 'mods', { value: [], configurable: true });
        const world = createWorld({ policy: loadPolicy(redPolicy), roots, session });
        if (mods?.get !== undefined) Object.defineProperty(session, 'mods', mods);
        const { reply } = await createTools(world).call({
          tool: 'file',
          command: 'read',
          address: 'root:repo/README.md',
        });
        expect(reply.code).toBe(session.mode === fail ? 'WA-SYS-I-001' : 'MCP-FILE-S-001');
      }
      // Node tells of them when all that is due has run.
      await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
    }
  },
);

attack(
  'call-unreadable-options',
  'options that cannot be read are answered, on record, and do nothing',
  async (open) => {
    const target = await open();
    const unreadable = {
      get signal(): never {
        throw new Error('no answer');
      },
    };
    const odd = [unreadable, new Proxy({}, { get: () => unreadable.signal }), { signal: {} }, { signal: 7 }];
    for (const options of odd) {
      const request = {
        tool: 'file',
        command: 'write',
        address: 'root:repo/desk/x',
        arguments: { text: 'x' },
      };
      expect((await target.session.tools.call(request, options as never)).reply.code).toBe('MCP-CALL-E-001');
    }
    target.countCalls(odd.length);
    expect(existsSync(target.at('repo/desk/x'))).toBe(false);
  },
);

attack('call-given-up', 'nothing is begun for somebody who gave up, and they do not wait', async (open) => {
  const target = await open();
  const write = (signal: AbortSignal) =>
    target.session.tools.call(
      { tool: 'file', command: 'write', address: 'root:repo/desk/x', arguments: { text: 'x' } },
      { signal },
    );
  expect((await write(AbortSignal.abort())).reply.code).toBe('MCP-CALL-E-001');
  // While it is put on record.
  const { trail } = target.session;
  const stop = new AbortController();
  const session = { id: 'other', mode: () => 'work', mods: [], contract: () => null };
  const roots = { repo: target.at('repo') };
  const policy = loadPolicy(redPolicy);
  const tools = (set: object) =>
    createTools(createWorld({ policy, roots, session }), {
      ports: { disk: openDisk() },
      trail,
      ...set,
    } as never);
  const slow = tools({
    trail: {
      ...trail,
      record: async (entry: never) => {
        await trail.record(entry);
        stop.abort();
      },
    },
  });
  const request = { tool: 'file', command: 'write', address: 'root:repo/desk/x', arguments: { text: 'x' } };
  expect((await slow.call(request, { signal: stop.signal })).reply.code).toBe('MCP-CALL-E-001');
  expect(existsSync(target.at('repo/desk/x'))).toBe(false);
  // While a host looks what others did, without end.
  const hung = tools({ beforeCall: () => new Promise<void>(() => undefined) });
  const { reply } = await hung.call(request, { signal: AbortSignal.timeout(20) });
  expect(reply.code).toBe('MCP-CALL-E-001');
  target.countCalls(3);
});

attack(
  'call-throwing-watcher',
  'whoever watches and throws keeps no answer back, and nothing off the record',
  async (open) => {
    const watchers = [
      () => {
        throw new Error('no');
      },
      () => Promise.reject(new Error('no')) as never,
    ];
    for (const onCall of watchers) {
      const target = await open({ onCall });
      expect(await target.code('file read', 'root:repo/README.md')).toBe('MCP-FILE-S-001');
      expect(await writeAt(target, 'desk/x')).toBe('MCP-FILE-S-003');
    }
  },
);

attack('call-odd-contract', 'what is no contract is none, and the call is answered', async (open) => {
  const target = await open();
  const scope = { root: 'repo', operations: ['WRITE'], targets: ['**'] };
  const odd = [7, 'x', { ...scope, id: '\ud800' }, { ...scope, id: {} }, { ...scope, targets: [7] }];
  for (const contract of odd) {
    const session = { id: 'odd', mode: () => 'work', mods: [], contract: () => contract as never };
    const roots = { repo: target.at('repo') };
    const tools = createTools(createWorld({ policy: loadPolicy(redPolicy), roots, session }));
    const code = async (command: string, address: string) =>
      (
        await tools.call({
          tool: 'file',
          command,
          address,
          arguments: command === 'write' ? { text: '' } : {},
        })
      ).reply.code;
    expect(await code('read', 'root:repo/README.md')).toBe('MCP-FILE-S-001');
    expect(await code('write', 'root:repo/vow/x')).toBe('EN-WRITE-D-002');
  }
});

attack(
  'call-unanswering-condition',
  'a condition that throws does not hold, and the call is answered',
  async (open) => {
    const check = (): never => {
      throw new Error('no answer');
    };
    const target = await open({
      policy: redPolicy
        .replace(
          '{ allow: [file_write, file_delete, git_mutate] }]',
          '{ allow: file_write, when: [asked_of] }]',
        )
        .replace('data: always', 'data: [asked_of]'),
      conditions: [{ name: 'asked_of', check }],
      watch: ['repo/desk'],
    });
    expect(await writeAt(target, 'desk/x')).toBe('EN-WRITE-D-003');
    expect(await target.code('file read', 'root:data/list.txt')).toBe('WA-RES-I-003');
  },
);
