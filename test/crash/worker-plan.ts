// What the working processes of a workspace write, so that readers can tell whether it is whole, and how one is started.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The files that everyone writes about. */
export const NOTED_PATHS = ['shared.txt', 'folder/inner.txt', 'folder/other.txt'] as const;

/** Returns what a writer says as its nth word. */
export function sentenceOf(writer: string, number: number): string {
  return `${writer} ${number} ${'so it is said '.repeat(1 + (number % 40))}`.trimEnd();
}

/** A process that was started: what it told line by line, and how it ended. */
export type Worker = {
  readonly lines: readonly string[];
  /** Resolves with its first line. */
  readonly ready: Promise<void>;
  /** Lets it begin. */
  begin(): void;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
};

/** Starts a process that tells when it is ready and waits for the end of its input. */
export function startWorker(script: URL, args: readonly string[], onLine?: () => void): Worker {
  const child = spawn(process.execPath, [script.pathname, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const { promise: ready, resolve: tellReady } = Promise.withResolvers<void>();
  const lines: string[] = [];
  let errors = '';
  const told = createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') tellReady();
    else {
      lines.push(line);
      onLine?.();
    }
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => {
      told.close();
      tellReady();
      resolve({ code, errors });
    });
  });
  return { lines, ready, begin: () => child.stdin.end(), ended };
}
