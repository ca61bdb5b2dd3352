// A workspace in which an agent asked to run scripts, with keys of its own, and a terminal to answer on.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import {
  createApprovalRequests,
  createApprovalReview,
  openContractStore,
  type ScriptSubject,
} from '../../src/guard/index.ts';
import { type Clock, contentId } from '../../src/kernel/index.ts';
import { randomness } from '../guard/person.ts';
import { launcher, type RunOptions, temporaryFolder } from './penumbra.ts';

/** What is asked, where it differs from a plain script. */
export type Asked = Partial<Omit<ScriptSubject, 'content'>> & {
  readonly bytes?: string | Uint8Array;
  /** How long ago it was asked; a request stands for an hour. */
  readonly agoMs?: number;
};

/** A place to run the program in, with its keys. */
export type Place = RunOptions & { readonly env: Readonly<Record<string, string>>; readonly keys: string };

/** Makes a workspace and, unless told otherwise, keys beside it. */
export function place({
  hasKeys = true,
  passphrase,
}: {
  readonly hasKeys?: boolean;
  readonly passphrase?: string;
} = {}): Place {
  const folder = temporaryFolder();
  const at: Place = {
    cwd: join(folder, 'workspace'),
    env: { PENUMBRA_CONFIG_DIR: join(folder, 'config') },
    keys: join(folder, 'config/keys'),
  };
  mkdirSync(join(at.cwd, '.penumbra'), { recursive: true });
  if (hasKeys) openKeys(at.keys).create(passphrase === undefined ? {} : { passphrase });
  return at;
}

/** Asks as the exec tool does, and returns the request's id and that of the script. */
export async function askFor(
  at: Place,
  { bytes = '#!/bin/sh\necho hello\n', agoMs = 0, ...asked }: Asked = {},
) {
  const script = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const content = contentId(script);
  const { request } = await withLedger(at, agoMs, (ledger) =>
    createApprovalRequests(ledger, { verifier: openKeys(at.keys).verifier(), randomness }).ask(
      {
        script: 'root:scratch/a.sh',
        args: [],
        directory: 'root:scratch',
        contract: null,
        mode: 'work',
        policy: 'a'.repeat(64),
        sandbox: 'none',
        session: 's',
        ...asked,
        content,
      },
      script,
    ),
  );
  return { id: request.id, content };
}

/** Spends a request, as the exec tool does before it runs a script. */
export function spend(at: Place, id: string): Promise<boolean> {
  const options = { verifier: openKeys(at.keys).verifier(), randomness };
  return withLedger(at, 0, (ledger) => createApprovalRequests(ledger, options).spend(id));
}

/** Returns how a request stands for whoever holds these keys. */
export function stateOf(at: Place, id: string): Promise<string | undefined> {
  return withLedger(at, 0, async (ledger) => {
    const kept = await createApprovalReview(ledger, { verifier: openKeys(at.keys).verifier() }).list();
    return kept.find(({ request }) => request.id === id)?.state;
  });
}

/** Opens a contract in the session `s`, and returns its id. */
export function openContract(at: Place, intent: string): Promise<string> {
  const keys = openKeys(at.keys);
  return withLedger(at, 0, async (ledger) => {
    const desk = await openContractStore({
      ledger,
      session: { id: 's' },
      policy: 'a'.repeat(64),
      baseCommit: () => null,
      signer: keys.signer(['contract']),
      verifier: keys.verifier(),
      readRecords: async function* () {},
    });
    const contract = await desk.open(
      {
        root: 'scratch',
        intent,
        operations: ['READ'],
        targets: ['**'],
        plan: ['look'],
        edits: [],
        author: 'agent',
      },
      'work',
    );
    return typeof contract === 'string' || 'needs' in contract ? String(contract) : contract.id;
  });
}

type Ledger = { readonly store: Awaited<ReturnType<typeof openLedger>>['store']; readonly clock: Clock };

/** Works on the ledger of a workspace, with a clock that goes behind by so much. */
export async function withLedger<Result>(
  { cwd }: Place,
  behindMs: number,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const { store } = await openLedger({ workspace: cwd, environment: {} });
  try {
    return await work({ store, clock: { now: () => Date.now() - behindMs } });
  } finally {
    await store.close();
  }
}

/** Whether this machine can make a terminal out of nothing. */
export const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

/** What is typed, and after which words on the screen. */
export type Typed = readonly (readonly [after: string, text: string])[];

/** Runs the program on a terminal where somebody types; what it printed is one text. */
export async function onTerminal(args: readonly string[], { cwd, env }: Place, typed: Typed) {
  const quoted = [process.execPath, launcher, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const terminal = spawn(
    '/usr/bin/script',
    ['-qec', `stty cols 100 rows 50; exec ${quoted.join(' ')}`, '/dev/null'],
    { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, timeout: 120_000 },
  );
  const left = [...typed];
  let said = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [next] = left;
    if (next === undefined || !said.includes(next[0])) return;
    terminal.stdin.write(next[1]);
    left.shift();
  });
  const [status] = await once(terminal, 'close');
  return { said: said.replaceAll('\r\n', '\n'), status };
}
