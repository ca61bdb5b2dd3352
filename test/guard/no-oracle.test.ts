// Nobody asks permission: no function answers "may I?", only `enforce` denies and only the tools call it, and what
// reaches files and processes stands where the architecture allows it. Each rule is seen to catch a sample.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';

interface Rule {
  readonly name: string;
  /** What a line of code must not hold. */
  readonly pattern: RegExp;
  /** Where it may stand, and why. */
  readonly allowed: Readonly<Record<string, string>>;
  /** Lines that break the rule. */
  readonly samples: readonly string[];
}

interface Use {
  readonly path: string;
  readonly found: string;
}

const rules: readonly Rule[] = [
  {
    name: 'no function is a permission oracle',
    // A name that asks, where it is declared, called or a property; `_` counts, as names on the wire have it.
    pattern:
      /(?<![\w$'`]|URL\.)(?:(?:can|may|could|might)(?=[A-Z_(])|would_?(?:Allow|Grant|Permit|Deny)|(?:is|are|has|have|check|ask|get|list|find|query|dryRun|pre[cC]heck)_?(?:[A-Z]\w*)?(?:Allowed|Permitted|Granted|Denied|Permission|Authori[sz]ed|Allow|Grants?)(?![a-z]))\w*(?=\s*[(=:<,;)}?]|\s*$)/,
    allowed: {
      'src/pipeline/agents/define-agent.ts mayWear':
        'says at which nodes a mask fits; nothing is granted by it',
      'src/pipeline/agents/index.ts mayWear': 'the same',
      'src/pipeline/masks/equip-mask.ts mayWear': 'the same',
      'src/context/workspace/registry.ts mayActAs':
        'compares two roles of the ledger where one is registered',
      'src/court/heuristics/judge.ts canRemand': 'counts remands that are left',
      'src/commands/workspace/show-node.ts mayProduce': 'tells whether a read would write derived records',
      'src/commands/workspace/index.ts mayProduce': 'the same',
      'src/cli/commands/get.ts mayProduce': 'the same',
      'src/commands/toolbox/context-tools.ts mayProduce': 'the same',
      'src/adapters/archives/open-archive.ts canDecodeFileData':
        'asks the zip library for a method of packing',
      'src/guard/audit/ isDenied': 'picks records of the past for a person',
      'src/cli/commands/audit.ts isDenied': 'the same',
      'src/disclosure/lens/check-reply.ts isAllowed': 'compares a handle with those of the pack',
    },
    samples: [
      'canRead(x)',
      'function isAllowedHere()',
      'policy.mayWrite;',
      'const hasPermissionTo = 1',
      'checkPermission(request)',
      'readonly isGranted: boolean',
      'export { listGrants };',
      'wouldAllow(request)',
      'dryRunAllowed(request)',
      'can_write: true',
    ],
  },
  {
    name: 'only enforce denies',
    pattern: /\.denied\(|['"`]EN-[A-Z]+-D-\d{3}|-D-\d{3}/,
    allowed: {
      'src/guard/policy/enforce.ts': 'it is the one gate',
      'src/kernel/reply.ts -D-': 'the registry says what each code means',
    },
    samples: ["reply.denied('x')", "const code = 'EN-READ-D-001';", '`EN-WRITE-D-003`'],
  },
  {
    name: 'only the tools and the offline replay put a request to the gate',
    pattern: /\benforce\b(?!\.ts)/,
    allowed: {
      'src/guard/policy/enforce.ts enforce': 'declares it',
      'src/guard/policy/replay-requests.ts enforce': 'decides records again, for a person',
      'src/guard/index.ts enforce': 'hands it to the tools',
      'src/index.ts enforce': 'offers it to programs',
      'src/tools/calls/decide.ts enforce': 'the one place where a call is decided',
    },
    samples: ['enforce({ policy })', 'const ask = enforce;', "import { enforce } from './index.ts';"],
  },
  {
    name: 'what a person reads offline is within no agent’s reach',
    pattern: /\b(?:policyTable|diffPolicies|diffPolicySettings|replayRequests|lintPolicy)\b(?!\.ts)/,
    allowed: {
      'src/guard/index.ts': 'hands it to the engine',
      'src/guard/policy/policy-table.ts': 'declares it',
      'src/guard/policy/diff-policies.ts': 'is made of the table',
      'src/guard/policy/lint-policy.ts': 'declares it',
      'src/guard/policy/replay-requests.ts': 'declares it',
      'src/commands/guard/policies.ts': 'serves the command line',
      'src/commands/guard/replay-policy.ts': 'serves the command line',
    },
    samples: ['policyTable(policy)', "import { replayRequests } from './index.ts';"],
  },
  {
    name: 'files, processes and the network are reached by adapters, by what joins them and by the doors alone',
    pattern:
      /(?:from|import|require)\s*\(?\s*['"](?:node:)?(?:fs|fs\/promises|child_process|worker_threads|cluster|net|tls|dgram|dns|http|https|http2|vm|inspector|sqlite|module|repl|os|process)['"]|\bprocess\.(?:env|cwd|chdir|kill|binding|stdin|getBuiltinModule)\b|\bglobalThis\.process\b|\bfetch\(/,
    allowed: {
      'src/adapters/': 'the ways to the outside',
      'src/engine/': 'joins ports and adapters, and reads what a person named',
      'src/investigation/': 'lays out and runs what a person named',
      'src/commands/': 'reads and writes what a person named',
      'src/cli/': 'reads arguments and standard input, and writes answers',
      'src/mcp/serve-stdio.ts process.stdin': 'an agent host speaks over standard streams',
      'src/mcp/serve-http.ts': 'serves agent hosts on loopback; nothing is fetched from anywhere',
    },
    samples: [
      "import { readFileSync } from 'node:fs';",
      "import { spawn } from 'child_process';",
      "await import('node:net')",
      "require('fs/promises')",
      'process.env.HOME',
      'await fetch(url)',
    ],
  },
];

const root = join(import.meta.dirname, '../..');
const sources = listedFiles({ root, folder: 'src' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: codeOf(readFileSync(join(root, path), 'utf8')) }));

/** Drops comments: words may say what code must not do. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

function usesOf({ pattern }: Rule, files: readonly { path: string; text: string }[]): readonly Use[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(pattern.source, 'gm'))].map(([found]) => ({ path, found })),
  );
}

/** A key of `allowed` is a path or its beginning, and after a blank the beginning of what was found. */
function isAllowedBy(key: string, { path, found }: Use): boolean {
  const [place = '', name = ''] = key.split(' ');
  const isPlace = place.endsWith('/') ? path.startsWith(place) : path === place;
  return isPlace && found.includes(name);
}

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(codeOf('a(); // enforce(x)\n/* canRead(\n) */ b();')).toBe('a(); \n\n b();');
});

describe.each(rules)('$name', (rule) => {
  const uses = usesOf(rule, sources);

  test('in all of src', () => {
    const keys = Object.keys(rule.allowed);
    expect(uses.filter((use) => !keys.some((key) => isAllowedBy(key, use)))).toEqual([]);
  });

  test('and nothing is exempt needlessly', () => {
    const idle = Object.keys(rule.allowed).filter((key) => !uses.some((use) => isAllowedBy(key, use)));
    expect(idle).toEqual([]);
  });

  test.each(rule.samples)('and it catches `%s`', (sample) => {
    expect(usesOf(rule, [{ path: 'src/guard/sample.ts', text: sample }])).not.toEqual([]);
  });
});

test('the lookups stay inside the guard', () => {
  const door = sources.find(({ path }) => path === 'src/guard/index.ts')?.text ?? '';
  expect(door).not.toMatch(/findOperation|findVisibility|policyTables|failedConditions|mintRef|readRef/);
  expect(door).not.toMatch(/\b(const|function|let|class)\b|export \*/);
});

test('the gate is asked once for each call that is decided, and once for each that is replayed', () => {
  const calls = sources.flatMap(({ path, text }) => [...text.matchAll(/\benforce\(/g)].map(() => path));
  expect(calls.filter((path) => path !== 'src/guard/policy/enforce.ts')).toEqual([
    'src/guard/policy/replay-requests.ts',
    'src/tools/calls/decide.ts',
  ]);
});
