/** The way of a call: resolve, arguments, enforce, execute; what is noted of it, and what survives a fault. */
import { describe, expect, test } from 'vitest';
import { makeToolWorld } from '../../test/guard/tool-world.ts';

const file = { 'a.ts': 'const a = 1;\n' };

describe('a call', () => {
  test.each<[string, string, unknown, string]>([
    ['file read', 'root:repo/a.ts', undefined, 'MCP-FILE-S-001'],
    ['file read', 'root:repo/b.ts', undefined, 'WA-RES-I-004'],
    ['file read', 'root:repo/.git/config', undefined, 'WA-RES-I-003'],
    ['file read', 'root:repo/../x', undefined, 'WA-RES-I-001'],
    ['file read', 'a.ts', undefined, 'WA-RES-I-001'],
    ['file write', 'root:repo/a.ts', { text: 'x' }, 'EN-WRITE-D-001'],
    ['file delete', 'root:repo/a.ts', undefined, 'EN-DELETE-D-001'],
    ['git push', 'root:repo', undefined, 'EN-GIT-D-001'],
    ['exec run', 'root:repo', { argv: ['true'] }, 'EN-EXEC-D-001'],
    ['exec run', 'root:repo', undefined, 'MCP-CALL-I-001'],
    ['file fly', 'root:repo/a.ts', { any: 'thing' }, 'EN-GATE-D-001'],
    ['spoon bend', 'root:repo', undefined, 'EN-GATE-D-001'],
    ['__proto__ constructor', 'root:repo', undefined, 'EN-GATE-D-001'],
    ['git blame', 'root:repo', undefined, 'MCP-GIT-I-001'],
    ['', 'root:repo', undefined, 'MCP-CALL-I-001'],
    [`${'x'.repeat(101)} read`, 'root:repo', undefined, 'MCP-CALL-I-001'],
  ])('`%s` at `%s` with %j is answered by %s, and noted once', async (names, address, given, code) => {
    using world = makeToolWorld({ files: file });
    const { reply } = await world.call(names, address, given);
    expect(reply.code).toBe(code);
    expect(reply.trace).toEqual({ trace_id: 'trace', session_id: 'session' });
    const [tool = '', command = ''] = names.split(' ');
    expect(world.notes).toEqual([{ tool, command, address, code }]);
  });

  test('that cannot act tells nothing of grants', async () => {
    using world = makeToolWorld({ session: { mode: () => 'bare' } });
    const codes = ['root:case', 'root:repo'].map(
      async (address) => (await world.call('search text', address, { pattern: 7 })).reply.code,
    );
    // In mode `bare` the case is visible and search is not granted there, and the arguments come first all the same.
    expect(await Promise.all(codes)).toEqual(['MCP-CALL-I-001', 'WA-RES-I-003']);
    expect((await world.call('search text', 'root:case', { pattern: 'x' })).reply.code).toBe('EN-READ-D-001');
  });

  test('without a mode is answered', async () => {
    using world = makeToolWorld({ session: { mode: () => null } });
    expect((await world.call('file list', 'root:repo')).reply.code).toBe('WA-SYS-I-001');
  });

  test('is frozen, and its reply deeply', async () => {
    using world = makeToolWorld({ files: file });
    const result = await world.call('file list', 'root:repo');
    expect(Object.isFrozen(result) && Object.isFrozen(result.reply.data.entries)).toBe(true);
  });
});

