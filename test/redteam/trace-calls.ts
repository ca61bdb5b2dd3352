// Traces calls of a session in a process of its own: which files the system was asked for, whatever the answer said.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../../src/kernel/index.ts';
import type { Target } from './attack.ts';

type Call = readonly [names: string, address: string, given?: unknown];

/** What one call answered, and the system calls on files that it made. */
export interface TracedCall {
  readonly reply: Reply;
  readonly systemCalls: readonly string[];
}

/** Whether this machine can trace. */
export const isTraceable = spawnSync('strace', ['-V']).status === 0;

/** Makes calls on the directories of a target and returns what the system saw of each. */
export function traceCalls(target: Target, calls: readonly Call[]): readonly TracedCall[] {
  mkdirSync(target.at('workspace/child'), { recursive: true });
  const log = target.at('workspace/trace');
  const script = join(import.meta.dirname, 'call-in-child.ts');
  const words = [
    '-f',
    '-y',
    '-s',
    '4096',
    '-e',
    'trace=%file,getdents64',
    '-o',
    log,
    process.execPath,
    script,
  ];
  const printed = execFileSync('strace', [...words, target.folder, JSON.stringify(calls)], {
    encoding: 'utf8',
  });
  const replies = JSON.parse(printed) as readonly Reply[];
  const lines = readFileSync(log, 'utf8').split('\n');
  return replies.map((reply, index) => {
    const begin = lines.findIndex((line) => line.includes(`/begin-of-call-${index}"`));
    const end = lines.findIndex((line) => line.includes(`/end-of-call-${index}"`));
    return { reply, systemCalls: lines.slice(begin + 1, end).map((line) => line.replace(/^\d+ +/, '')) };
  });
}
