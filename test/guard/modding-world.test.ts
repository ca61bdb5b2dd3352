// The modding example against the document's own table, written out by hand and apart from the policy file, so that a
// slip in the file and a careless update of the golden table cannot agree with each other.

import { describe, expect, test } from 'vitest';
import { createWorld, lintPolicy } from '../../src/guard/index.ts';
import { gateAnswers } from './decision-table.ts';
import { createMemoryDisk } from './memory-disk.ts';
import { policies, policyTexts } from './shipped-policies.ts';

const policy = policies.modding;

/** R all reads, W file write, D file delete, G git mutate, X exec; `c` after one: with a covering contract. */
const grants: Readonly<Record<string, string>> = {
  'ck3lens game': 'R',
  'ck3lens steam': 'R',
  'ck3lens steam/mod': 'R',
  'ck3lens ck3raven_data': 'R',
  'ck3lens vscode': 'R',
  'ck3lens repo': 'R',
  'ck3lens user_docs/mod': 'R Wc',
  'ck3lens ck3raven_data/wip': 'R W D X',
  'ck3lens ck3raven_data/playsets': 'R Wc Dc',
  'ck3raven-dev game': 'R',
  'ck3raven-dev steam': 'R',
  'ck3raven-dev steam/mod': 'R',
  'ck3raven-dev ck3raven_data': 'R',
  'ck3raven-dev user_docs/mod': 'R Wc Dc Gc',
  'ck3raven-dev repo': 'R Wc Gc',
  'ck3raven-dev ck3raven_data/wip': 'R W D X',
  'ck3raven-dev ck3raven_data/playsets': 'R Wc Dc',
  'ck3raven-dev ck3raven_data/logs': 'R Wc Dc',
  'ck3raven-dev ck3raven_data/journal': 'R Wc Dc',
  'ck3raven-dev ck3raven_data/cache': 'R Wc Dc',
  'ck3raven-dev ck3raven_data/config': 'R Wc',
  'ck3raven-dev ck3raven_data/artifacts': 'R Wc',
  'ck3raven-dev vscode': 'R Wc',
};

const commands: Readonly<Record<string, string>> = {
  READ: 'ck3_file read, ck3_file get, ck3_file list, ck3_file refresh, ck3_dir pwd, ck3_dir cd, ck3_dir list, ck3_dir tree, ck3_git status, ck3_git diff, ck3_git log, ck3_folder list, ck3_folder contents, ck3_folder top_level, ck3_folder mod_folders',
  WRITE: 'ck3_file write, ck3_file edit, ck3_file rename, ck3_file create_patch',
  DELETE: 'ck3_file delete',
  GIT: 'ck3_git add, ck3_git commit, ck3_git push, ck3_git pull',
  EXEC: 'ck3_exec run',
};

const letters: Readonly<Record<string, string>> = { READ: 'R', WRITE: 'W', DELETE: 'D', GIT: 'G', EXEC: 'X' };

/** Says by the table above how a command is answered, in the states that tell contracts apart. */
function expectedCode(area: string, place: string, state: string): string {
  const [mode, root] = place.split(/[ /]/);
  const rules = [grants[place], grants[`${mode} ${root}`]].map((rule) => rule?.split(' ') ?? []);
  const found = rules.flatMap((rule) => rule.filter((grant) => grant[0] === letters[area]))[0];
  if (found === undefined) return `EN-${area}-D-001`;
  if (area === 'EXEC') return `EN-EXEC-D-003`;
  if (!found.endsWith('c') || state === 'covering') return `EN-${area}-S-001`;
  return state === 'no contract' ? `EN-${area}-D-002` : 'EN-OPEN-D-002';
}

describe('the modding world', () => {
  test('has the twelve visibility entries and 23 operation keys of the document', () => {
    expect(policy.visibility).toHaveLength(12);
    const keys = policy.operations.map(({ mode, root, subdirectory }) =>
      subdirectory === null ? `${mode} ${root}` : `${mode} ${root}/${subdirectory}`,
    );
    expect(new Set(keys)).toEqual(new Set(Object.keys(grants)));
    expect(Object.keys(grants)).toHaveLength(23);
  });

  test('has the command sets of the document', () => {
    const listed = Object.fromEntries(
      Object.keys(commands).map((area) => [
        area,
        policy.sets
          .filter((set) => set.area === area)
          .flatMap((set) => set.commands.map(({ tool, command }) => `${tool} ${command}`))
          .join(', '),
      ]),
    );
    expect(listed).toEqual(commands);
  });

  test('answers every command as the document lists it', () => {
    const areaOf = new Map(policy.sets.flatMap((set) => set.commands.map((pair) => [pair, set.area])));
    const byName = new Map([...areaOf].map(([pair, area]) => [`${pair.tool} ${pair.command}`, area]));
    const told = gateAnswers(policy).filter(
      ({ state, tool }) => ['no contract', 'covering', 'not covering'].includes(state) && tool !== 'ghost',
    );
    expect(told.length).toBe(2 * (6 + 6 + 9) * 25 * 3);
    for (const { mode, root, subdirectory, tool, command, state, reply } of told) {
      const place = subdirectory === null ? `${mode} ${root}` : `${mode} ${root}/${subdirectory}`;
      const area = byName.get(`${tool} ${command}`) ?? '';
      expect([place, tool, command, state, reply.code]).toEqual([
        place,
        tool,
        command,
        state,
        expectedCode(area, place, state),
      ]);
    }
  });

  test('has findings only in what was described so, and says why they stand', () => {
    expect(lintPolicy(policyTexts.modding)).toEqual([]);
    const unaccepted = policyTexts.modding.slice(0, policyTexts.modding.indexOf('\naccepted:'));
    const line = unaccepted.split('\n').indexOf('    user_docs: always') + 1;
    const findings = lintPolicy(unaccepted).filter(({ rule }) => !/^un(protected|bounded)/.test(rule));
    expect(findings).toMatchObject([{ rule: 'visible-unreadable', severity: 'warning', line, column: 5 }]);
  });

  test('resolves as the document shows', () => {
    const world = createWorld({
      policy,
      roots: { steam: '/disk/steam', user_docs: '/disk/docs', repo: '/disk/repo' },
      disk: createMemoryDisk({
        present: ['/disk/steam/common/a.txt', '/disk/docs/mod/mine/common/b.txt', '/disk/repo'],
      }),
      session: {
        id: 's',
        mode: () => 'ck3lens',
        mods: [
          { name: 'Common', path: '/disk/steam/common' },
          { name: 'My Mod: Again', path: '/disk/docs/mod/mine' },
        ],
        contract: () => null,
      },
    });
    const dataOf = (address: string) => world.resolve(address)[0].data;
    expect(dataOf('root:steam/common/a.txt')).toEqual({
      resolved: 'root:steam/common/a.txt',
      root_key: 'steam',
      subdirectory: null,
      relative_path: 'common/a.txt',
    });
    expect(dataOf('mod:My Mod: Again/common/b.txt')).toEqual({
      resolved: 'mod:My Mod: Again/common/b.txt',
      root_key: 'user_docs',
      subdirectory: 'mod',
      relative_path: 'common/b.txt',
      mod_name: 'My Mod: Again',
    });
    expect(dataOf('ROOT_REPO:/')).toMatchObject({ resolved: 'root:repo', relative_path: '' });
    expect(world.resolve('root:ROOT_REPO/x')[0].code).toBe('WA-RES-I-001');
    expect(world.resolve('root:steam')[0].code).toBe('WA-RES-I-003');
  });
});
