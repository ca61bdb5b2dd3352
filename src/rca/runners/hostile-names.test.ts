// Test names are data: whatever they contain stays one word of the command, without a special meaning.

import { describe, expect, test } from 'vitest';
import { isPlainWord } from './command-words.ts';
import { recogniseRunner } from './recognise-runner.ts';
import type { TestName } from './runner.ts';

type Files = Readonly<Record<string, string>>;

const scripts = (all: Files): Files => ({ 'package.json': JSON.stringify({ scripts: all }) });
const words = (command: string) => command.split(' ').filter((word) => word !== '');
const known: Files = {
  'test/a.js': '',
  'test/b.js': '',
  'tests/test_a.py': '',
  'go.mod': 'module x.org/m\n',
};
const inClass = (className: string, name: string, file?: string): TestName => ({
  suitePath: [],
  name,
  className,
  ...(file === undefined ? {} : { file }),
});

function plan(command: readonly string[], files: Files, tests: readonly TestName[]) {
  const manifests = { read: (path: string) => files[path] ?? null };
  return recogniseRunner(command, manifests)?.plan({ tests, out: '/out' });
}

const hostileNames = [
  '$(touch pwned)',
  '`touch pwned`',
  '; rm -rf x',
  '--config=evil.js',
  '-x',
  'a" || true "',
  "a' b",
  'line\nbreak',
  'back\\slash',
  '(.*)+[a-z]{2}|^$',
  'é ☃ 😀 %PATH% !x',
  'a > b',
  'nul\0byte',
  'x'.repeat(3000),
];

const commands: readonly [string, Files?][] = [
  ['vitest run'],
  ['npx jest'],
  ['mocha'],
  ['node --test'],
  ['npx playwright test'],
  ['pytest'],
  ['python -m unittest'],
  ['go test ./...'],
  ['cargo test'],
  ['cargo nextest run'],
  ['mvn test'],
  ['gradle test'],
  ['dotnet test'],
  ['phpunit'],
  ['rspec'],
  ['ctest'],
  ['npm test', scripts({ test: 'tsc && vitest run' })],
  ['yarn test', scripts({ test: 'node --test test/a.js' })],
];

// INVARIANT (names are data): checked against the plan for a harmless name.
describe('a name stays one word', () => {
  test.each(commands)('of %s', (command, files = {}) => {
    const naming = (name: string): TestName => ({
      suitePath: [name],
      name,
      className: name,
      file: 'test/a.js',
    });
    const planFor = (test: TestName) => plan(words(command), { ...known, ...files }, [test]);
    const harmless = planFor(inClass('Plain', 'plain', 'test/a.js'));
    const options = new Set(harmless?.words.flatMap((word) => /^-[^=]*=?/.exec(word)?.[0] ?? []));
    for (const name of hostileNames) {
      const planned = planFor(naming(name));
      expect(planned?.words.length).toBeLessThanOrEqual(harmless?.words.length ?? 0);
      for (const word of planned?.words ?? []) {
        expect(word).not.toMatch(/\p{Cc}/u);
        if (word.startsWith('-')) expect(options).toContain(/^-[^=]*=?/.exec(word)?.[0]);
        if (/^(?:npx|npm|yarn)/.test(command)) expect(isPlainWord(word)).toBe(true);
      }
    }
  });

  test('and matches itself', () => {
    for (const name of hostileNames.filter((each) => !each.includes('\0'))) {
      for (const command of ['mocha', 'npx mocha']) {
        const planned = plan(words(command), known, [{ suitePath: ['s'], name }]);
        const pattern = planned?.words.find((word) => word.startsWith('--grep='))?.slice('--grep='.length);
        expect(`s ${name}`.replace(/\n/g, ' ')).toMatch(new RegExp(pattern ?? 'none'));
      }
    }
  });
});
