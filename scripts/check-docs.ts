// Runs the examples of README.md, docs and the rooms: a `ts run` block must end without an error, a `console run` block must
// print what the document says. They use the package as its users do, and so need a build. Documents can be named.

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Example, findExamples, matchesOutput, parseCommands } from './doc-examples.ts';

interface Fault {
  readonly line: number;
  readonly message: string;
}

const root = join(import.meta.dirname, '..');
const timeoutMs = 120_000;

let faultCount = 0;
let exampleCount = 0;
const named = process.argv.slice(2);
const documents = named.length > 0 ? named : ['README.md', 'docs/**/*.md', 'src/*/README.md'];
for (const file of globSync(documents, { cwd: root }).sort()) {
  for (const example of findExamples(readFileSync(join(root, file), 'utf8'))) {
    exampleCount += 1;
    const fault = example.language === 'ts' ? runProgram(example) : runCommands(example);
    if (fault === undefined) continue;
    faultCount += 1;
    process.stderr.write(`${file}:${fault.line}: ${fault.message}\n`);
  }
}
process.stdout.write(`${exampleCount} examples, ${faultCount} faults\n`);
process.exitCode = faultCount > 0 ? 1 : 0;

function runProgram({ line, text }: Example): Fault | undefined {
  // Inside the checkout, but outside of node_modules, `penumbra/kernel` means this package.
  return withDirectory(join(root, 'dist'), (directory) => {
    const file = join(directory, 'example.ts');
    writeFileSync(file, text);
    const env = { ...process.env, PATH: pathWithProgram(directory) };
    const { status, stderr } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      timeout: timeoutMs,
      env,
    });
    return status === 0 ? undefined : { line, message: `the example fails:\n${stderr}` };
  });
}

function runCommands(example: Example): Fault | undefined {
  return withDirectory(tmpdir(), (directory) => {
    const cwd = join(directory, 'work');
    mkdirSync(cwd);
    const env = { ...process.env, PATH: pathWithProgram(directory), HOME: directory, NO_COLOR: '1' };
    for (const { line, command, expected, exitCode } of parseCommands(example)) {
      const script = `exec 2>&1\n${command}`;
      const result = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8', timeout: timeoutMs });
      const { status, stdout } = result;
      if (status !== exitCode) {
        return { line, message: `\`${command}\` ended with ${status} instead of ${exitCode}:\n${stdout}` };
      }
      if (!matchesOutput(expected, stdout)) {
        return { line, message: `\`${command}\` printed:\n${stdout}\ninstead of:\n${expected}` };
      }
    }
    return undefined;
  });
}

/** Examples call `penumbra` by its name, as who installed it does. */
function pathWithProgram(directory: string): string {
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  symlinkSync(join(root, 'bin/penumbra.js'), join(bin, 'penumbra'));
  return [bin, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
}

function withDirectory<T>(parent: string, act: (directory: string) => T): T {
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, '.example-'));
  try {
    return act(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
