// Context through the tools on a real workspace: what is hidden, and all that rests on it, is in no answer and no
// count, and is there by the same call under a policy that does not hide it.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeId, type Reply, sha256 } from '../../src/kernel/index.ts';
import { writeFiles } from '../context/workspace.ts';
import {
  type ContextToolWorld,
  contextPolicies,
  openContextTools,
  policyHiding,
  policyNaming,
  SECRET,
} from './context-tool-world.ts';

const strict = { policy: contextPolicies.strict };
const plain = { policy: contextPolicies.plain };
const whole = { policy: contextPolicies.whole };
const hiddenWords = /hunter2|secret|vault/;

let world: ContextToolWorld;
beforeAll(async () => {
  world = await openContextTools();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Everything an answer holds, contents too. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString() : one,
  );
}

const typesIn = ({ data }: Reply) =>
  (data.frames as unknown as readonly { type: string }[]).map(({ type }) => type).toSorted();

describe('what is hidden', () => {
  test.each<[string, string, unknown]>([
    ['context get', 'root:repo', {}],
    ['context get', 'root:repo/src', {}],
    ['context get', 'root:repo/src/b.ts', {}],
    ['context get', 'root:repo/docs/d.md', {}],
    ['context get', 'root:repo/docs/e.md', { type: 'note' }],
    ['context get', 'root:repo/docs/e.md', { agent: 'person', order: 'agent' }],
    ['context compose', 'root:repo/src/a.ts', {}],
    ['context compose', 'root:repo/src/a.ts', { sources: ['siblings'], query: `${SECRET} words` }],
    ['context compose', 'root:repo', { sources: ['children'], maxFrames: 1 }],
    ['context compose', 'root:repo/docs', { sources: ['children'], order: 'type', maxTokens: 1_000 }],
    ['context history', 'root:repo', {}],
    ['context history', 'root:repo/src/b.ts', {}],
    ['context explain', 'root:repo/src/a.ts', {}],
  ])(
    'is in no answer of `%s` at %s with %j, and is where the policy shows it',
    async (names, address, given) => {
      const dark = await world.call(strict, names, address, given);
      expect(dark.reply.type).toBe('S');
      expect(textOf([dark.reply, dark.value])).not.toMatch(hiddenWords);
      const bright = await world.call(plain, names, address, given);
      expect(textOf(bright.reply)).toMatch(hiddenWords);
      expect(textOf([dark.reply, bright.reply])).not.toContain(world.folder);
    },
  );

  test.each<[string, unknown, number, number]>([
    // A note that rests on a hidden frame; the outline stays.
    ['root:repo/src/b.ts', {}, 1, 2],
    // Syntheses of directories with hidden parts, and the history, which tells of all.
    ['root:repo/src', {}, 0, 1],
    ['root:repo', {}, 0, 1],
    // A directory in which nothing is hidden, for no answer depends on whether something is.
    ['root:repo/docs', {}, 0, 1],
    ['root:repo/docs/e.md', {}, 0, 1],
  ])('is in no count at %s', async (address, given, dark, bright) => {
    const counts = [strict, plain].map(async (caller) => {
      const { reply } = await world.call(caller, 'context get', address, given);
      return [reply.data.count, (reply.data.frames as unknown[]).length];
    });
    expect(await Promise.all(counts)).toEqual([
      [dark, dark],
      [bright, bright],
    ]);
  });

  test.each([
    ['root:repo/docs/d.md', 0, 2],
    ['root:repo/src/a.ts', 2, 6],
  ])('is no dependant of %s', async (address, dark, bright) => {
    const count = async (caller: typeof strict) =>
      (await world.call(caller, 'context explain', address)).reply.data.count;
    expect([await count(strict), await count(plain)]).toEqual([dark, bright]);
  });

  test('is not told by the ids and the size of a directory that holds it', async () => {
    const nodes = [strict, plain].map(async (caller) => {
      const { reply } = await world.call(caller, 'context get', 'root:repo/src');
      const { content, node, size } = reply.data.node as Record<string, unknown>;
      return [content, node, size].filter((one) => one !== null).length;
    });
    expect(await Promise.all(nodes)).toEqual([0, 3]);
  });

  test('hides a directory from the context where nothing else is in it', async () => {
    const world = await Promise.all(
      [strict, plain].map(async (caller) => {
        await using own = await openContextTools();
        writeFiles(own.repo, { 'src/only/vault': SECRET });
        const { data } = (await own.call(caller, 'context get', 'root:repo/src')).reply;
        const { code } = (await own.call(caller, 'context get', 'root:repo/src/only')).reply;
        return [(data.node as { children: string[] }).children.includes('only'), code];
      }),
    );
    expect(world).toEqual([
      [false, 'MCP-CTX-I-001'],
      [true, 'MCP-CTX-S-001'],
    ]);
  });

  test.each([
    ['root:repo', false],
    ['root:repo/docs', true],
  ])('beside a place or above it tells of %s: %s', async (address, isTold) => {
    const { reply } = await world.call({ policy: contextPolicies.aside }, 'context get', address);
    const { content, size } = reply.data.node as Record<string, unknown>;
    expect([content !== null, size !== null, reply.data.count]).toEqual([isTold, isTold, isTold ? 1 : 0]);
  });

  test.each(['secret', 'key', 'onFrame', 'onBytes', 'onChain'] as const)(
    'is not explained by the frame `%s`, as if there were none',
    async (name) => {
      const frame = world.known[name];
      const none = makeId('frame', sha256('none'));
      const [dark, absent, bright] = [
        await world.call(strict, 'context explain', 'root:repo', { frame }),
        await world.call(strict, 'context explain', 'root:repo', { frame: none }),
        await world.call(plain, 'context explain', 'root:repo', { frame }),
      ];
      expect([dark.reply.code, dark.reply.data]).toEqual([absent.reply.code, absent.reply.data]);
      expect(dark.reply.code).toBe('MCP-CTX-I-001');
      expect(bright.reply.code).toBe('MCP-CTX-S-004');
    },
  );

  test('is no copy of bytes that are seen, and nothing that rests on them', async () => {
    const given = { frame: world.known.seen };
    const addresses = async (caller: typeof strict) => {
      const { reply } = await world.call(caller, 'context explain', 'root:repo/src/a.ts', given);
      return (reply.data.inputs as unknown as { addresses: string[] }[]).flatMap((input) => input.addresses);
    };
    expect(await addresses(strict)).toEqual(['root:repo/src/a.ts']);
    expect(await addresses(plain)).toEqual(['root:repo/secret/copy.ts', 'root:repo/src/a.ts']);
  });

  test('is also what rests on something outside of the tree, which may tell of everything', async () => {
    const { reply } = await world.call(whole, 'context get', 'root:repo');
    expect(typesIn(reply)).toEqual(['history', 'outline']);
    expect(typesIn((await world.call(plain, 'context get', 'root:repo')).reply)).toEqual(['outline']);
  });

  test('is also what was made of a directory that has a hidden part, though of no frame of that', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'nested/vault': SECRET });
    await own.workspace.scan();
    await own.workspace.addType({ name: 'notes', cardinality: 'single' });
    await own.workspace.as('person', 'writer').putFrame({ path: 'nested/c.ts', type: 'note', content: 'x' });
    const port = own.workspace.as('synthesis', 'synthesis');
    await port.synthesize({ path: 'nested', type: 'note', output: 'notes' });
    const count = async (caller: typeof strict) =>
      (await own.call(caller, 'context get', 'root:repo/nested', { type: 'notes' })).reply.data.count;
    expect([await count(strict), await count(plain)]).toEqual([0, 1]);
  });

  test('is an input from outside; where it is shown, it shows no path of the host', async () => {
    await using own = await openContextTools();
    const basis = [
      (await own.workspace.tree()).at('nested/c.ts')?.contentId ?? expect.fail(),
      { external: { name: 'build', value: `${own.repo}/out` } },
    ];
    const person = own.workspace.as('person', 'writer');
    const put = await person.putFrame({ path: 'nested/c.ts', type: 'note', content: 'x', basis });
    const explain = async (caller: typeof strict) =>
      (await own.call(caller, 'context explain', 'root:repo/nested', { frame: put.frameId })).reply;
    expect((await explain(plain)).code).toBe('MCP-CTX-I-001');
    expect((await explain(whole)).data.inputs).toMatchObject([{}, { name: 'build', value: 'root:repo/out' }]);
  });

  test('is not found at a hidden address, be there something or not', async () => {
    for (const command of ['get', 'compose', 'history', 'explain', 'put', 'synthesize', 'regenerate'])
      for (const path of ['secret/s.ts', 'secret/none.ts', 'src/vault', 'nested/.git/config'])
        expect((await world.call(strict, `context ${command}`, `root:repo/${path}`)).reply.code).toBe(
          'WA-RES-I-003',
        );
  });
});

