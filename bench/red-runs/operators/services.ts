/** Tests that now need something this machine does not have: a service, a variable of the environment. */
import { linesOf, type SourceFile } from '../source-file.ts';
import type { Operator, Replacement } from './operator.ts';
import { goImports, testBody } from './test-faults.ts';

type Need = { readonly lines: readonly string[]; readonly imports?: readonly string[] };

/** `getBuiltinModule` works in both kinds of modules. */
const SCRIPT_NEEDS: readonly Need[] = [
  { lines: ["if (!process.env.TEST_DATA_ROOT) throw new Error('TEST_DATA_ROOT is not set');"] },
  { lines: ["process.getBuiltinModule('child_process').execFileSync('redis-server', ['--version']);"] },
  { lines: ["process.getBuiltinModule('fs').readFileSync('/etc/ci/test-accounts.json');"] },
];

const NEEDS: Partial<Record<SourceFile['language'], readonly Need[]>> = {
  javascript: SCRIPT_NEEDS,
  typescript: SCRIPT_NEEDS,
  python: [
    { lines: ['import socket', 'socket.create_connection(("127.0.0.1", 6379), timeout=1).close()'] },
    { lines: ['import os', 'assert os.path.isdir(os.environ["TEST_DATA_ROOT"])'] },
    { lines: ['import subprocess', 'subprocess.run(["redis-server", "--version"], check=True)'] },
  ],
  go: [
    {
      imports: ['net'],
      lines: [
        'connection, dialErr := net.Dial("tcp", "127.0.0.1:6379")',
        'if dialErr != nil {',
        '\tt.Fatal(dialErr)',
        '}',
        'defer connection.Close()',
      ],
    },
    {
      imports: ['os'],
      lines: [
        'if _, statErr := os.Stat(os.Getenv("TEST_DATA_ROOT")); statErr != nil {',
        '\tt.Fatalf("TEST_DATA_ROOT: %v", statErr)',
        '}',
      ],
    },
    {
      imports: ['os/exec'],
      lines: ['if _, lookErr := exec.LookPath("redis-server"); lookErr != nil {', '\tt.Fatal(lookErr)', '}'],
    },
  ],
  java: [
    {
      lines: [
        'try (java.net.Socket store = new java.net.Socket("127.0.0.1", 6379)) {',
        '    store.setSoTimeout(1000);',
        '} catch (final java.io.IOException e) {',
        '    throw new java.io.UncheckedIOException(e);',
        '}',
      ],
    },
    {
      lines: [
        'java.util.Objects.requireNonNull(System.getenv("TEST_DATA_ROOT"), "TEST_DATA_ROOT is not set");',
      ],
    },
    {
      lines: [
        'try {',
        '    new ProcessBuilder("redis-server", "--version").start();',
        '} catch (final java.io.IOException e) {',
        '    throw new java.io.UncheckedIOException(e);',
        '}',
      ],
    },
  ],
};

/** A test that needs a service, a program or a variable that is not there. */
export const missingService: Operator = {
  name: 'missing-service',
  kind: 'environment',
  targets: ['tests'],
  *sites(source) {
    const needs = NEEDS[source.language] ?? [];
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      const indent = testBody(source.language, line, lines[index + 1]);
      const need = needs[index % needs.length];
      if (indent === undefined || need === undefined) continue;
      const text = need.lines.map((each) => `${indent}${each}\n`).join('');
      const body: Replacement = { start: line.next, end: line.next, text };
      const imported = need.imports === undefined ? [] : goImports(source, need.imports);
      if (imported !== undefined) yield { change: 'replace', replacements: [body, ...imported] };
    }
  },
};
