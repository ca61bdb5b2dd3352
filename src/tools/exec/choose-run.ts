/**
 * Determines what a command line would run and on what grounds: a token rule, the operator's own command, or
 * a script that needs a person's approval. It only reads; the gate decides whether it runs.
 */
import {
  type ApprovalSandbox,
  execLimits,
  isInPlace,
  type KeptApproval,
  matchRule,
  type RefPlace,
  type ScriptSubject,
  type TokenRule,
} from '../../guard/index.ts';
import { contentId } from '../../kernel/index.ts';
import type { UndecidedCall } from '../calls/tool-command.ts';
import type { PinnedProgram } from '../ports/programs.ts';
import { findUnseen, joinPaths } from './find-covered.ts';

/** What would run, and why. */
export type RunChoice =
  | { readonly by: 'rule'; readonly rule: TokenRule; readonly program: PinnedProgram | null }
  | { readonly by: 'operator'; readonly program: PinnedProgram }
  | ScriptChoice;

/** A script, and the approval for this run of it. */
export type ScriptChoice = {
  readonly by: 'script';
  readonly approval: KeptApproval | null;
  readonly subject: ScriptSubject;
  readonly bytes: Uint8Array;
};

/** The arguments of a call. */
export type RunArguments = { readonly argv: readonly [string, ...string[]]; readonly timeoutMs?: number };

/** Returns what a call would run; null if there are no grounds to run anything. */
export async function chooseRun(call: UndecidedCall): Promise<RunChoice | null> {
  const { exec } = call.snapshot.policy;
  const known = call.means.exec;
  if (exec === null || known === undefined) return null;
  const { argv } = call.arguments as RunArguments;
  const matched = matchRule(exec, { argv, directory: call.place });
  if (matched?.paths.every((path) => isCoveredUp(path, call) || isPlain(path, call)))
    return { by: 'rule', rule: matched.rule, program: known.programs.get(matched.rule.program) ?? null };
  const program = known.operator?.match(argv) ?? null;
  if (program !== null) return { by: 'operator', program };
  const [script] = call.others;
  return script !== undefined && isInScratch(script, call) ? chooseScript(script, call) : null;
}

/** In a sandbox, invisible files below the directory of the call are covered up. */
function isCoveredUp(path: string, call: UndecidedCall): boolean {
  return path === '' && sandboxOf(call) !== 'none';
}

/**
 * Returns whether a path leads to something that exists and is visible, without any links. A program may
 * interpret a word that names nothing as something else, such as a script.
 */
function isPlain(path: string, call: UndecidedCall): boolean {
  const { place, view, means } = call;
  if (view().look(path) !== 'seen') return false;
  const below = { ...place.disk, path: joinPaths(place.disk.path, path) };
  const read = means.disk.readFile(below, { maxBytes: 1 });
  if (typeof read !== 'string') return true;
  if (read !== 'not-a-file' || typeof means.disk.listDirectory(below) === 'string') return false;
  // Given a directory, a program may descend into it.
  const unseen = findUnseen(call, path);
  return unseen !== null && !unseen.hasLinks && unseen.hidden.length === 0;
}

/** Returns whether a place is in the scratch area. */
export function isInScratch(place: RefPlace, { snapshot }: Pick<UndecidedCall, 'snapshot'>): boolean {
  const { exec } = snapshot.policy;
  return exec !== null && isInPlace(exec.scratch, place);
}

/** Returns the sandbox of a run: the one the policy asks for, if this machine has it. */
export function sandboxOf({ snapshot, means }: Pick<UndecidedCall, 'snapshot' | 'means'>): ApprovalSandbox {
  const isWanted = snapshot.policy.exec !== null && snapshot.policy.exec.sandbox !== 'off';
  return isWanted && means.exec !== undefined ? means.exec.sandbox().kind : 'none';
}

/** Returns whether the policy requires a sandbox that this machine does not have. Nothing runs then. */
export function lacksSandbox(call: Pick<UndecidedCall, 'snapshot' | 'means'>): boolean {
  return call.snapshot.policy.exec?.sandbox === 'required' && sandboxOf(call) === 'none';
}

async function chooseScript(script: RefPlace, call: UndecidedCall): Promise<RunChoice | null> {
  const { place, snapshot, sessionId, means } = call;
  // A person is only asked about a script that could run.
  if (lacksSandbox(call) || typeof means.disk.listDirectory(place.disk) === 'string') return null;
  const read = means.disk.readFile(script.disk, { maxBytes: execLimits.scriptBytes });
  if (typeof read === 'string' || read.isCut || means.exec === undefined) return null;
  const [, ...args] = (call.arguments as RunArguments).argv;
  const subject = {
    content: contentId(read.bytes),
    script: script.address,
    args,
    directory: place.address,
    contract: snapshot.contract?.id ?? null,
    // A place was resolved, so there is a mode.
    mode: snapshot.mode ?? '',
    policy: snapshot.policy.hash,
    sandbox: sandboxOf(call),
    session: sessionId,
  };
  return { by: 'script', approval: await means.exec.approvals.find(subject), subject, bytes: read.bytes };
}