describe('an address', () => {
  test('that is the beginning of an id leads to no other node and no frame', async () => {
    await using own = await openContextTools();
    const hexes = [own.known.secret, (await own.workspace.tree()).at('secret/s.ts')?.nodeId ?? ''];
    for (const id of hexes) {
      const name = id.slice(id.indexOf(':') + 1, id.indexOf(':') + 20);
      for (const command of ['get', 'compose', 'history', 'explain']) {
        const gone = await own.call(plain, `context ${command}`, `root:repo/${name}`);
        expect(gone.reply.code).toMatch(/^(WA-RES-I-004|MCP-CTX-I-001)$/);
        writeFiles(own.repo, { '.gitignore': `${name}\n`, [name]: 'ignored' });
        const ignored = await own.call(plain, `context ${command}`, `root:repo/${name}`);
        expect(ignored.reply.code).toBe('MCP-CTX-I-001');
      }
    }
  });

  test('in another normal form is not taken for what it would be hidden as', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'vault\u00e9/x.ts': SECRET });
    await own.workspace.scan();
    const person = own.workspace.as('person', 'writer');
    await person.putFrame({ path: 'vault\u00e9/x.ts', type: 'note', content: SECRET });
    const hiding = { policy: policyHiding('vault\u00e9') };
    const address = 'root:repo/vaulte\u0301/x.ts';
    for (const command of ['history', 'explain'])
      expect((await own.call(hiding, `context ${command}`, address)).reply.code).toBe('MCP-CTX-I-001');
    expect((await own.call(plain, 'context history', address)).reply.data.count).toBe(1);
  });

  test('and a frame are not taken for each other', async () => {
    await using own = await openContextTools();
    const frame = own.known.seen;
    const explain = () => own.call(plain, 'context explain', 'root:repo', { frame });
    expect((await explain()).reply.code).toBe('MCP-CTX-S-004');
    writeFiles(own.repo, { [frame]: 'a file with the name of a frame' });
    expect((await explain()).reply.code).toBe('MCP-CTX-I-001');
  });

  test('of a frame elsewhere does not explain it', async () => {
    const given = { frame: world.known.seen };
    for (const [address, code] of [
      ['root:repo', 'MCP-CTX-S-004'],
      ['root:repo/src', 'MCP-CTX-S-004'],
      ['root:repo/docs', 'MCP-CTX-I-001'],
      ['root:repo/src/b.ts', 'MCP-CTX-I-001'],
    ] as const)
      expect((await world.call(strict, 'context explain', address, given)).reply.code).toBe(code);
  });
});

