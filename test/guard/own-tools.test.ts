// A host's own tools beside the shipped ones: how they are declared, what they are given, and what hosts are told of both.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import {
  type AuditEntry,
  type CommandDefinition,
  createTools,
  createWorld,
  defineTool,
  loadPolicy,
  openGuardSession,
  shippedPolicies,
  type ToolSet,
  toolSchemas,
} from '../../src/guard.ts';
import { fields, type JsonSchema, textUpTo } from '../../src/kernel/index.ts';
import { makeFolder, writeFiles } from '../context/workspace.ts';

const policy = loadPolicy(`
policy: garden
modes: [work]
roots: { yard: {}, shed: {} }
tools: { file: [read], notes: [count, copy, wait] }
sets:
  file_read: { area: READ, commands: { file: read } }
  notes_read: { area: READ, commands: { notes: [count, wait] } }
  notes_write: { area: WRITE, commands: { notes: copy } }
visibility: { work: { yard: always, shed: always, yard/den: never } }
operations:
  work:
    yard: [{ allow: READ }, { allow: notes_write }]
    shed: [{ allow: file_read }]
`);

const count = {
  description: 'Counts the lines of a file.',
  annotations: { readOnly: true, openWorld: false },
  arguments: z.object({ most: z.int().min(1).default(9) }),
  run: ({ place, arguments: { most }, refuse }) => {
    const read = place.read();
    if (typeof read === 'string') return refuse(`the file is ${read}`);
    return { lines: Math.min(new TextDecoder().decode(read.bytes).split('\n').length - 1, most) };
  },
} satisfies CommandDefinition<{ most: number }>;

const notes = defineTool({
  name: 'notes',
  description: 'Keeps notes.',
  commands: {
    count,
    copy: {
      description: 'Copies a file to the address.',
      annotations: { readOnly: false, destructive: true },
      requireExists: false,
      arguments: fields({ from: textUpTo(100) }, ['from']),
      places: { from: { as: 'file read' } },
      run: ({ place, places }) => {
        const read = places.from?.[0]?.read();
        return typeof read === 'object' ? place.write(read.bytes, 'nothing') : read;
      },
    },
    wait: {
      description: 'Waits.',
      annotations: { readOnly: true },
      run: ({ place, signal }) => (signal.aborted ? null : place.list() && new Promise(() => undefined)),
    },
  },
});

/** Makes a yard and a shed, and the tools in them. */
function makeYard(given: Partial<ToolSet> = {}) {
  const { path, [Symbol.dispose]: dispose } = makeFolder();
  writeFiles(path, {
    'yard/roses.txt': 'red\nwhite\n',
    'yard/den/key.txt': 'hush\n',
    'shed/rake.txt': 'rake\n',
    'records/empty': '',
  });
  const session = { id: 'gardener', mode: () => 'work', mods: [], contract: () => null };
  const roots = { yard: join(path, 'yard'), shed: join(path, 'shed') };
  const entries: AuditEntry[] = [];
  const keep = async (entry: AuditEntry) => void entries.push(entry);
  const tools = createTools(createWorld({ policy, roots, session }), {
    tools: [notes],
    trail: { note: keep, record: keep, flush: async () => undefined },
    ...given,
  });
  const call = async (command: string, address: string, values?: object) =>
    (await tools.call({ tool: 'notes', command, address, arguments: values })).reply;
  return { path, tools, entries, call, [Symbol.dispose]: dispose };
}

