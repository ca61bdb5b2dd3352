/** Plans a run that the gate granted: what runs, where, in which sandbox and within which limits. */

import { type HidesPath, hiddenNames } from '../../guard/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import type { Runnable, RunPlan, SeenRoot } from '../ports/programs.ts';
import { isInScratch, lacksSandbox, type RunArguments, type RunChoice, sandboxOf } from './choose-run.ts';
import { findCovered, findUnseen } from './find-covered.ts';
import { tellGone } from './tell-run.ts';

/** Returns the plan of a run, or the reply if it cannot run. */
export function planRun(call: ToolCall, choice: RunChoice | null): RunPlan | ToolResult {
  const { place, means, snapshot, reply } = call;
  const { exec } = snapshot.policy;
  // INVARIANT (no run without grounds): a row may grant this under conditions other than grounds.
  if (choice === null || exec === null || means.exec === undefined) return tellNoGrounds(call);
  const listed = means.disk.listDirectory(place.disk);
  if (typeof listed === 'string')
    return { reply: reply.invalid('MCP-FILE-I-002', { data: { reason: listed } }) };
  const runnable = runnableOf(choice);
  if (typeof runnable === 'string') return tellGone(call, runnable);
  // A script runs in the sandbox that the person approved.
  const sandbox = choice.by === 'script' ? choice.subject.sandbox : sandboxOf(call);
  const isSandboxed = sandbox !== 'none';
  if (lacksSandbox(call)) return { reply: reply.failed('MCP-EXEC-E-002') };
  // Needed under any policy, because some names are hidden in every root.
  const hidden = isSandboxed ? findUnseen(call)?.hidden : [];
  if (hidden === undefined) return tellGone(call, 'too-large');

  const { argv, timeoutMs = exec.timeoutMs } = call.arguments as RunArguments;
  return {
    runnable,
    args: argv.slice(1),
    directory: place.disk,
    isSandboxed,
    hidden,
    // INVARIANT (only scratch is written to): outside of scratch, a sandboxed program can only read. The same
    // applies next to a ledger, because only existing files are covered up.
    isReadOnly: isSandboxed && (!isInScratch(place, call) || holdsReserved(call)),
    sees: isSandboxed ? findSeenRoots(call) : [],
    environment: exec.environment,
    loadsCode: loadsCode(choice),
    timeoutMs: Math.min(timeoutMs, exec.timeoutMs),
    outputBytes: exec.outputBytes,
    signal: call.signal,
  };
}

/** Returns whether any of Penumbra's own data is below the place of a call. */
function holdsReserved({ place, snapshot }: ToolCall): boolean {
  const top = place.path === '' ? '' : `${place.path}/`;
  return (snapshot.reserved[place.root] ?? []).some((path) => path.startsWith(top));
}

function tellNoGrounds({ reply }: ToolCall): ToolResult {
  const remedy =
    'write a program that a rule of the policy names, or the address of a script in the scratch area';
  return { reply: reply.invalid('MCP-EXEC-I-001', { data: { remedy } }) };
}

/**
 * Returns what runs, or why it cannot. A script whose approval has been used in the meantime is not approved.
 */
function runnableOf(choice: RunChoice): Runnable | string {
  if (choice.by === 'script')
    return choice.approval?.state === 'granted' ? { script: choice.bytes } : 'not-approved';
  return choice.program === null ? 'not-installed' : { program: choice.program };
}

/** The operator's command, and a rule that says where it loads code from, may load code; nothing else may. */
function loadsCode(choice: RunChoice): boolean {
  return choice.by === 'operator' || (choice.by === 'rule' && choice.rule.loadsCodeFrom.length > 0);
}

type Seeing = Pick<ToolCall, 'snapshot' | 'means'>;

/** Returns the roots that are shown, in the order of the policy. */
function findSeenRoots(call: Seeing): readonly SeenRoot[] {
  const { policy } = call.snapshot;
  return (policy.exec?.sees ?? []).flatMap((key) => {
    const place = call.means.exec?.roots.get(key);
    const isCovered = place && coveredBy(key, call);
    const found = isCovered && findCovered({ disk: call.means.disk, place, isCovered });
    return place && found ? [{ key, place, hidden: found.hidden }] : [];
  });
}

/** Returns what is hidden in a root; null if that depends on more than the path, or nothing is visible. */
function coveredBy(key: string, { snapshot: { policy, mode, reserved } }: Seeing): HidesPath | null {
  const rows = policy.visibility.filter((row) => row.mode === mode && row.root === key);
  const isSeen = rows.some(({ subdirectory, answer }) => subdirectory === null && answer === 'always');
  if (!isSeen || rows.some(({ answer }) => typeof answer !== 'string')) return null;
  const never = new Set(
    rows.filter(({ answer }) => answer === 'never').map(({ subdirectory }) => subdirectory),
  );
  const hides = hiddenNames(policy.roots.find((root) => root.key === key) ?? { hidden: [] }, reserved[key]);
  return (path) => never.has(path) || hides(path);
}