describe('after changes', () => {
  test('a frame stays hidden when the bytes it rests on are changed or moved where they are seen no more', async () => {
    await using own = await openContextTools();
    const shown = async (path: string) =>
      (await own.call(strict, 'context get', `root:repo/${path}`, { type: 'note' })).reply.data.count;
    writeFiles(own.repo, { 'secret/s.ts': 'other\n' });
    await own.workspace.scan();
    expect([await shown('docs/d.md'), await shown('docs/e.md')]).toEqual([0, 0]);
    renameSync(join(own.repo, 'secret/s.ts'), join(own.repo, 'docs/s.ts'));
    await own.workspace.scan();
    expect(await shown('docs/s.ts')).toBe(0);
    const history = await own.call(strict, 'context history', 'root:repo/docs/s.ts');
    expect(textOf(history.reply)).not.toMatch(hiddenWords);
    const bright = await own.call(plain, 'context history', 'root:repo/docs/s.ts');
    expect(textOf(bright.reply)).toMatch(/secret\/s\.ts/);
  });

  test('a frame about bytes of its own file that are past is shown as stale, before and after a scan', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'src/a.ts': 'changed\n' });
    for (const _round of [1, 2]) {
      const { reply } = await own.call(strict, 'context get', 'root:repo/src/a.ts', { type: 'note' });
      expect(reply.data.frames).toMatchObject([
        { content: 'about alpha', is_fresh: false, stale: 'content-changed' },
      ]);
      await own.workspace.scan();
    }
  });

  test('a frame that was written where it was seen is not composed where it is hidden now', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'nested/d.ts': 'export function delta() {}\n' });
    await own.workspace.as('person', 'writer').putFrame({ path: 'nested/c.ts', type: 'note', content: 'x' });
    renameSync(join(own.repo, 'nested/c.ts'), join(own.repo, 'nested/vault'));
    await own.workspace.scan();
    const given = { sources: ['children'] };
    const [dark, bright] = [
      await own.call(strict, 'context compose', 'root:repo/nested', given),
      await own.call(plain, 'context compose', 'root:repo/nested', given),
    ];
    expect(dark.reply.data).toMatchObject({ frames: [], left_out_count: 0 });
    expect(bright.reply.data.frames).toMatchObject([{ address: 'root:repo/nested/vault' }]);
  });

  test('what went where it is hidden is gone, and what never was is not known', async () => {
    await using own = await openContextTools();
    const ask = async (caller: typeof strict, path: string) =>
      (await own.call(caller, 'context history', `root:repo/${path}`)).reply;
    writeFiles(own.repo, { 'src/a.ts': 'export function alphabet() {}\n' });
    await own.workspace.scan();
    renameSync(join(own.repo, 'src/a.ts'), join(own.repo, 'secret/a.ts'));
    await own.workspace.scan();
    const [dark, bright] = [await ask(strict, 'src/a.ts'), await ask(plain, 'src/a.ts')];
    expect(dark.code).toBe('MCP-CTX-S-003');
    expect(textOf(dark)).not.toMatch(hiddenWords);
    expect(textOf(bright)).toMatch(/secret\/a\.ts/);
    expect((await ask(strict, 'src/never.ts')).code).toBe('MCP-CTX-I-001');
  });
});

