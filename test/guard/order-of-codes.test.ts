// Which of several faults is told: the world names the first in its order without looking further, the gate the first in
// its own and all conditions that failed.

import { describe, expect, test } from 'vitest';
import { createWorld, enforce, loadPolicy, type RequestContext } from '../../src/guard/index.ts';
import { createMemoryDisk } from './memory-disk.ts';

const policy = loadPolicy(`
policy: order
registry: mod
modes: [work]
roots: { yard: { hidden: [.git] }, shed: {} }
tools: { file: [read, write, delete], git: push, exec: run }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
  delete: { area: DELETE, commands: { file: delete } }
  git: { area: GIT, commands: { git: push } }
  exec: { area: EXEC, commands: { exec: run } }
visibility: { work: { yard: always, yard/den: never } }
operations:
  work:
    yard:
      - allow: READ
      - { allow: [WRITE, DELETE, GIT, EXEC], when: [role_is(a), exec_allowed, contract_covers, mask_worn(m), has_contract] }
`);

describe('resolving tells, in this order,', () => {
  type World = { readonly mode?: string | null; readonly lookUp?: 'present' | 'absent' | 'link' };

  function codeOf(address: string, { mode = 'work', lookUp }: World = {}): string {
    const disk = createMemoryDisk({ present: ['/disk/yard/here'] });
    const world = createWorld({
      policy,
      roots: { yard: '/disk/yard', shed: '/disk/shed' },
      disk: {
        ...disk,
        openRoot: (directory) => disk.openRoot('/disk/yard') && { directory },
        lookUp: () => {
          if (lookUp === undefined) throw new Error('the disk was touched');
          return lookUp;
        },
      } as typeof disk,
      session: { id: 's', mode: () => mode, mods: [], contract: () => null },
    });
    return world.resolve(address)[0].code;
  }

  test.each<[string, string, string, World]>([
    ['no mode, before bad grammar', 'WA-SYS-I-001', 'C:\\x', { mode: null }],
    ['no mode, before an invisible place', 'WA-SYS-I-001', 'root:shed/x', { mode: null }],
    ['a mode the policy does not know', 'WA-SYS-I-001', 'root:yard/here', { mode: 'play' }],
    ['bad grammar, before an invisible place', 'WA-RES-I-001', 'root:shed/../x', {}],
    ['an unknown root', 'WA-RES-I-001', 'root:moon/x', {}],
    ['an unknown entry', 'WA-RES-I-001', 'mod:None/x', {}],
    ['an invisible root, before the disk is touched', 'WA-RES-I-003', 'root:shed/x', {}],
    ['an invisible subdirectory, before the disk is touched', 'WA-RES-I-003', 'root:yard/den/x', {}],
    ['a hidden name, before the disk is touched', 'WA-RES-I-003', 'root:yard/a/.git/x', {}],
    ['a link on the way', 'WA-RES-I-001', 'root:yard/x', { lookUp: 'link' }],
    ['what is absent', 'WA-RES-I-004', 'root:yard/x', { lookUp: 'absent' }],
    ['what is there', 'WA-RES-S-001', 'root:yard/here', { lookUp: 'present' }],
  ])('%s: %s', (_what, code, address, world) => {
    expect(codeOf(address, world)).toBe(code);
  });
});

describe('the gate tells', () => {
  const request = { policy, mode: 'work', tool: 'file', command: 'write', root: 'yard' };
  const covering = { root: 'yard', operations: ['WRITE' as const, 'DELETE' as const], targets: ['**'] };

  test.each([
    ['an unknown pair before everything', { tool: 'ghost', root: 'moon', mode: 'play' }, 'EN-GATE-D-001'],
    ['no row before conditions', { root: 'shed' }, 'EN-WRITE-D-001'],
    ['no row in an unknown mode', { mode: 'play', command: 'delete' }, 'EN-DELETE-D-001'],
    ['no row for reading, too', { root: 'shed', command: 'read' }, 'EN-READ-D-001'],
  ])('%s', (_what, part, code) => {
    expect(enforce({ ...request, ...part })).toMatchObject({
      code,
      data: { rule: null, failed_conditions: [] },
    });
  });

  const pairs = {
    WRITE: ['file', 'write'],
    DELETE: ['file', 'delete'],
    GIT: ['git', 'push'],
    EXEC: ['exec', 'run'],
  };
  const contracts = { none: null, other: { ...covering, targets: ['elsewhere'] }, covering } as const;
  const yesNo = [true, false];
  const cases = Object.entries(pairs).flatMap(([area, [tool = '', command = '']]) =>
    Object.keys(contracts).flatMap((contract) =>
      yesNo.flatMap((role) =>
        yesNo.flatMap((mask) => yesNo.map((exec) => ({ area, tool, command, contract, role, mask, exec }))),
      ),
    ),
  );

  /** Says by hand what the row's five conditions come to. */
  function expected({ area, contract, role, mask, exec }: (typeof cases)[number]) {
    const failed = [
      ...(role ? [] : ['role_is(a)']),
      ...(exec ? [] : ['exec_allowed', 'command_whitelisted', 'exec_signed']),
      ...(contract === 'covering' ? [] : ['contract_covers']),
      ...(mask ? [] : ['mask_worn(m)']),
      ...(contract === 'none' ? ['has_contract'] : []),
    ];
    if (failed.includes('has_contract')) return [`EN-${area}-D-002`, failed];
    if (failed.includes('contract_covers')) return ['EN-OPEN-D-002', failed];
    return failed.length > 0 ? [`EN-${area}-D-003`, failed] : [`EN-${area}-S-001`, undefined];
  }

  test('the contract that is missing, then the one that does not cover, then the rest; and lists all that failed', () => {
    expect(cases).toHaveLength(4 * 3 * 8);
    for (const one of cases) {
      const context: RequestContext = {
        paths: ['here'],
        contract: contracts[one.contract as keyof typeof contracts],
        role: one.role ? 'a' : 'b',
        masks: one.mask ? ['m'] : [],
        exec: { isSigned: one.exec },
      };
      const { code, data } = enforce({ ...request, tool: one.tool, command: one.command, context });
      expect([one, code, data.failed_conditions]).toEqual([one, ...expected(one)]);
    }
  });
});
