// Attacks on the tools: what is hidden stays out of every answer, no reply holds a host path, hostile calls are
// answered and noted once each, and nothing but `enforce` denies.

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';
import { loadPolicy } from '../../src/guard/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { makeToolWorld, type ToolWorld } from './tool-world.ts';

const SECRET = 'hunter2';

/** Every command there is, with arguments that fit. */
const commands: readonly [string, unknown][] = [
  ['file read', {}],
  ['file list', {}],
  ['git log', {}],
  ['git status', {}],
  ['search text', { pattern: 'function' }],
  ['search text', { pattern: SECRET }],
  ['context get', { producer: 'terms' }],
  ['context get', { producer: 'history' }],
];

/** A repository whose own files name its place, which is content, and whose hidden files hold a secret. */
function makeTarget(): ToolWorld {
  const world = makeToolWorld({
    files: { 'src/a.js': 'function a() {}\n', 'src/deep/b.js': 'function b() {}\n' },
  });
  writeFiles(world.folder, { 'outside/secret.js': `function ${SECRET}() {}\n` });
  writeFiles(world.repo, {
    '.git/config.js': `function ${SECRET}() {}\n`,
    '.penumbra/secret.js': `function ${SECRET}() {}\n`,
    'src/place.js': `function place() { return '${world.repo}/src'; }\n`,
  });
  git(world.repo, 'add', '--force', '.penumbra/secret.js');
  git(world.repo, 'commit', '--quiet', '--message', SECRET);
  writeFileSync(join(world.repo, '.penumbra/secret.js'), `function ${SECRET}() { changed(); }\n`);
  symlinkSync(join(world.folder, 'outside'), join(world.repo, 'way'));
  symlinkSync(join(world.folder, 'outside/secret.js'), join(world.repo, 'src/door.js'));
  return world;
}

/** Everything an answer holds, maps and bytes too. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (one instanceof Map) return [...one];
    if (one instanceof Set) return [...one];
    return one instanceof Uint8Array ? Buffer.from(one).toString() : one;
  });
}

describe('what is hidden', () => {
  test.each(commands)('is in no answer of `%s` with %j', async (names, given) => {
    using world = makeTarget();
    for (const address of ['root:repo', 'root:repo/src', 'root:repo/src/place.js']) {
      const { reply, value } = await world.call(names, address, given);
      expect(textOf([reply, value])).not.toMatch(/hunter2|\.git\b(?!ignore)|penumbra\/|secret\.js/);
      expect(textOf(reply).replaceAll(`return '${world.repo}/src'`, '')).not.toContain(world.folder);
    }
  });

  test.each([
    'root:repo/.git',
    'root:repo/.git/config.js',
    'root:repo/.git/gone',
    'root:repo/.penumbra/secret.js',
  ])('cannot be told from what is not there at %s', async (address) => {
    using world = makeTarget();
    for (const [names, given] of commands)
      expect((await world.call(names, address, given)).reply.code).toBe('WA-RES-I-003');
  });

  test.each(['root:repo/way', 'root:repo/way/secret.js', 'root:repo/src/door.js'])(
    'is not reached through the link at %s',
    async (address) => {
      using world = makeTarget();
      for (const [names, given] of commands) {
        const { reply, value } = await world.call(names, address, given);
        expect([reply.code, reply.data.reason, value]).toEqual(['WA-RES-I-001', 'link', undefined]);
      }
    },
  );

  test('is seen by the same commands where the policy does not hide it', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../policies/investigate.yaml'), 'utf8');
    const policy = loadPolicy(text.replaceAll(/^ *repo\/\.(git|penumbra): never\n/gm, ''));
    using world = makeToolWorld({ policy, files: { 'vault/secret.js': `function ${SECRET}() {}\n` } });
    for (const [names, given] of [
      ['file list', {}],
      ['git log', {}],
      ['search text', { pattern: SECRET }],
      ['context get', { producer: 'terms' }],
    ] as const)
      expect(textOf(await world.call(names, 'root:repo', given))).toMatch(/hunter2|vault/);
  });
});

test('any call at all is answered without a host path, noted once, and followed by one that is served', async () => {
  using world = makeTarget();
  const name = fc.constantFrom(
    'file',
    'git',
    'search',
    'context',
    'exec',
    'read',
    'list',
    'log',
    'get',
    'text',
    '\0',
  );
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'src',
    '.git',
    '.GIT',
    'way',
    'a.js',
    '\\',
    '\0',
    '%2e%2e',
    'x'.repeat(300),
  );
  const address = fc.oneof(
    fc.array(part, { maxLength: 5 }).map((parts) => `root:repo/${parts.join('/')}`),
    fc.constantFrom(world.repo, `root:${world.repo}`, 'root:scratch', 'mod:x', '', 'root:repo'),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom<unknown>(null, 7, {}, []) as fc.Arbitrary<string>,
  );
  const call = fc.tuple(
    fc.tuple(name, name).map((names) => names.join(' ')),
    address,
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([names, where, given]) => {
      const before = world.notes.length;
      const { reply } = await world.call(names, where, given);
      expect(['S', 'I', 'D']).toContain(reply.type);
      expect(textOf(reply)).not.toContain(world.folder);
      expect(textOf(reply)).not.toContain(SECRET);
      expect(world.notes.length).toBe(before + 1);
      expect(world.notes.at(-1)?.code).toBe(reply.code);
    }),
    { numRuns: 300 },
  );
  expect((await world.call('file list', 'root:repo')).reply.type).toBe('S');
});

describe('in the sources of the tools', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = listedFiles({ root, folder: 'src/tools' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

  test('nothing denies', () => {
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter(({ text }) => /\.denied\(|-D-\d{3}/.test(text))).toEqual([]);
  });

  test('nothing but the way of a call enforces', () => {
    const enforcing = sources.filter(({ text }) => /\benforce\(/.test(text)).map(({ path }) => path);
    expect(enforcing).toEqual(['src/tools/calls/decide.ts']);
  });
});
