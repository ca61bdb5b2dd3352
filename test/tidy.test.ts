// Style as a test: rules a formatter does not know, over every file of the project.
// A rule is data; each has a sample that it must catch, so that no rule can sleep.

import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedFiles } from '../scripts/listed-files.ts';

interface File {
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

interface Rule {
  readonly name: string;
  readonly appliesTo: RegExp;
  /** Where the rule does not apply, although `appliesTo` says so. */
  readonly except?: RegExp;
  /** Says what is wrong, or nothing. */
  fault(file: File): string | undefined;
  /** A file that breaks the rule. */
  readonly sample: Partial<File>;
}

const code = /[.](ts|tsx|js|mjs)$/;
const source = /^src[/].*[.]tsx?$/;
const testFile = /[.]test[.]ts$/;
const core = /^src[/](?!(adapters|engine|investigation|commands|cli|mcp|testing)[/]).*(?<![.]test)[.]ts$/;
const self = /^test[/]tidy[.]test[.]ts$/;
const maxLines = 400;
const maxBytes = 1024 * 1024;

/** Makes a rule that no line matches a pattern. */
function never(name: string, appliesTo: RegExp, pattern: RegExp, sampleText: string): Rule {
  const samplePath =
    appliesTo === core || appliesTo === source ? 'src/kernel/sample.ts' : 'src/kernel/sample.test.ts';
  return {
    name,
    appliesTo,
    except: self,
    fault: ({ text }) => {
      const index = text.split('\n').findIndex((line) => pattern.test(line));
      return index < 0 ? undefined : `line ${index + 1}: ${text.split('\n')[index]?.trim()}`;
    },
    sample: { path: samplePath, text: `// Sample.\n${sampleText}\n` },
  };
}

const rules: readonly Rule[] = [
  {
    name: 'file names are kebab-case',
    appliesTo: /^(src|scripts|test|bench|bin|examples|web)[/](?!.*[/]README[.]md$)/,
    // Runs are named after the repositories they are of.
    except: /^test[/](fixtures|golden)[/]|^bench[/]red-runs[/]runs[/]/,
    fault: ({ path }) => (/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(basename(path)) ? undefined : 'rename it'),
    sample: { path: 'src/kernel/canonicalJson.ts' },
  },
  {
    name: 'a file is named after what it holds',
    appliesTo: code,
    fault: ({ path }) =>
      /^(types|utils?|helpers?|common|manager)[.]/.test(basename(path))
        ? 'name it after its main export'
        : undefined,
    sample: { path: 'src/kernel/utils.ts' },
  },
  {
    name: 'a source is short',
    appliesTo: source,
    fault: ({ text }) =>
      text.split('\n').length - 1 > maxLines ? `over ${maxLines} lines, split it` : undefined,
    sample: { text: '// Sample.\n'.repeat(maxLines + 1) },
  },
  {
    name: 'a source opens with what it is',
    appliesTo: source,
    fault: ({ text }) => (/^\s*(\/\/|\/\*)/.test(text) ? undefined : 'begin with a comment'),
    sample: { text: 'export const sample = 1;\n' },
  },
  {
    name: 'a file is small',
    appliesTo: /./,
    fault: ({ bytes }) => (bytes > maxBytes ? `over ${maxBytes} bytes` : undefined),
    sample: { bytes: maxBytes + 1 },
  },
  never('no work is left in comments', code, /\b(TODO|FIXME|XXX|HACK)\b/, '// TODO: later'),
  never('no any', source, /\bas any\b|:\s*any\b|<any>/, 'const sample: any = 1;'),
  never('no silenced compiler', source, /@ts-(ignore|nocheck|expect-error)/, '// @ts-expect-error'),
  never(
    'no test is left out',
    testFile,
    /\b(test|it|describe|suite)([.]\w+)*[.](skip|only|todo)\b/,
    `${'test'}.skip('x');`,
  ),
  // It is an object, and a property that returns one has failed: where only some values lead there, by chance.
  never(
    'no expectation is returned',
    code,
    /(\breturn|[|&?]{2}) expect\(/,
    'if (isOdd) return expect(value).toBe(1);',
  ),
  never(
    'the core knows no clock and no chance',
    core,
    /\b(Date[.]now|new Date\(|Math[.]random|performance[.]now)/,
    'const now = Date.now();',
  ),
  never(
    'the core knows no locale',
    core,
    /\blocaleCompare\b|\btoLocale|\bIntl[.]/,
    "'a'.localeCompare('b');",
  ),
  never(
    'no path of a machine',
    /./,
    /(^|[\s'"`(=:])[/](home|root|work|Users)[/]\w/,
    "const path = '/home/me/x';",
  ),
  never(
    'no package registry',
    /^(?!docs[/]decisions)/,
    /registry[.](npmjs|yarnpkg)|["']resolved["']:\s*["']https?:/,
    `'https://${'registry'}.npmjs.org/x'`,
  ),
];

function faultsOf(rule: Rule, file: File): string[] {
  if (!rule.appliesTo.test(file.path) || rule.except?.test(file.path)) return [];
  const fault = rule.fault(file);
  return fault === undefined ? [] : [`${file.path}: ${fault}`];
}

const root = join(import.meta.dirname, '..');
const files: readonly File[] = listedFiles({ root }).map((path) => {
  const bytes = statSync(join(root, path)).size;
  return { path, bytes, text: bytes > maxBytes ? '' : readFileSync(join(root, path), 'utf8') };
});

describe.each(rules)('$name', (rule) => {
  test('in every file', () => {
    expect(files.flatMap((file) => faultsOf(rule, file))).toEqual([]);
  });

  test('and the rule catches its sample', () => {
    const sample = { path: 'src/kernel/sample.ts', text: '// Sample.\n', bytes: 1, ...rule.sample };
    expect(faultsOf(rule, sample)).toHaveLength(1);
  });
});

test('there are files to look at', () => {
  expect(files.filter(({ path }) => source.test(path)).length).toBeGreaterThan(10);
});
