// A PostgreSQL that a test may crash, restart and damage.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import setup from '../support/postgres-server.ts';

/** A server of the test's own. */
export interface OwnServer {
  readonly url: string;
  readonly dataDirectory: string;
  /** Ends it at once, without a checkpoint; what is durable then is what recovery finds. */
  crash(): Promise<void>;
  /** Starts it again and waits until it takes connections. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

type Row = Readonly<Record<string, unknown>>;

/** Starts a server in a directory of its own. */
export async function startOwnServer(): Promise<OwnServer> {
  let url = '';
  const provide = (_name: string, value: string) => {
    url = value;
  };
  const removeServer = await setup({ provide } as unknown as TestProject);
  const [setting] = await ask(url, 'SHOW data_directory');
  const dataDirectory = String(setting?.data_directory);
  let restarted: ChildProcess | null = null;

  const crash = async () => {
    const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 120_000 });
  };
  const start = async () => {
    const { uid, gid } = statSync(dataDirectory);
    const [program = '', ...options] = startCommand(dataDirectory);
    const server = spawn(program, options, { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
    restarted = server;
    const lines = createInterface({ input: server.stderr });
    for await (const line of lines) if (line.includes('ready to accept connections')) break;
    server.stderr.resume();
  };
  const remove = async () => {
    if (restarted && isRunning(restarted)) {
      const exited = once(restarted, 'exit');
      restarted.kill('SIGQUIT');
      await exited;
    }
    await removeServer();
  };
  return { url, dataDirectory, crash, start, remove };
}

/** Runs statements as whoever an address names, and returns the last one's rows. */
export async function ask(url: string, ...statements: readonly string[]): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: readonly Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the command a server was started with, as it has left it in its data directory. */
function startCommand(dataDirectory: string): readonly string[] {
  const line = readFileSync(join(dataDirectory, 'postmaster.opts'), 'utf8').trim();
  return line.split(/ (?=")/).map((word) => word.replaceAll('"', ''));
}

function isRunning(server: ChildProcess): boolean {
  return server.exitCode === null && server.signalCode === null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
