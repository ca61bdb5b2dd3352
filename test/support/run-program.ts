// Runs command lines of the program in one process beside the tests (./program-host.ts), each to its end.

import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramRequest } from './program-host.ts';

/** How a command line ended, and what it printed. */
export type ProgramEnd = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** The program's launcher. */
export const launcher = join(import.meta.dirname, '../../bin/penumbra.js');

const main = join(import.meta.dirname, '../../dist/cli/main.js');
const hostFile = join(import.meta.dirname, 'program-host.ts');

type Host = {
  readonly requests: number;
  readonly answers: number;
  readonly printed: readonly [number, number];
  readonly folder: string;
};

let host: Host | null = null;

/** Runs one command line to its end, and waits for it. */
export function runProgram(request: ProgramRequest): ProgramEnd {
  host ??= startHost();
  const { requests, answers, folder } = host;
  writeAll(requests, Buffer.from(`${JSON.stringify(request)}\n`));
  const answer = readLine(answers);
  const [stdout = '', stderr = ''] = host.printed.map((descriptor, index) => {
    const text = readFileSync(join(folder, printedNames[index] ?? ''), 'utf8');
    ftruncateSync(descriptor);
    return text;
  });
  if (answer === null) {
    endHost();
    throw new Error(`the process ended in the midst of \`penumbra ${request.args.join(' ')}\`: ${stderr}`);
  }
  return { status: answer.status, stdout, stderr };
}

const printedNames = ['stdout', 'stderr'];

function startHost(): Host {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-host-'));
  const [requestsPipe, answersPipe] = [join(folder, 'requests'), join(folder, 'answers')];
  execFileSync('mkfifo', [requestsPipe, answersPipe]);
  // Held open both ways, a pipe opens without waiting for the other side.
  const [requestsBoth, answersBoth] = [openSync(requestsPipe, 'r+'), openSync(answersPipe, 'r+')];
  const [requestsRead, requests] = [openSync(requestsPipe, 'r'), openSync(requestsPipe, 'w')];
  const [answers, answersWrite] = [openSync(answersPipe, 'r'), openSync(answersPipe, 'w')];
  const [out, err] = printedNames.map((name) => openSync(join(folder, name), 'a')) as [number, number];
  const child = spawn(process.execPath, [hostFile, main, launcher], {
    stdio: ['ignore', out, err, requestsRead, answersWrite],
  });
  // Only the other process holds its ends from here on, so that the end of one is seen by the other.
  for (const descriptor of [requestsBoth, answersBoth, requestsRead, answersWrite]) closeSync(descriptor);
  child.unref();
  process.once('exit', endHost);
  return { requests, answers, printed: [out, err], folder };
}

function endHost(): void {
  if (host === null) return;
  const { requests, answers, printed, folder } = host;
  host = null;
  process.off('exit', endHost);
  for (const descriptor of [requests, answers, ...printed]) closeSync(descriptor);
  rmSync(folder, { recursive: true, force: true });
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function readLine(descriptor: number): { readonly status: number } | null {
  const part = Buffer.alloc(4_096);
  let line = '';
  while (!line.endsWith('\n')) {
    const length = readSync(descriptor, part);
    if (length === 0) return null;
    line += part.toString('utf8', 0, length);
  }
  return JSON.parse(line);
}