describe('a fault in a tool', () => {
  const throwing = () => {
    throw new Error('the disk at /secret/place broke');
  };

  test('ends the call with E, says nothing of itself to the agent, and the next call is served', async () => {
    const disk = { readFile: throwing, listDirectory: () => [], openReader: throwing };
    using world = makeToolWorld({ files: file, means: { disk } });
    const { reply, fault } = await world.call('file read', 'root:repo/a.ts');
    expect(reply).toMatchObject({ type: 'E', code: 'MCP-CALL-E-001', data: {} });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(fault).toMatchObject({ message: 'the disk at /secret/place broke' });
    expect((await world.call('file list', 'root:repo')).reply.code).toBe('MCP-FILE-S-002');
    expect(world.notes.map(({ code }) => code)).toEqual(['MCP-CALL-E-001', 'MCP-FILE-S-002']);
  });

  test.each<[string, () => never | Promise<never>]>([
    ['at once', throwing],
    ['later', () => Promise.reject(new Error('broke'))],
  ])('of whoever watches, %s, changes nothing', async (_when, onCall) => {
    using world = makeToolWorld({ files: file, means: { onCall } });
    expect((await world.call('file read', 'root:repo/a.ts')).reply.code).toBe('MCP-FILE-S-001');
  });
});

describe('what a call rests on', () => {
  test('is looked at before each call; a fault of it is answered, on record, and the next call is served', async () => {
    let calls = 0;
    const beforeCall = async () => {
      calls++;
      if (calls === 1) throw new Error('the ledger at /secret/place is locked');
    };
    using world = makeToolWorld({ files: file, means: { beforeCall } });
    const { reply, fault } = await world.call('file read', 'root:repo/a.ts');
    expect(reply).toMatchObject({ type: 'E', code: 'MCP-CALL-E-001', data: {} });
    expect(fault).toMatchObject({ message: expect.stringContaining('locked') });
    expect((await world.call('file read', 'root:repo/a.ts')).reply.code).toBe('MCP-FILE-S-001');
    expect([calls, world.entries.map(({ answer }) => answer)]).toEqual([
      2,
      ['MCP-CALL-E-001', 'MCP-FILE-S-001'],
    ]);
  });

  test('is the snapshot after that look', async () => {
    let mode: string | null = null;
    const beforeCall = async () => {
      mode = 'forge';
    };
    using world = makeToolWorld({ files: file, session: { mode: () => mode }, means: { beforeCall } });
    expect((await world.call('file read', 'root:repo/a.ts')).reply.code).toBe('MCP-FILE-S-001');
  });
});

describe('arguments', () => {
  const unclonable = { maxBytes: () => 1 };
  const endless: Record<string, unknown> = {};
  endless.self = endless;

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['a list', []],
    ['a number', 7],
    ['a function', unclonable],
    ['a cycle', endless],
    ['a map', new Map([['maxBytes', 1]])],
    ['an unknown key', { path: '/etc/passwd' }],
    ['a key of every object', JSON.parse('{"__proto__": {"maxBytes": 1}}')],
    ['a text for a number', { maxBytes: '10' }],
    ['nothing for a number', { maxBytes: null }],
    ['zero', { maxBytes: 0 }],
    ['a fraction', { maxBytes: 1.5 }],
    ['not a number', { maxBytes: Number.NaN }],
    ['too much', { maxBytes: 2 ** 40 }],
    ['a line before the first', { fromLine: 0 }],
    ['a range that ends before it begins', { fromLine: 3, toLine: 2 }],
  ])('that are %s are faulted with a remedy, and the next call is served', async (_name, given) => {
    using world = makeToolWorld({ files: file });
    const { reply } = await world.call('file read', 'root:repo/a.ts', given);
    expect([reply.code, typeof reply.data.remedy]).toEqual(['MCP-CALL-I-001', 'string']);
    expect(JSON.stringify(reply)).not.toContain('passwd');
    expect((await world.call('file read', 'root:repo/a.ts', {})).reply.code).toBe('MCP-FILE-S-001');
    expect(world.notes).toHaveLength(2);
  });

  test('that answer differently each time are read once', async () => {
    using world = makeToolWorld({ files: file });
    let asked = 0;
    const given = {
      get maxBytes() {
        return ++asked === 1 ? 4 : 2 ** 40;
      },
    };
    const { reply } = await world.call('file read', 'root:repo/a.ts', given);
    expect([reply.data.text, asked]).toEqual(['cons', 1]);
  });
});
