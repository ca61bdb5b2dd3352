// Another process over the directories and the ledger of a target, by default in the same session.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from './open-target.ts';
import { redPolicy } from './red-policy.ts';

interface PartnerOptions {
  readonly policy?: string;
  /** The id of its session; that of the target where it is left out. */
  readonly id?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A partner; its calls are counted with those of the target. */
export interface Partner extends AsyncDisposable {
  code(names: string, address: string, given?: unknown): Promise<string>;
}

/** Starts a partner; it ends when it is disposed of. */
export async function openPartner(
  target: Target,
  { policy = redPolicy, id = 'attacker', environment = {} }: PartnerOptions = {},
): Promise<Partner> {
  const program = join(import.meta.dirname, 'contract-partner-process.ts');
  const child = spawn(process.execPath, [program, target.folder, id, policy], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const waiting = new Map<number, (code: string) => void>();
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  await Promise.race([once(lines, 'line'), ended]);
  lines.on('line', (line) => {
    const { number, code } = JSON.parse(line) as { readonly number: number; readonly code: string };
    waiting.get(number)?.(code);
  });
  let calls = 0;
  return {
    code: (names, address, given) => {
      target.countCalls(1);
      const number = calls++;
      child.stdin.write(`${JSON.stringify({ number, names, address, given })}\n`);
      const answered = new Promise<string>((resolve) => waiting.set(number, resolve));
      return Promise.race([answered, ended.then(() => 'the partner ended')]);
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
