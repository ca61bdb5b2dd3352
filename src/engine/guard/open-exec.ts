/**
 * Opens what the exec tool needs: the runner, the programs named by the policy's rules, and the operator's
 * command.
 */

import { openRunner } from '../../adapters/exec/index.ts';
import type { openDisk } from '../../adapters/files/index.ts';
import type { ApprovalRequests, DiskPlace, Policy } from '../../guard/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import {
  createOperatorCommand,
  type ExecPort,
  type ExecServices,
  type PinnedProgram,
  type ProgramRunner,
} from '../../tools/index.ts';

/** The operator's own command line, split into words. */
export type OperatorLine = {
  readonly words: readonly string[];
  /** Replaces `{test}`; null if there is no test to name. */
  readonly test: string | null;
  readonly runs: number;
};

type ExecOptions = {
  readonly policy: Policy;
  readonly roots: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly disk: ReturnType<typeof openDisk>;
  readonly approvals: ApprovalRequests;
  readonly operator?: OperatorLine;
};

/** Opens the services the exec tool decides with, and the port its actions use. */
export function openExec({ policy, roots, environment, disk, approvals, operator }: ExecOptions): {
  readonly means: ExecServices;
  readonly port: ExecPort;
} {
  const runner = openRunner({ roots: Object.values(roots), hold: disk.hold, environment });
  const named = [...new Set((policy.exec?.rules ?? []).map(({ program }) => program))];
  const programs = new Map(
    named.flatMap((name) => {
      const pinned = runner.pin(name);
      return pinned === null ? [] : [[name, pinned] as const];
    }),
  );
  const { find, ask, spend } = approvals;
  const command = operator && operatorCommand(operator, runner);
  return {
    means: {
      programs,
      sandbox: runner.sandbox,
      roots: placesOf(roots, disk),
      approvals: { find },
      ...(command !== undefined && { operator: { match: command.match } }),
    },
    port: {
      runner: { run: runner.run },
      approvals: { ask, spend },
      ...(command !== undefined && { operator: { take: command.take } }),
    },
  };
}

function placesOf(
  roots: Readonly<Record<string, string>>,
  disk: ReturnType<typeof openDisk>,
): ReadonlyMap<string, DiskPlace> {
  return new Map(
    Object.entries(roots).flatMap(([key, directory]) => {
      const root = disk.openRoot(directory);
      return root === null ? [] : [[key, { root, path: '' }] as const];
    }),
  );
}

function operatorCommand({ words, test, runs }: OperatorLine, runner: ProgramRunner) {
  const [name = ''] = words;
  const program: PinnedProgram | null = runner.pin(name);
  if (program !== null) return createOperatorCommand({ template: words, test, program, runs });
  throw new PenumbraError('usage', `no program ${cite(name)} is found outside the roots`, {
    hint: 'name a program that is on the PATH',
  });
}