describe('an own tool', () => {
  test('is given what was decided, and answers with plain data', async () => {
    using yard = makeYard();
    const { code, data } = await yard.call('count', 'root:yard/roses.txt');
    expect([code, data]).toEqual([
      'MCP-OWN-S-001',
      { resolved: 'root:yard/roses.txt', result: { lines: 2 } },
    ]);
    expect((await yard.call('count', 'root:yard/roses.txt', { most: 1 })).data.result).toEqual({ lines: 1 });
    expect(await yard.call('count', 'root:yard')).toMatchObject({
      code: 'MCP-OWN-I-001',
      data: { reason: 'the file is not-a-file' },
    });
    expect(await yard.call('count', 'root:yard/roses.txt', { most: 'x' })).toMatchObject({
      code: 'MCP-CALL-I-001',
      data: { remedy: 'most: Invalid input: expected number, received string' },
    });
  });

  test('is decided place by place, and on record as what it was', async () => {
    using yard = makeYard();
    const copied = await yard.call('copy', 'root:yard/rake.txt', { from: 'root:shed/rake.txt' });
    expect([copied.code, copied.data.result]).toEqual(['MCP-OWN-S-001', null]);
    expect(readFileSync(join(yard.path, 'yard/rake.txt'), 'utf8')).toBe('rake\n');
    const back = await yard.call('copy', 'root:shed/roses.txt', { from: 'root:yard/roses.txt' });
    expect(back.code).toBe('EN-WRITE-D-001');
    expect(yard.entries).toMatchObject([
      {
        tool: 'notes',
        command: 'copy',
        addresses: ['root:yard/rake.txt', 'root:shed/rake.txt'],
        decision: 'EN-WRITE-S-001',
        requests: [
          { tool: 'notes', command: 'copy', root: 'yard' },
          { tool: 'file', command: 'read', root: 'shed' },
        ],
        intent: { arguments: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      { decision: 'EN-WRITE-D-001', answer: 'EN-WRITE-D-001', intent: null },
    ]);
  });

  test('sees of a directory what the call sees, and writes nothing of git', async () => {
    const seen: unknown[] = [];
    const run: CommandDefinition['run'] = ({ place }) => {
      const listed = place.list();
      seen.push(typeof listed === 'string' ? listed : listed.map(({ name }) => name).sort());
      return place.write(new Uint8Array());
    };
    const command = { description: 'x', annotations: { readOnly: false }, requireExists: false, run };
    const other = { ...command, annotations: { readOnly: true }, run: () => null };
    const commands = { copy: command, count: other, wait: other };
    using yard = makeYard({ tools: [defineTool({ name: 'notes', description: 'x', commands })] });
    expect((await yard.call('copy', 'root:yard')).data.result).toBe('not-a-file');
    expect((await yard.call('copy', 'root:yard/.git/config')).data.result).toBe('of-git');
    expect(seen).toEqual([['roses.txt'], 'absent']);
  });

  test('is not waited for when nobody waits, and the next call is served', async () => {
    using yard = makeYard();
    const leaving = new AbortController();
    const request = { tool: 'notes', command: 'wait', address: 'root:yard' };
    const waiting = yard.tools.call(request, { signal: leaving.signal });
    setImmediate(() => leaving.abort(new Error('gone')));
    expect(await waiting).toMatchObject({ reply: { code: 'MCP-CALL-E-001' }, fault: { message: 'gone' } });
    expect((await yard.call('count', 'root:yard/roses.txt')).code).toBe('MCP-OWN-S-001');
    expect(yard.entries.map(({ answer }) => answer)).toEqual(['MCP-CALL-E-001', 'MCP-OWN-S-001']);
  });

  test('is not waited for where its schema never settles', async () => {
    const never = z.object({}).refine(() => new Promise<never>(() => undefined));
    const waits = { description: 'x', annotations: { readOnly: true }, arguments: never, run: () => null };
    const commands = { copy: waits, count: waits, wait: waits };
    using yard = makeYard({ tools: [defineTool({ name: 'notes', description: 'x', commands })] });
    const leaving = new AbortController();
    const request = { tool: 'notes', command: 'wait', address: 'root:yard' };
    const waiting = yard.tools.call(request, { signal: leaving.signal });
    setImmediate(() => leaving.abort(new Error('gone')));
    expect(await waiting).toMatchObject({ reply: { code: 'MCP-CALL-E-001' }, fault: { message: 'gone' } });
  });

  test('may have the name that a policy gives it', async () => {
    const named = loadPolicy(
      `policy: p
modes: [work]
roots: { yard: {} }
tools: { jot: total }
sets: { read: { area: READ, commands: { jot: total } } }
visibility: { work: { yard: always } }
operations: { work: { yard: [{ allow: read }] } }
`,
    );
    using yard = makeYard();
    const session = { id: 'a', mode: () => 'work', mods: [], contract: () => null };
    const world = createWorld({ policy: named, roots: { yard: join(yard.path, 'yard') }, session });
    const tools = createTools(world, { tools: [notes], names: new Map([['jot total', 'notes count']]) });
    const { reply } = await tools.call({ tool: 'jot', command: 'total', address: 'root:yard/roses.txt' });
    expect([reply.code, reply.data.result]).toEqual(['MCP-OWN-S-001', { lines: 2 }]);
  });
});

describe('a declaration', () => {
  const command = { description: 'x', annotations: { readOnly: true }, run: () => null };
  const text = z.object({ to: z.string() });
  test.each<[string, object, RegExp]>([
    ['no description', { ...command, description: ' ' }, /has no description/],
    ['no function', { ...command, run: undefined }, /has no function `run`/],
    ['no word on whether it reads', { ...command, annotations: {} }, /whether it only reads/],
    ['arguments that cannot be shown', { ...command, arguments: () => [] }, /cannot be shown/],
    ['arguments that are no mapping', { ...command, arguments: z.string() }, /are no mapping/],
    ['an argument `address`', { ...command, arguments: z.object({ address: z.string() }) }, /`address`/],
    ['a place that is no argument', { ...command, places: { to: {} } }, /no argument that takes an address/],
    [
      'a place that is a number',
      { ...command, arguments: z.object({ to: z.number() }), places: { to: {} } },
      /no argument that takes an address/,
    ],
    [
      'a place that is decided as nothing',
      { ...command, arguments: text, places: { to: { as: 'reading' } } },
      /decided as no command/,
    ],
  ])('with %s is refused', (_what, given, message) => {
    const declare = () => defineTool({ name: 'notes', description: 'x', commands: { x: given as never } });
    expect(declare).toThrow(message);
    expect(declare).toThrow(expect.objectContaining({ code: 'invalid-configuration' }));
  });

  test('that decides a place as an unknown command makes no tools', () => {
    const places = { to: { as: 'file raed' } };
    const commands = { x: { ...command, arguments: text, places } };
    const tool = defineTool({ name: 'notes', description: 'x', commands });
    expect(() => makeYard({ tools: [tool] })).toThrow('did you mean `file read`?');
  });
});

describe('hosts are told', () => {
  const listed = toolSchemas([notes]);
  const named = (name: string) => listed.find((one) => one.name === name);

  test('every command of every tool, once, and the same to everybody', () => {
    const shipped = loadPolicy(shippedPolicies.investigate).sets.flatMap(({ commands }) => commands);
    const names = listed.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(shipped.map(({ tool, command }) => `${tool}_${command}`)));
    expect(names).toEqual(expect.arrayContaining(['contract_open', 'notes_count', 'notes_copy']));
    expect(Object.isFrozen(listed) && listed.every(Object.isFrozen)).toBe(true);
  });

  test.each(listed)('what $name takes, down to every type', ({ inputSchema, description, tool }) => {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(inputSchema.type).toBe('object');
    const untyped = (schema: JsonSchema, at: string): readonly string[] => {
      const { type, enum: values, items, properties = {} } = schema;
      const inner = Object.entries(properties as Record<string, JsonSchema>);
      return [
        ...(type === undefined && values === undefined ? [at] : []),
        ...(items === undefined ? [] : untyped(items as JsonSchema, `${at}[]`)),
        ...inner.flatMap(([name, one]) => untyped(one, `${at}.${name}`)),
      ];
    };
    expect(untyped(inputSchema, 'input')).toEqual([]);
    const hasAddress = (inputSchema.required as readonly string[]).includes('address');
    expect(hasAddress).toBe(tool !== 'contract');
  });

  test('what a command does to what is there', () => {
    const hints = (name: string) => Object.values(named(name)?.annotations ?? {});
    // Only reading, destructive, idempotent, reaching beyond the roots.
    expect(hints('file_read')).toEqual([true, false, true, false]);
    expect(hints('file_write')).toEqual([false, true, true, false]);
    expect(hints('git_push')).toEqual([false, false, true, true]);
    expect(hints('exec_run')).toEqual([false, true, false, true]);
    expect(hints('contract_status')).toEqual([true, false, true, false]);
    expect(hints('notes_copy')).toEqual([false, true, false, true]);
    const isReading = (name: string) => named(name)?.annotations.readOnlyHint;
    const { sets } = loadPolicy(shippedPolicies.investigate);
    for (const { area, commands } of sets)
      for (const { tool, command } of commands)
        expect([tool, command, isReading(`${tool}_${command}`)]).toEqual([tool, command, area === 'READ']);
  });

  test('the schema of an own command as its library shows it', () => {
    expect(named('notes_count')?.inputSchema).toEqual({
      type: 'object',
      properties: {
        address: expect.objectContaining({ type: 'string' }),
        most: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 9 },
      },
      required: ['address'],
    });
    expect(named('notes_copy')?.inputSchema).toMatchObject({
      properties: { from: { type: 'string', maxLength: 100 } },
      required: ['address', 'from'],
    });
  });
});

/** A session whose answers are methods. */
class Gardener {
  readonly id = 'gardener';
  readonly mods = [];
  #mode = 'work';
  mode(): string {
    return this.#mode;
  }
  masks(): readonly string[] {
    return [this.#mode];
  }
  role(): string {
    return this.#mode;
  }
}

test('a session may be an instance of a class, and has own tools', async () => {
  using yard = makeYard();
  const environment = { ...process.env, PENUMBRA_CONFIG_DIR: join(yard.path, 'config') };
  openKeys(join(yard.path, 'config/keys')).create();
  const ledger = await openLedger({ workspace: join(yard.path, 'records'), create: true, environment });
  const opened = await openGuardSession({
    policy,
    roots: { yard: join(yard.path, 'yard') },
    session: new Gardener(),
    ledger,
    environment,
    tools: [notes],
  });
  const call = { tool: 'notes', command: 'count', address: 'root:yard/roses.txt' };
  expect((await opened.tools.call(call)).reply.code).toBe('MCP-OWN-S-001');
  expect(opened.world.snapshot()).toMatchObject({ mode: 'work', masks: ['work'], role: 'work' });
  await opened.close();
  await ledger.store.close();
});