describe('a grant', () => {
  test('holds for its own row of the policy: frames of a place that is named apart are not composed', async () => {
    const sources = async (caller: typeof strict, address: string, given: object) => {
      const { reply } = await world.call(caller, 'context compose', address, given);
      return new Set((reply.data.frames as unknown as { address: string }[]).map(({ address: at }) => at));
    };
    const naming = { policy: policyNaming('docs') };
    const children = { sources: ['children'] };
    expect(await sources(plain, 'root:repo', children)).toContain('root:repo/docs');
    expect(await sources(naming, 'root:repo', children)).not.toContain('root:repo/docs');
    expect(await sources(plain, 'root:repo/docs/d.md', {})).toContain('root:repo');
    expect(await sources(naming, 'root:repo/docs/d.md', {})).not.toContain('root:repo');
  });
});

describe('bounds', () => {
  test('are said, and content that is left out, too', async () => {
    const { reply } = await world.call(plain, 'context get', 'root:repo/src/b.ts', { maxFrames: 1 });
    expect([reply.data.count, reply.data.is_cut, (reply.data.frames as unknown[]).length]).toEqual([
      2,
      true,
      1,
    ]);
    const composed = await world.call(plain, 'context compose', 'root:repo/src/b.ts', { maxFrames: 1 });
    expect(composed.reply.data).toMatchObject({
      count: 1,
      left_out_count: 3,
      left_out: [{ bound: 'frames' }, {}, {}],
    });
  });

  test('an unknown order is refused with the orders there are', async () => {
    const { reply } = await world.call(strict, 'context compose', 'root:repo/src', { order: 'size' });
    expect([reply.code, reply.data.remedy]).toEqual(['MCP-CTX-I-002', expect.stringContaining('recency')]);
  });
});
