// A policy of so many rules, and every request that can be put to it: what the rows on decisions are measured with.

import { loadPolicy, type Policy } from '../src/guard/index.ts';

/** One rule, as every language of policies can say it: what is granted where, and whether a contract must cover it. */
export type SampleRule = {
  readonly mode: string;
  readonly place: string;
  readonly pairs: readonly string[];
  readonly needsContract: boolean;
};

/** One request, plain. */
export type SampleRequest = {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
  readonly tool: string;
  readonly command: string;
  readonly contract: 'none' | 'covering' | 'elsewhere';
};

const modes = ['reader', 'worker'] as const;
const reads = ['read', 'list'];
const writes = ['write', 'edit'];
const PLACES_PER_ROOT = 5;

/** Returns the rules: at every place reading, and at every second one writing under a contract. */
export function sampleRules(count: number): readonly SampleRule[] {
  const rules: SampleRule[] = [];
  for (let position = 0; rules.length < count; position++) {
    const place = placeAt(position);
    for (const mode of modes) {
      rules.push({ mode, place, pairs: reads, needsContract: false });
      if (mode === 'worker' && position % 2 === 0)
        rules.push({ mode, place, pairs: writes, needsContract: true });
    }
  }
  return rules.slice(0, count);
}

/** Loads the rules as a policy of the guard. */
export function samplePolicy(rules: readonly SampleRule[]): Policy {
  const roots = [...new Set(rules.map(({ place }) => rootOf(place)))];
  const rowsOf = (mode: string, place: string) =>
    rules
      .filter((rule) => rule.mode === mode && rule.place === place)
      .map(({ pairs, needsContract }) => {
        const set = pairs === reads ? 'reading' : 'writing';
        return { allow: set, ...(needsContract && { when: ['has_contract', 'contract_covers'] }) };
      });
  const places = [...new Set(rules.map(({ place }) => place))];
  const byMode = (entry: (mode: string, place: string) => unknown) =>
    Object.fromEntries(
      modes.map((mode) => [
        mode,
        Object.fromEntries(
          places
            .filter((place) => rules.some((rule) => rule.mode === mode && rule.place === place))
            .map((place) => [place, entry(mode, place)]),
        ),
      ]),
    );
  // JSON is YAML.
  return loadPolicy(
    JSON.stringify({
      policy: 'sample',
      modes,
      roots: Object.fromEntries(roots.map((root) => [root, {}])),
      tools: { file: [...reads, ...writes] },
      sets: {
        reading: { area: 'READ', commands: { file: reads } },
        writing: { area: 'WRITE', commands: { file: writes } },
      },
      visibility: byMode(() => 'always'),
      operations: byMode(rowsOf),
    }),
  );
}

/** Returns every request: mode by place by command by contract, places without a rule too. */
export function sampleRequests(rules: readonly SampleRule[]): readonly SampleRequest[] {
  const places = [...new Set([...rules.map(({ place }) => place), `${rootOf(placeAt(0))}/unnamed`])];
  return modes.flatMap((mode) =>
    places.flatMap((place) =>
      [...reads, ...writes].flatMap((command) =>
        (['none', 'covering', 'elsewhere'] as const).map((contract) => {
          const [root = '', subdirectory = null] = place.split('/');
          return { mode, root, subdirectory, tool: 'file', command, contract };
        }),
      ),
    ),
  );
}

function placeAt(position: number): string {
  return `root${Math.floor(position / PLACES_PER_ROOT)}/place${position % PLACES_PER_ROOT}`;
}

function rootOf(place: string): string {
  return place.slice(0, place.indexOf('/'));
}
