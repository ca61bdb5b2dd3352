// What attacks through git share: a repository that can be changed, and traps that tell when a program was run.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '../context/workspace.ts';
import type { TargetOptions } from './open-target.ts';
import { redPolicy } from './red-policy.ts';

/** The policy in which git changes the whole repository, so that only git's own checks are in the way. */
export const gitPolicy = redPolicy.replace(
  '    repo: [{ allow: READ }]\n',
  '    repo: [{ allow: READ }, { allow: git_mutate }]\n',
);

/** A program that leaves a witness when it is run. */
export interface Trap extends Disposable {
  readonly program: string;
  isSprung(): boolean;
}

/** Sets a trap outside the target; it passes on what it is given, as filters do. */
export function setTrap(): Trap {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-trap-'));
  const program = join(folder, 'trap');
  writeFileSync(
    program,
    `#!/bin/sh\necho sprung >> ${folder}/witness\nif [ -n "$1" ]; then cat "$1"; else cat; fi\n`,
  );
  chmodSync(program, 0o755);
  return {
    program,
    isSprung: () => existsSync(join(folder, 'witness')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Options of a target with settings of the repository's own, attributes, and a change that is not committed. */
export function hostileRepository(
  settings: Readonly<Record<string, string>>,
  { attributes = '' } = {},
): TargetOptions {
  return {
    policy: gitPolicy,
    prepare: (folder) => {
      const repo = join(folder, 'repo');
      for (const [key, value] of Object.entries(settings)) git(repo, 'config', key, value);
      mkdirSync(join(repo, '.git/info'), { recursive: true });
      writeFileSync(join(repo, '.git/info/attributes'), attributes);
      writeFileSync(join(repo, 'desk/note.txt'), 'another note\n');
    },
  };
}
