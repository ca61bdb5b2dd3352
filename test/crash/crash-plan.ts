// What the writers of the crash tests write, so that the tests can tell what must be there.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const FIRST_LOG = 'shared/first';
export const SECOND_LOG = 'shared/second';
export const COUNTER = 'shared/counter';

/** How many subjects the frames of all writers share. */
export const SUBJECTS = 5;

/** Returns the bytes a writer stores for a number; large enough to span pages now and then. */
export function payloadOf(writer: string, number: number): string {
  return `${writer} ${number} `.repeat(number % 50 === 0 ? 2_000 : 20);
}

/** A writer that runs, what it has acknowledged so far, and its end. */
export type Writer = {
  readonly name: string;
  acknowledged(): number;
  /** Resolves when a gated writer has opened the store and waits. */
  readonly ready: Promise<void>;
  /** Lets a gated writer begin. */
  begin(): void;
  kill(): void;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
};

/** Starts a writing process. */
export function startWriter(
  address: string,
  name: string,
  { count = Number.MAX_SAFE_INTEGER, isGated = false }: { count?: number; isGated?: boolean } = {},
): Writer {
  const script = fileURLToPath(new URL('store-writer.ts', import.meta.url));
  const args = [script, address, name, String(count), ...(isGated ? ['gated'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const { promise: ready, resolve: tellReady } = Promise.withResolvers<void>();
  let acknowledged = 0;
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    acknowledged = Number(line);
    if (acknowledged === 0) tellReady();
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, errors }));
  });
  const begin = () => child.stdin.end();
  const kill = () => child.kill('SIGKILL');
  return { name, acknowledged: () => acknowledged, ready, begin, kill, ended };
}
