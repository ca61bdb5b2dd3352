/** Modules of masks: what is loaded from them, and what is rejected with its location. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { equipMask, type NodeContext } from '../../pipeline/index.ts';
import { loadMasks } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-masks-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** Writes a module and returns its path; each is new to the module loader. */
function module(text: string, extension = 'mjs'): string {
  files += 1;
  const file = join(folder, `masks-${files}.${extension}`);
  writeFileSync(file, text);
  return file;
}

const mask = (name: string, more = '') =>
  `{ name: '${name}', description: 'one', validNodes: ['a'], wrap: (next) => next${more && `, ${more}`} }`;

describe('masks are taken', () => {
  test.each<[string, string, readonly string[]]>([
    ['from a default mask', `export default ${mask('m')}`, ['m']],
    ['from a default list, in its order', `export default [${mask('z')}, ${mask('b')}]`, ['z', 'b']],
    [
      'from named exports, in the order of their names',
      `export const b = ${mask('m2')}; export const a = ${mask('m1')};`,
      ['m1', 'm2'],
    ],
    [
      'from the default alone where there is one',
      `export default ${mask('m')}; export const helper = 7;`,
      ['m'],
    ],
    ['after a module has waited', `const m = await Promise.resolve(${mask('m')}); export { m };`, ['m']],
  ])('%s', async (_what, text, expected) => {
    const masks = await loadMasks(module(text));
    expect(masks.map(({ name }) => name)).toEqual(expected);
    expect([masks, ...masks].every(Object.isFrozen)).toBe(true);
  });

  test('from TypeScript, by a relative path', async () => {
    const file = module(
      `const name: string = 'typed'; export const m = ${mask('x').replace("'x'", 'name')};`,
      'ts',
    );
    expect(await loadMasks(relative(process.cwd(), file))).toMatchObject([{ name: 'typed' }]);
  });

  test('with all they declare, and what the module changes later is not seen', async () => {
    const text = `const m = ${mask('m', "wearers: { alignment: 'light', names: ['Herald'] }, restricts: true")};
      m.wrap = (next) => async (context) => { m.validNodes.push('b'); m.name = 'changed'; return next(context); };
      export default m;`;
    const [loaded] = await loadMasks(module(text));
    if (!loaded) throw new Error('nothing was loaded');
    const node = { name: 'a', process: ({ meta }: NodeContext) => ({ type: 't', data: meta }) };
    const context = { node: 'a', meta: { seen: true } } as unknown as NodeContext;
    expect(await equipMask(node, loaded).process(context)).toEqual({ type: 't', data: { seen: true } });
    expect(loaded).toMatchObject({
      name: 'm',
      validNodes: ['a'],
      wearers: { alignment: 'light', names: ['Herald'] },
      restricts: true,
    });
  });

  test('from instances, whose methods keep their object', async () => {
    const text = `class Tag { name = 'tag'; description = ''; validNodes = ['a']; label = 'own';
      wrap() { return async () => ({ type: this.label, data: {} }); } }
      export default new Tag();`;
    const [loaded] = await loadMasks(module(text));
    if (!loaded) throw new Error('nothing was loaded');
    const node = { name: 'a', process: () => ({ type: 't', data: {} }) };
    expect(await equipMask(node, loaded).process({} as NodeContext)).toEqual({ type: 'own', data: {} });
  });
});

describe('a module is refused', () => {
  test.each<[string, string, string, string]>([
    ['that throws', "throw new Error('torn')", 'invalid-configuration', 'cannot be loaded: torn'],
    ['that throws nothing', 'throw undefined', 'invalid-configuration', 'cannot be loaded: no reason given'],
    ['that cannot be read as code', 'export default {', 'invalid-configuration', 'cannot be loaded: '],
    [
      'that needs what is not there',
      "import '../masks/nowhere.mjs'",
      'invalid-configuration',
      'cannot be loaded: ',
    ],
    ['that exports nothing', 'export {}', 'invalid-configuration', 'exports no mask'],
    ['that exports an empty list', 'export default []', 'invalid-configuration', 'exports no mask'],
    ['whose default is no mask', 'export default 7', 'mask-not-valid', '`default`: this is not a mask'],
    [
      'of which one of a list is none',
      `export default [${mask('m')}, null]`,
      'mask-not-valid',
      '`default.1`: this is not a mask',
    ],
    [
      'of which one export is none',
      `export const m = ${mask('m')}; export const other = 'x'`,
      'mask-not-valid',
      '`other`: this is not a mask',
    ],
    [
      'without a name',
      'export const m = { validNodes: [], wrap() {} }',
      'mask-not-valid',
      '`m`: `name` needs a text',
    ],
    [
      'without nodes',
      "export const m = { name: 'm', wrap() {} }",
      'mask-not-valid',
      '`m`: `validNodes` of `m` needs a list',
    ],
    [
      'with no node',
      "export const m = { name: 'm', validNodes: [], wrap() {} }",
      'mask-not-valid',
      '`m` can be worn at no node',
    ],
    [
      'without a wrap',
      "export const m = { name: 'm', validNodes: ['a'] }",
      'mask-not-valid',
      '`wrap` of `m` needs a function',
    ],
    [
      'with a name no definition can give',
      `export default ${mask('my mask')}`,
      'mask-not-valid',
      '`my mask` is no name',
    ],
    [
      'with the name of a shipped mask',
      `export default ${mask('mask-of-discovery')}`,
      'mask-not-valid',
      'the name of a mask that ships',
    ],
    [
      'with two of one name',
      `export default [${mask('m')}, ${mask('m')}]`,
      'mask-not-valid',
      'two masks are called `m`',
    ],
    [
      'whose fields throw',
      "export default { get name() { throw new Error('torn'); } }",
      'mask-not-valid',
      '`default`: torn',
    ],
    [
      'that wears what cannot be kept',
      `export default ${mask('m', 'wearers: { names: [Symbol()] }')}`,
      'mask-not-valid',
      '`wearers` of `m` needs',
    ],
  ])('%s', async (_what, text, code, message) => {
    const loading = loadMasks(module(text));
    await expect(loading).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  test('that is not there, or no file', async () => {
    mkdirSync(join(folder, 'directory'));
    await expect(loadMasks(join(folder, 'nowhere.mjs'))).rejects.toMatchObject({
      code: 'unreadable-input',
      message: expect.stringContaining('no such file or directory (ENOENT)'),
    });
    await expect(loadMasks(join(folder, 'directory'))).rejects.toMatchObject({
      code: 'unreadable-input',
      message: expect.stringContaining('it is not a regular file'),
    });
  });
});
