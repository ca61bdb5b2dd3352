// The exec tool in a real folder with a real disk, a runner that only notes its plans, and a person who approves.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostRootsOf, openDisk } from '../../src/adapters/files/index.ts';
import {
  type ApprovalReview,
  type AuditEntry,
  createApprovalRequests,
  createApprovalReview,
  createWorld,
  type DiskPlace,
  loadPolicy,
  type Session,
} from '../../src/guard/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';
import {
  createOperatorCommand,
  createTools,
  type ExecPort,
  type ExecServices,
  type PinnedProgram,
  type RunFault,
  type RunOutcome,
  type RunPlan,
  type SandboxState,
  type ToolResult,
  type ToolSet,
} from '../../src/tools/index.ts';
import { makeFolder, writeFiles } from '../context/workspace.ts';
import { makePerson, randomness } from './person.ts';

/** The policy, with a place for the section on running programs. */
const policyText = `policy: sample
modes: [work, rest]
roots: { repo: { hidden: [.git] }, tmp: {}, vault: {}, den: {} }
tools: { file: read, exec: run }
sets:
  read: { area: READ, commands: { file: read } }
  exec: { area: EXEC, commands: { exec: run } }
visibility:
  work: { repo: always, repo/private: never, tmp: always, vault: [has_contract], den: always, den/hush: [has_contract] }
  rest: { repo: always, tmp: always }
operations:
  work:
    repo: [{ allow: read }, { allow: exec, when: [exec_allowed] }]
    repo/open: [{ allow: exec, when: [mask_worn(key)] }]
    tmp: [{ allow: read }, { allow: exec, when: [exec_allowed] }]
    tmp/kept: [{ allow: read }]
    tmp/masked: [{ allow: exec, when: [exec_allowed, mask_worn(key)] }]
    tmp/bound: [{ allow: exec, when: [exec_allowed, has_contract] }]
  rest: { repo: [{ allow: read }], tmp: [{ allow: read }] }
`;

const execSection = `exec:
  scratch: tmp/wip
  sandbox: preferred
  sees: [repo, vault, tmp, den]
  environment: [TZ]
  timeout_seconds: 60
  rules:
    - { program: wc, flags: [-l], operands: { kind: path, most: 3 } }
    - { program: gone }
`;

/** Where runs say that their own directory was. */
export const PRIVATE_DIRECTORY = '/tmp/penumbra-run-abc';

interface ExecWorldOptions {
  readonly section?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly session?: Partial<Session>;
  readonly sandbox?: SandboxState['kind'];
  /** The operator's command line, for one run. */
  readonly operator?: readonly string[];
  readonly outcome?: Partial<RunOutcome> | RunFault;
  readonly means?: Partial<ExecServices>;
  readonly hand?: Partial<ExecPort>;
  readonly onChanged?: ToolSet['onChanged'];
  readonly hasRunner?: boolean;
  readonly isAuditBroken?: boolean;
}

/** A world to run programs in. */
export interface ExecWorld extends Disposable {
  readonly folder: string;
  readonly book: ApprovalReview;
  readonly clock: FakeClock;
  /** What was run, in order. */
  readonly plans: readonly RunPlan[];
  readonly audit: readonly AuditEntry[];
  readonly programs: Readonly<Record<'wc' | 'operator', PinnedProgram>>;
  run(address: string, given: unknown): Promise<ToolResult>;
}

/** Makes the world. */
export function makeExecWorld(options: ExecWorldOptions = {}): ExecWorld {
  const { section = execSection, files = {}, session, outcome = {}, hasRunner = true } = options;
  const place = makeFolder();
  const roots = Object.fromEntries(
    ['repo', 'tmp', 'vault', 'den'].map((key) => [key, join(place.path, key)]),
  );
  for (const directory of [
    'repo/open',
    'tmp/wip',
    'tmp/kept',
    'tmp/masked',
    'tmp/bound',
    'vault',
    'den/hush',
  ])
    mkdirSync(join(place.path, directory), { recursive: true });
  writeFiles(place.path, files);
  const disk = openDisk();
  const clock = createFakeClock();
  const ledger = { store: createMemoryStore(), clock };
  const person = makePerson();
  const programs = { wc: pinned('wc'), operator: pinned('operator') };
  const plans: RunPlan[] = [];
  const audit: AuditEntry[] = [];
  const take = (entry: AuditEntry): undefined => {
    if (options.isAuditBroken && entry.intent !== null) throw new Error('the disk is full');
    audit.push(entry);
  };

  const { find, ask, spend } = createApprovalRequests(ledger, { verifier: person.verifier, randomness });
  const operator =
    options.operator &&
    createOperatorCommand({
      template: options.operator,
      test: null,
      program: programs.operator,
      runs: 1,
    });
  const exec: ExecServices = {
    programs: new Map([['wc', programs.wc]]),
    sandbox: () =>
      (options.sandbox ?? 'bubblewrap') === 'none'
        ? { kind: 'none', why: 'it is not here', remedy: 'install it' }
        : { kind: 'bubblewrap', version: '1' },
    roots: new Map(
      Object.entries(roots).map(([key, directory]) => {
        const root = disk.openRoot(directory) as DiskPlace['root'];
        return [key, { root, path: '' }];
      }),
    ),
    approvals: { find },
    ...(operator && { operator: { match: operator.match } }),
    ...options.means,
  };
  const run = async (plan: RunPlan): Promise<RunOutcome | RunFault> => {
    plans.push(plan);
    if (typeof outcome === 'string') return outcome;
    const bytes = new Uint8Array();
    const ended = {
      exitCode: 0,
      signal: null,
      stdout: bytes,
      stderr: bytes,
      isCut: false,
      hasTimedOut: false,
      privateDirectory: PRIVATE_DIRECTORY,
    };
    return { ...ended, ...outcome };
  };
  const world = createWorld({
    policy: loadPolicy(policyText + section),
    roots,
    disk,
    session: { id: 's', mode: () => 'work', mods: [], contract: () => null, ...session },
  });
  const tools = createTools(world, {
    disk,
    hostRoots: hostRootsOf(roots),
    exec,
    ...(hasRunner && {
      ports: {
        exec: {
          runner: { run },
          approvals: { ask, spend },
          ...(operator && { operator: { take: operator.take } }),
          ...options.hand,
        },
      },
    }),
    ...(options.onChanged && { onChanged: options.onChanged }),
    trail: {
      note: take,
      record: async (entry) => take(entry),
      flush: async () => {},
    },
  });
  return {
    folder: place.path,
    book: createApprovalReview(ledger, person),
    clock,
    plans,
    audit,
    programs,
    run: (address, given) => tools.call({ tool: 'exec', command: 'run', address, arguments: given }),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

function pinned(name: string): PinnedProgram {
  return { sha256: sha256(name) } as PinnedProgram;
}
