/** The world: the order of its answers, what it asks the disk, and what can be read off a reference. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createMemoryDisk } from '../../../test/guard/memory-disk.ts';
import { createWorld, loadPolicy, type ResolveOptions, type Session, type VisibilityRef } from '../index.ts';

const policy = loadPolicy(`
policy: sample
registry: mod
modes: [work, rest]
roots: { yard: { legacy: ROOT_YARD }, shed: {}, attic: {} }
tools: { file: read }
sets: { read: { area: READ, commands: { file: read } } }
visibility:
  work:
    yard: always
    yard/den: never
    yard/vault: [has_contract]
    yard/desk: [contract_covers]
    shed: [path_in_registry]
    shed/mask: [mask_worn(lens), role_is(writer)]
    attic: always
operations: { work: { yard: [{ allow: read }], shed: [{ allow: read }], attic: [{ allow: read }] } }
`);

const contents = {
  present: [
    '/disk/yard/file',
    '/disk/yard/den/secret',
    '/disk/yard/vault/gold',
    '/disk/yard/desk/a',
    '/disk/real/mods/one/thing',
    '/disk/real/two/thing',
    '/disk/elsewhere/three',
  ],
  links: {
    '/disk/shed': '/disk/real',
    '/disk/yard/link': '/disk/yard/den',
    '/disk/yard/dir': '/disk/elsewhere',
    '/disk/linked-mod': '/disk/real/mods/one',
  },
};

const mods = [
  { name: 'One', path: '/disk/linked-mod' },
  { name: 'Two', path: '/disk/real/two' },
  { name: 'Far', path: '/disk/elsewhere' },
  { name: 'Gone', path: '/disk/nowhere' },
  { name: 'Twin', path: '/disk/real/two' },
  { name: 'Twin', path: '/disk/real/mods' },
];

function makeWorld(session: Partial<Session> = {}) {
  const disk = createMemoryDisk(contents);
  const world = createWorld({
    policy,
    roots: { yard: '/disk/yard', shed: '/disk/shed' },
    disk,
    session: { id: 's', mode: () => 'work', mods, contract: () => null, ...session },
  });
  return { world, disk };
}

function codeOf(address: string, session: Partial<Session> = {}, options: ResolveOptions = {}): string {
  return makeWorld(session).world.resolve(address, options)[0].code;
}

describe('an address', () => {
  test.each<[string, string]>([
    ['root:yard', 'WA-RES-S-001'],
    ['root:yard/file', 'WA-RES-S-001'],
    ['ROOT_YARD:/file', 'WA-RES-S-001'],
    ['root:yard/gone', 'WA-RES-I-004'],
    ['root:yard/file/below', 'WA-RES-I-004'],
    ['root:yard/link', 'WA-RES-I-001'],
    ['root:yard/link/secret', 'WA-RES-I-001'],
    ['root:yard/dir/three', 'WA-RES-I-001'],
    ['root:yard/den', 'WA-RES-I-003'],
    ['root:yard/den/secret', 'WA-RES-I-003'],
    ['root:yard/den/gone', 'WA-RES-I-003'],
    ['root:yard/vault/gold', 'WA-RES-I-003'],
    ['root:shed', 'WA-RES-I-003'],
    ['root:shed/mods', 'WA-RES-I-003'],
    ['root:shed/mods/one/thing', 'WA-RES-S-001'],
    ['root:shed/two/gone', 'WA-RES-I-004'],
    ['root:shed/mask/x', 'WA-RES-I-003'],
    ['root:attic', 'WA-RES-I-001'],
    ['root:cellar', 'WA-RES-I-001'],
    ['root:yard/../shed', 'WA-RES-I-001'],
    ['mod:One', 'WA-RES-S-001'],
    ['mod:One/thing', 'WA-RES-S-001'],
    ['mod:One/gone', 'WA-RES-I-004'],
    ['mod:One:/', 'WA-RES-S-001'],
    ['mod:One:/thing', 'WA-RES-S-001'],
    ['mod:One:/gone', 'WA-RES-I-004'],
    ['mod:One:', 'WA-RES-I-001'],
    ['mod:One::/thing', 'WA-RES-I-001'],
    ['mod:None:/', 'WA-RES-I-001'],
    ['root:yard:/file', 'WA-RES-I-001'],
    ['mod:one', 'WA-RES-I-001'],
    ['mod:Far/three', 'WA-RES-I-001'],
    ['mod:Gone', 'WA-RES-I-001'],
    ['mod:Twin', 'WA-RES-I-001'],
    ['mod:Three', 'WA-RES-I-001'],
  ])('`%s` is answered %s', (address, code) => {
    expect(codeOf(address)).toBe(code);
  });

  test('with a colon after a name is the legacy spelling, unless the name has one itself', () => {
    const resolved = (world: ReturnType<typeof createWorld>, address: string) =>
      world.resolve(address)[0].data.resolved;
    expect(resolved(makeWorld().world, 'mod:One:/thing')).toBe('mod:One/thing');
    const both = [...mods, { name: 'One:', path: '/disk/real/two' }];
    const { world } = makeWorld({ mods: both });
    const [, ref] = world.resolve('mod:One:/thing');
    expect([String(ref), ref && world.placeOf(ref)?.path]).toEqual(['mod:One:/thing', 'two/thing']);
    expect(resolved(world, 'mod:One/thing')).toBe('mod:One/thing');
  });

  test('is not looked at without a mode, or in a mode the policy does not know', () => {
    expect(codeOf('../bad', { mode: () => null })).toBe('WA-SYS-I-001');
    expect(codeOf('mod:One', { mode: () => 'play' })).toBe('WA-SYS-I-001');
  });

  test('sees nothing of a root in a mode without rows, but every entry of the registry', () => {
    expect(codeOf('root:yard/file', { mode: () => 'rest' })).toBe('WA-RES-I-003');
    expect(codeOf('mod:One/thing', { mode: () => 'rest' })).toBe('WA-RES-S-001');
  });

  test('can lead to what is not there yet, but never through a link or out of sight', () => {
    const options = { requireExists: false };
    expect(codeOf('root:yard/new', {}, options)).toBe('WA-RES-S-001');
    expect(codeOf('root:yard/dir/new', {}, options)).toBe('WA-RES-I-001');
    expect(codeOf('root:yard/den/new', {}, options)).toBe('WA-RES-I-003');
  });

  test('is visible by the conditions of its row', () => {
    const contract = () => ({ root: 'yard', operations: ['READ' as const], targets: ['desk/a'] });
    expect(codeOf('root:yard/vault/gold', { contract })).toBe('WA-RES-S-001');
    expect(codeOf('root:yard/desk/a', { contract })).toBe('WA-RES-S-001');
    expect(codeOf('root:yard/desk/b', { contract })).toBe('WA-RES-I-003');
    const worn = { masks: () => ['lens'], role: () => 'writer' };
    expect(codeOf('root:shed/mask/x', worn)).toBe('WA-RES-I-004');
    expect(codeOf('root:shed/mask/x', { ...worn, role: () => 'reader' })).toBe('WA-RES-I-003');
  });

  test('out of sight is answered alike whether it is there or not, and the disk is not asked', () => {
    const { world, disk } = makeWorld();
    const [there] = world.resolve('root:yard/den/secret');
    const [absent] = world.resolve('root:yard/den/nothing');
    expect(JSON.stringify(there).replaceAll('secret', 'nothing')).toBe(JSON.stringify(absent));
    expect(disk.lookedUp).toEqual([]);
  });

  test('that means nothing never reaches the disk', () => {
    const { world, disk } = makeWorld();
    for (const address of [
      'root:yard/..',
      'a/b',
      '/disk/yard/file',
      'root:none/x',
      'mod:none/x',
      'mod:Far/x',
    ])
      world.resolve(address);
    expect(disk.lookedUp).toEqual([]);
  });
});

test('the mode is that of the session at this moment, and `uninitiated` before there is one', () => {
  let mode: string | null = null;
  const { world } = makeWorld({ mode: () => mode });
  expect(world.mode).toBe('uninitiated');
  mode = 'work';
  expect(world.mode).toBe('work');
  expect(world.resolve('root:yard')[0].code).toBe('WA-RES-S-001');
  const broken = makeWorld({
    mode: () => {
      throw new Error('no answer');
    },
  });
  expect(broken.world.mode).toBe('uninitiated');
});

describe('a reply', () => {
  test('tells where the address leads, in the namespace it was asked in', () => {
    const { world } = makeWorld();
    expect(world.resolve('ROOT_YARD:/vault/gold/', { traceId: 't' })[0]).toMatchObject({
      type: 'I',
      data: { resolved: 'root:yard/vault/gold' },
      trace: { trace_id: 't', session_id: 's' },
      meta: { layer: 'WA', policy: policy.hash },
    });
    expect(world.resolve('mod:One/thing')[0].data).toEqual({
      resolved: 'mod:One/thing',
      root_key: 'shed',
      subdirectory: null,
      relative_path: 'thing',
      mod_name: 'One',
    });
    expect(world.resolve('root:yard/desk/a')[0].code).toBe('WA-RES-I-003');
  });

  test('names the subdirectory where a row does', () => {
    const contract = () => ({ root: 'yard', operations: [], targets: [] });
    const { world } = makeWorld({ contract });
    expect(world.resolve('root:yard/vault/gold')[0].data).toMatchObject({ subdirectory: 'vault' });
    expect(world.resolve('root:yard/file')[0].data).toMatchObject({ subdirectory: null });
  });

  test('says what is wrong with an address, and the remedy, without repeating it', () => {
    const [reply] = makeWorld().world.resolve('/disk/yard/file');
    expect(reply).toMatchObject({
      message: 'The address cannot be resolved: paths of the host are not addresses.',
      data: { reason: 'host-absolute', remedy: 'write it like `root:<key>/<path>`' },
    });
    expect(JSON.stringify(reply)).not.toContain('/disk');
  });
});

describe('a reference', () => {
  const { world } = makeWorld();
  const [, found] = world.resolve('mod:One/thing');
  const ref = found as VisibilityRef;

  test('shows its address and nothing else', () => {
    expect(`${ref}`).toBe('mod:One/thing');
    expect(JSON.stringify({ ref })).toBe('{"ref":"mod:One/thing"}');
    expect(Reflect.ownKeys(ref)).toEqual([]);
    expect(inspect(ref, { showHidden: true, depth: 9 })).not.toMatch(/disk|real/);
    expect(Object.isFrozen(ref)).toBe(true);
  });

  test('leads to its place through the world that minted it', () => {
    expect(world.placeOf(ref)).toMatchObject({ root: 'shed', path: 'mods/one/thing', entry: 'One' });
    expect(JSON.stringify(world.placeOf(ref))).not.toContain('/disk');
  });

  test('cannot be forged or carried into another world', () => {
    const copy = Object.create(Object.getPrototypeOf(ref));
    expect(world.placeOf(copy)).toBeNull();
    expect(world.placeOf({ ...ref })).toBeNull();
    for (const nothing of [null, undefined, 'mod:One/thing'])
      expect(world.placeOf(nothing as unknown as VisibilityRef)).toBeNull();
    expect(`${copy}`).toBe('');
    expect(makeWorld().world.placeOf(ref)).toBeNull();
  });
});

describe('a snapshot', () => {
  test('holds still while the session moves on, and the next call sees the change', () => {
    const changing = [...mods];
    const state = { mode: 'work' as string | null, targets: ['desk/a'] };
    const { world } = makeWorld({
      mode: () => state.mode,
      mods: changing,
      contract: () => ({ root: 'yard', operations: ['READ'], targets: state.targets }),
    });
    const snapshot = world.snapshot();
    changing.length = 0;
    state.mode = null;
    state.targets.length = 0;
    expect(world.resolve('mod:One', { snapshot })[0].code).toBe('WA-RES-S-001');
    expect(world.resolve('root:yard/desk/a', { snapshot })[0].code).toBe('WA-RES-S-001');
    expect(world.resolve('mod:One')[0].code).toBe('WA-SYS-I-001');
    state.mode = 'work';
    expect(world.resolve('mod:One')[0].code).toBe('WA-RES-I-001');
    expect(world.resolve('root:yard/desk/a')[0].code).toBe('WA-RES-I-003');
  });

  test('asks the session for its registry, and each entry for its name and path, once', () => {
    const asked: string[] = [];
    const entry = {
      get name() {
        asked.push('name');
        return 'One';
      },
      get path() {
        asked.push('path');
        return '/disk/shed/mods/one';
      },
    };
    const { world } = makeWorld({ mods: [entry] });
    world.snapshot();
    expect(asked).toEqual(['name', 'path']);
  });

  test('is frozen, and holds entries below their roots', () => {
    const snapshot = makeWorld().world.snapshot();
    expect([snapshot, snapshot.registry, snapshot.registry[0], snapshot.masks].every(Object.isFrozen)).toBe(
      true,
    );
    expect(snapshot.registry).toEqual([
      { name: 'One', root: 'shed', path: 'mods/one' },
      { name: 'Two', root: 'shed', path: 'two' },
    ]);
  });
});

describe('making a world', () => {
  const session = { id: 's', mode: () => 'work', mods: [], contract: () => null };
  const disk = createMemoryDisk(contents);

  test.each([
    [{ yrad: '/disk/yard' }, '`yrad` is not a root of policy `sample` (did you mean `yard`?)'],
    [{ yard: '/disk/nowhere' }, 'root `yard` is not a directory'],
  ])('refuses the roots %j', (roots, refusal) => {
    expect(() => createWorld({ policy, roots: { ...roots }, disk, session })).toThrow(refusal);
  });

  test('needs a policy that was loaded', () => {
    const forged = structuredClone(policy);
    expect(() => createWorld({ policy: forged, roots: {}, disk, session })).toThrow(
      'comes from `loadPolicy`',
    );
  });
});
