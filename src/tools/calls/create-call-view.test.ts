/**
 * What a call sees: the same as resolving each path, with one resolve per row if the row does not depend on
 * the path.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryDisk } from '../../../test/guard/memory-disk.ts';
import { createWorld, loadPolicy, type World } from '../../guard/index.ts';
import { createCallView } from './create-call-view.ts';

const policy = loadPolicy(`
policy: sample
registry: mod
modes: [work]
roots: { yard: {}, shed: {} }
tools: { file: read }
sets: { read: { area: READ, commands: { file: read } } }
visibility:
  work:
    yard: always
    yard/den: never
    yard/desk: [contract_covers]
    shed: [path_in_registry]
operations: { work: { yard: [{ allow: read }], shed: [{ allow: read }] } }
`);

function makeWorld() {
  const disk = createMemoryDisk({
    present: ['/disk/yard/a', '/disk/yard/desk/a', '/disk/shed/one/x', '/disk/shed/two'],
  });
  const world = createWorld({
    policy,
    roots: { yard: '/disk/yard', shed: '/disk/shed' },
    disk,
    session: {
      id: 's',
      mode: () => 'work',
      mods: [{ name: 'One', path: '/disk/shed/one' }],
      contract: () => ({ root: 'yard', operations: ['READ'], targets: ['desk', 'desk/a'] }),
    },
  });
  return world;
}

function viewAt(world: World, address: string) {
  let resolved = 0;
  const counting: World = {
    ...world,
    resolve: (...call) => {
      resolved++;
      return world.resolve(...call);
    },
  };
  const snapshot = world.snapshot();
  const ref = world.resolve(address, { snapshot })[1];
  const place = ref && world.placeOf(ref);
  if (!place) throw new Error(`${address} does not resolve`);
  return { view: createCallView({ world: counting, snapshot, place }), place, resolves: () => resolved };
}

describe('view', () => {
  test.each<[string, string, string | undefined]>([
    ['root:yard', 'a', 'a'],
    ['root:yard', 'den/secret', undefined],
    ['root:yard', 'den', undefined],
    ['root:yard', 'desk/a', 'desk/a'],
    ['root:yard', 'desk/b', undefined],
    ['root:yard', '../shed/two', undefined],
    ['root:yard/desk', 'desk/a', 'a'],
    ['root:yard/desk', 'desk', ''],
    ['root:yard/desk', 'desktop/a', undefined],
    ['root:yard/desk', 'a', undefined],
    ['mod:One', 'one/x', 'x'],
    ['mod:One', 'two', undefined],
  ])('from %s of the path %s is %s', (address, path, expected) => {
    expect(viewAt(makeWorld(), address).view.find(path)).toBe(expected);
  });

  test.each<[string, string, boolean]>([
    ['root:yard/desk', '', true],
    ['root:yard/desk', 'a', true],
    ['root:yard/desk', 'den/secret', false],
    ['root:yard/desk', 'desk/a', true],
    ['root:yard/desk', 'desk/b', false],
    ['mod:One', '', false],
    ['mod:One', 'one/x', true],
    ['mod:One/x', 'one/y', true],
    ['mod:One', 'two', false],
  ])('of the whole root, from %s, shows %j: %s', (address, path, expected) => {
    expect(viewAt(makeWorld(), address).view.ofRoot().sees(path)).toBe(expected);
  });

  test('answers as resolving does, whatever was asked before', () => {
    const name = fc.constantFrom('a', 'den', 'desk', 'two', 'b', '..', '.', '', 'x\\y', '\n');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const world = makeWorld();
        const { view } = viewAt(world, 'root:yard');
        for (const one of paths.filter((text) => text !== '')) {
          const isSeen = world.resolve(`root:yard/${one}`, { requireExists: false })[1] !== null;
          expect([one, view.find(one) !== undefined]).toEqual([one, isSeen]);
        }
      }),
    );
  });

  test('costs one resolve for five thousand files of a row, and one each where a condition looks at paths', () => {
    const paths = (folder: string) => Array.from({ length: 5_000 }, (_, index) => `${folder}/file-${index}`);
    const free = viewAt(makeWorld(), 'root:yard');
    for (const path of [...paths('src'), ...paths('lib'), ...paths('den')]) free.view.find(path);
    expect(free.resolves()).toBe(2);
    const bound = viewAt(makeWorld(), 'root:yard');
    for (const path of paths('desk')) bound.view.find(path);
    expect(bound.resolves()).toBe(5_000);
  });
});
