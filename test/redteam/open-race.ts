// A race: another process swaps two things at a path while a target is called, thousands of times where checks are taken
// out and where the program withstands every attack (mutations.deep.test.ts), hundreds of times elsewhere.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ToolResult } from '../../src/tools/index.ts';
import type { Target } from './attack.ts';

/** What is swapped: `make` puts something at `<aside>/a` and at `<aside>/b`. */
interface RaceOptions {
  /** The path below the target's folder that things are swapped at. */
  readonly at: string;
  readonly make: (aside: string) => void;
  readonly rounds: number;
  /** Codes that show that both sides won at times: outside of the suite of mutations a fifth of the rounds is enough then. */
  readonly until?: readonly string[];
  readonly call: (round: number, aside: string) => Promise<ToolResult>;
}

const isWhole = process.env.RED_TEAM_ROUNDS === 'all';

/** Runs a race to its end and returns how often each code was answered. */
export async function openRace(target: Target, options: RaceOptions): Promise<ReadonlyMap<string, number>> {
  const aside = target.at('data/aside');
  mkdirSync(aside);
  options.make(aside);
  const script = join(import.meta.dirname, 'swap-forever.ts');
  const racer = spawn(process.execPath, [script, target.at(options.at), aside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(racer, 'exit');
  const codes = new Map<string, number>();
  try {
    await once(racer.stdout, 'data');
    const isSeen = () => !isWhole && options.until?.every((code) => codes.has(code)) === true;
    for (let round = 0; round < options.rounds && !(round >= options.rounds / 5 && isSeen()); round++) {
      const { code } = (await options.call(round, aside)).reply;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(racer.exitCode, 'the race went on to its end').toBeNull();
  } finally {
    racer.kill('SIGKILL');
    await ended;
  }
  return codes;
}
