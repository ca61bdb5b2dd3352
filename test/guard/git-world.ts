// A repository that agents work in through the tools: a policy that hides `secret` wherever it stands and lets git
// change what the open contract covers, a trail in memory, and traps that tell when a program was run.

import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGitChanges } from '../../src/adapters/git/index.ts';
import { type AuditEntry, type AuditTrail, type ContractScope, loadPolicy } from '../../src/guard/index.ts';
import type { CommitRequest } from '../../src/tools/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { makeToolWorld, type ToolWorld } from './tool-world.ts';

const reads = '[status, diff, log, blame, show]';
const changes = '[add, commit, push, pull]';

/** The policy's text; what it hides is left open for tests to change. */
const policyText = (hidden: string) => `policy: git-work
modes: [forge]
roots:
  repo: { hidden: ${hidden} }
  case: {}
tools:
  git: [status, diff, log, blame, show, add, commit, push, pull]
sets:
  git_read: { area: READ, commands: { git: ${reads} } }
  git_mutate: { area: GIT, commands: { git: ${changes} }, whole_root: [push, pull] }
visibility:
  forge:
    repo: always
    case: always
operations:
  forge:
    repo:
      - allow: READ
      - { allow: git_mutate, when: [has_contract, contract_covers] }
    case: [{ allow: READ }]
`;

const load = (hidden: string) => loadPolicy(policyText(hidden));

/** Hides `secret` and `.git`. */
export const hidingPolicy = load('[.git, secret]');
/** Hides `.git` alone, so that tests see what the other one hides. */
export const openPolicy = load('[.git]');

type GitWorldOptions = {
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: typeof hidingPolicy;
  /** What the open contract covers; none is open where it is left out. */
  readonly targets?: readonly string[];
};

/** Tools that change a repository, and what they put on record. */
export type GitWorld = ToolWorld & { readonly entries: readonly AuditEntry[] };

/** Makes the tools; local repositories can be pushed to. */
export function makeGitWorld({ files = {}, policy = hidingPolicy, targets }: GitWorldOptions = {}): GitWorld {
  const entries: AuditEntry[] = [];
  const trail: AuditTrail = {
    note: (entry) => void entries.push(entry),
    record: async (entry) => void entries.push(entry),
    flush: async () => {},
  };
  const contract: ContractScope | null = targets
    ? { id: 'contract', root: 'repo', operations: ['WRITE'], targets }
    : null;
  // The repository comes to be with the world, and so does what changes it.
  const late = new Map<string, ReturnType<typeof openGitChanges>>();
  const world = makeToolWorld({
    files,
    policy,
    session: { contract: () => contract },
    means: { trail, ports: { git: late } },
  });
  late.set('repo', openGitChanges(world.repo, { protocols: ['https', 'file'] }));
  return { ...world, entries, [Symbol.dispose]: () => world[Symbol.dispose]() };
}

/** What the adapter is asked for where one path is committed. */
export function commitOf(path: string): CommitRequest {
  const person = { name: 'A', email: 'a@b' };
  return { paths: [path], message: 'x', author: person, committer: person };
}

/** A program that leaves a witness when it is run, and whatever it is asked for. */
export type Trap = {
  readonly program: string;
  /** Tells whether it was run since it was last asked. */
  isSprung(): boolean;
};

/** Sets a trap in a folder outside the repository; one that is not deaf passes its input on, as filters do. */
export function setTrap(folder: string, { isDeaf = false } = {}): Trap {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, isDeaf ? 'deaf' : 'trap');
  const witness = `${program}.sprung`;
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${witness}'\n${isDeaf ? 'exit 1' : 'cat'}\n`);
  chmodSync(program, 0o755);
  return {
    program,
    isSprung: () => {
      const isSprung = existsSync(witness);
      rmSync(witness, { force: true });
      return isSprung;
    },
  };
}

/** Makes a bare repository with the same commits, and names it as where the branch at hand comes from. */
export function makeOrigin({ folder, repo }: Pick<ToolWorld, 'folder' | 'repo'>): string {
  const origin = join(folder, 'origin.git');
  git(folder, 'clone', '--quiet', '--bare', repo, origin);
  git(repo, 'config', 'remote.origin.url', origin);
  return origin;
}

/** Adds a commit to a bare repository, as another person would. */
export function commitElsewhere(
  folder: string,
  origin: string,
  files: Readonly<Record<string, string>>,
): string {
  const clone = join(folder, 'elsewhere');
  rmSync(clone, { recursive: true, force: true });
  git(folder, 'clone', '--quiet', origin, clone);
  writeFiles(clone, files);
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', 'elsewhere');
  git(clone, 'push', '--quiet', 'origin', 'HEAD');
  return git(clone, 'rev-parse', 'HEAD').trim();
}
