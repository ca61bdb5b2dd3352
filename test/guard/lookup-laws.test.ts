// Laws of the lookup, over made-up policies: the gate agrees with a plain reading of the rows, an exact row comes
// before its root's, and adding a row takes nothing away elsewhere.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorld, enforce, loadPolicy, type Policy } from '../../src/guard/index.ts';
import { createMemoryDisk } from './memory-disk.ts';

const modes = ['one', 'two'];
const roots = ['yard', 'shed'];
const subdirectories = [null, 'a', 'b'];
const commands = ['write', 'delete', 'commit'];
const conditions = ['mask_worn(x)', 'mask_worn(y)'];

interface Row {
  readonly place: string;
  readonly allow: readonly string[];
  readonly when: readonly string[];
}

interface CallView {
  readonly place: string;
  readonly answer: 'always' | 'never' | readonly string[];
}

const place = fc
  .tuple(fc.constantFrom(...modes), fc.constantFrom(...roots), fc.constantFrom(...subdirectories))
  .map(([mode, root, subdirectory]) => placeName(mode, root, subdirectory));
const row: fc.Arbitrary<Row> = fc.record({
  place,
  allow: fc.subarray(commands, { minLength: 1 }),
  when: fc.subarray(conditions),
});
const sight: fc.Arbitrary<CallView> = fc.record({
  place,
  answer: fc.oneof(
    fc.constantFrom('always' as const, 'never' as const),
    fc.subarray(conditions, { minLength: 1 }),
  ),
});
const rows = fc.array(row, { maxLength: 8 });
const sights = fc.uniqueArray(sight, { maxLength: 8, selector: (one) => one.place });
const masks = fc.subarray(['x', 'y']);

function placeName(mode: string, root: string, subdirectory: string | null): string {
  return `${mode} ${root}${subdirectory === null ? '' : `/${subdirectory}`}`;
}

/** Groups rows under their mode and place, as a policy file has them. */
function tree<Item>(items: readonly { readonly place: string }[], toValue: (items: never[]) => Item) {
  const result: Record<string, Record<string, Item>> = {};
  for (const [name, members] of Object.entries(Object.groupBy(items, (item) => item.place))) {
    const [mode = '', key = ''] = name.split(' ');
    result[mode] = { ...result[mode], [key]: toValue(members as never[]) };
  }
  return result;
}

function policyOf(operations: readonly Row[], visibility: readonly CallView[] = []): Policy {
  return loadPolicy(
    JSON.stringify({
      policy: 'made-up',
      modes,
      roots: Object.fromEntries(roots.map((key) => [key, {}])),
      tools: { tool: commands },
      sets: Object.fromEntries(commands.map((name) => [name, { area: 'WRITE', commands: { tool: name } }])),
      visibility: tree(visibility, ([one]: CallView[]) => one?.answer),
      operations: tree(operations, (members: Row[]) =>
        members.map(({ allow, when }) => ({ allow, ...(when.length > 0 && { when }) })),
      ),
    }),
  );
}

const everywhere = modes.flatMap((mode) =>
  roots.flatMap((root) =>
    [...subdirectories, 'unnamed'].flatMap((subdirectory) =>
      commands.map((command) => ({ mode, root, subdirectory, tool: 'tool', command })),
    ),
  ),
);

/** Reads the rows as the rules say, without any table. */
function plainAnswer(
  all: readonly Row[],
  request: (typeof everywhere)[number],
  worn: readonly string[],
): string {
  const { mode, root, subdirectory, command } = request;
  const rowsAt = (name: string) => all.filter((one) => one.place === name && one.allow.includes(command));
  const [first] = [...rowsAt(placeName(mode, root, subdirectory)), ...rowsAt(placeName(mode, root, null))];
  if (first === undefined) return 'EN-WRITE-D-001';
  const failed = first.when.filter((condition) => !worn.some((mask) => condition === `mask_worn(${mask})`));
  return failed.length === 0 ? 'EN-WRITE-S-001' : `EN-WRITE-D-003 ${failed}`;
}

function answers(policy: Policy, worn: readonly string[]): readonly string[] {
  return everywhere.map((request) => {
    const { code, data } = enforce({ policy, ...request, context: { masks: worn } });
    const failed = data.failed_conditions;
    return Array.isArray(failed) && failed.length > 0 ? `${code} ${failed}` : code;
  });
}

test('the gate answers as the rows read, exact before root', () => {
  fc.assert(
    fc.property(rows, masks, (some, worn) => {
      const expected = everywhere.map((request) => plainAnswer(some, request, worn));
      expect(answers(policyOf(some), worn)).toEqual(expected);
    }),
  );
});

test('adding a row never takes a grant away elsewhere', () => {
  fc.assert(
    fc.property(rows, row, masks, (some, added, worn) => {
      const before = answers(policyOf(some), worn);
      const after = answers(policyOf([...some, added]), worn);
      const lost = everywhere.filter(
        ({ mode, root, subdirectory }, index) =>
          before[index] === 'EN-WRITE-S-001' &&
          after[index] !== before[index] &&
          placeName(mode, root, subdirectory) !== added.place,
      );
      expect(lost).toEqual([]);
    }),
  );
});

test('what is visible is what the rows read, exact rows being final', () => {
  const disk = createMemoryDisk({
    present: roots.flatMap((root) => [`/${root}/a/x`, `/${root}/b/x`, `/${root}/unnamed/x`]),
  });
  fc.assert(
    fc.property(sights, masks, (some, worn) => {
      const policy = policyOf([], some);
      const state = { mode: '' };
      const world = createWorld({
        policy,
        disk,
        roots: Object.fromEntries(roots.map((root) => [root, `/${root}`])),
        session: { id: 's', mode: () => state.mode, mods: [], contract: () => null, masks: () => worn },
      });
      for (const { mode, root, subdirectory } of everywhere) {
        state.mode = mode;
        const found =
          some.find((one) => one.place === placeName(mode, root, subdirectory)) ??
          some.find((one) => one.place === placeName(mode, root, null));
        const answer = found?.answer ?? 'never';
        const isSeen =
          answer === 'always' ||
          (answer !== 'never' &&
            answer.every((condition) => worn.some((mask) => condition === `mask_worn(${mask})`)));
        const [reply] = world.resolve(`root:${root}${subdirectory === null ? '' : `/${subdirectory}/x`}`);
        expect(reply.code).toBe(isSeen ? 'WA-RES-S-001' : 'WA-RES-I-003');
      }
    }),
  );
});
