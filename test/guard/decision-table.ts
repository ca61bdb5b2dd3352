// Every decision of a policy as text: what each place answers when it is addressed, and what each command is answered
// there in each state of the world. The golden files hold it, so that a change of policy is read as a change of answers.

import {
  type ContractScope,
  createWorld,
  enforce,
  type Policy,
  type RequestContext,
} from '../../src/guard/index.ts';
import type { Reply } from '../../src/kernel/index.ts';
import { createMemoryDisk } from './memory-disk.ts';

interface Place {
  readonly mode: string;
  readonly root: string;
  /** A name no row has stands for all the rest of a root. */
  readonly subdirectory: string | null;
}

interface Answered extends Place {
  /** The path that was addressed below the root, where it is not that of the place. */
  readonly path?: string;
  readonly state: string;
  readonly tool?: string;
  readonly command?: string;
  readonly reply: Reply;
}

const UNNAMED = 'unnamed';
const everything: readonly ContractScope['operations'][number][] = ['READ', 'WRITE', 'DELETE'];

/** The states a command is put to the gate in. */
const states: Readonly<Record<string, (root: string) => RequestContext>> = {
  'no contract': () => ({}),
  covering: (root) => ({ contract: { root, operations: everything, targets: ['**'] } }),
  'not covering': (root) => ({ contract: { root, operations: everything, targets: ['other/*'] } }),
  'as writer': () => ({ role: 'writer' }),
  'as synthesis': () => ({ role: 'synthesis' }),
  'exec by rule': () => ({ exec: { isWhitelisted: true } }),
  'exec approved': () => ({ exec: { isSigned: true } }),
  'exec operator': () => ({ exec: { isOperators: true } }),
  'person approved': () => ({ person: { isSigned: true } }),
  'all of it': (root) => ({
    contract: { root, operations: everything, targets: ['**'] },
    exec: { isWhitelisted: true, isSigned: true, isOperators: true },
    person: { isSigned: true },
    role: 'writer',
    masks: ['key'],
    registry: [{ name: 'Entry', root, path: 'entry' }],
    entry: 'Entry',
  }),
};

/** The states a place is addressed in. */
const sights = ['plain', 'in the registry', 'as an entry', 'key worn', 'absent', 'no mode'] as const;

/** The columns of the two tables. */
export const columns = { sights: sights as readonly string[], states: Object.keys(states) };

/** Returns every answer of the gate. */
export function gateAnswers(policy: Policy): readonly Answered[] {
  const pairs = [...policy.sets.flatMap(({ commands }) => commands), { tool: 'ghost', command: 'walk' }];
  return placesOf(policy).flatMap((place) =>
    pairs.flatMap((pair) =>
      Object.entries(states).map(([state, contextOf]) => {
        const paths = [place.subdirectory === null ? 'thing' : `${place.subdirectory}/thing`];
        const context = { paths, session: { id: 'golden' }, ...contextOf(place.root) };
        return { ...place, ...pair, state, reply: enforce({ policy, ...place, ...pair, context }) };
      }),
    ),
  );
}

/** Returns what the world answers at every place, and at the names that are hidden in it. */
export function sightAnswers(policy: Policy): readonly Answered[] {
  return [...placesOf(policy), ...hiddenPlaces(policy)].flatMap((place) =>
    sights.map((state) => ({ ...place, state, reply: resolveAt(policy, place, state) })),
  );
}

/** Returns addresses with a hidden name: at the top, deep down, and in other letters. */
function hiddenPlaces({ modes, roots }: Policy): readonly (Place & { readonly path: string })[] {
  return modes.flatMap((mode) =>
    roots.flatMap(({ key: root, hidden }) =>
      hidden
        .flatMap((name) => [name, `${name}/config`, `a/b/${name}/c`, `a/${name.toUpperCase()}`])
        .map((path) => ({ mode, root, subdirectory: null, path })),
    ),
  );
}

/** Writes all answers as text. */
export function decisionTable(policy: Policy): string {
  const gate = gateAnswers(policy);
  return [
    `# ${policy.name}: what each place answers when it is addressed`,
    '',
    headOf(sights),
    ...linesOf(sightAnswers(policy), nameOf),
    '',
    `# ${policy.name}: what each command is answered there`,
    ...placesOf(policy).flatMap((place) => [
      '',
      `## ${nameOf(place)}`,
      headOf(Object.keys(states)),
      ...linesOf(
        gate.filter((answer) => nameOf(answer) === nameOf(place)),
        ({ tool, command }) => `${tool} ${command}`,
      ),
    ]),
    '',
  ].join('\n');
}

function resolveAt(
  policy: Policy,
  { mode, root, subdirectory, path: below }: Place & { readonly path?: string },
  state: (typeof sights)[number],
): Reply {
  const path = pathOf(subdirectory, below);
  const roots = Object.fromEntries(policy.roots.map(({ key }) => [key, `/disk/${key}`]));
  const disk = createMemoryDisk({
    present: Object.values(roots).flatMap((top) => [top, ...(state === 'absent' ? [] : [`${top}${path}`])]),
  });
  const world = createWorld({
    policy,
    roots,
    disk,
    session: {
      id: 'golden',
      mode: () => (state === 'no mode' ? null : mode),
      mods: entriesIn(state, `/disk/${root}`, path),
      contract: () => null,
      masks: () => (state === 'key worn' ? ['key'] : []),
    },
  });
  // Where a policy has no registry, this is the address of one that does.
  const namespace = state === 'as an entry' ? `${policy.registry ?? 'mod'}:Entry` : `root:${root}`;
  return world.resolve(`${namespace}${path}`)[0];
}

function pathOf(subdirectory: string | null, path: string | undefined): string {
  if (path !== undefined) return `/${path}`;
  return subdirectory === null ? '' : `/${subdirectory}/thing`;
}

/** An entry is either all of the root or the very thing that is addressed. */
function entriesIn(state: string, top: string, path: string): readonly { name: string; path: string }[] {
  if (state === 'as an entry') return [{ name: 'Entry', path: top }];
  return state === 'in the registry' ? [{ name: 'Entry', path: `${top}${path}` }] : [];
}

function placesOf({ modes, roots, visibility, operations }: Policy): readonly Place[] {
  return modes.flatMap((mode) =>
    roots.flatMap(({ key: root }) => {
      const named = [...visibility, ...operations].filter((row) => row.root === root);
      const subdirectories = new Set([null, ...named.map(({ subdirectory }) => subdirectory), UNNAMED]);
      return [...subdirectories].map((subdirectory) => ({ mode, root, subdirectory }));
    }),
  );
}

function nameOf({ mode, root, subdirectory, path }: Place & { readonly path?: string }): string {
  if (path !== undefined) return `${mode} ${root}/${path} (hidden)`;
  return subdirectory === null ? `${mode} ${root}` : `${mode} ${root}/${subdirectory}`;
}

function headOf(columns: readonly string[]): string {
  return `${''.padEnd(40)}${columns.map((column) => column.padEnd(17)).join('')}`.trimEnd();
}

/** Writes answers of the same name in one line, a column for each state. */
function linesOf(answers: readonly Answered[], name: (answer: Answered) => string): readonly string[] {
  const lines = new Map<string, string>();
  for (const answer of answers) {
    const line = lines.get(name(answer)) ?? name(answer).padEnd(40);
    lines.set(name(answer), line + answer.reply.code.padEnd(17));
  }
  return [...lines.values()].map((line) => line.trimEnd());
}
