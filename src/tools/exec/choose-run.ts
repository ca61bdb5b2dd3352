/**
 * Finds what a command line would run and on what grounds: a token rule, the operator's own command, or a script that
 * a person was asked about. It only reads and asks; whether it runs is decided at the gate.
 */
import { execLimits, type KeptApproval, matchRule, type RefPlace } from '../../guard/index.ts';
import { contentId, PenumbraError } from '../../kernel/index.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import type { PinnedProgram } from './program-runner.ts';

/** What would run, and why. */
export type RunChoice =
  | { readonly by: 'rule'; readonly rule: string; readonly program: PinnedProgram | null }
  | { readonly by: 'operator'; readonly program: PinnedProgram }
  | { readonly by: 'script'; readonly approval: KeptApproval; readonly bytes: Uint8Array };

/** The arguments of a call. */
export type RunArguments = { readonly argv: readonly [string, ...string[]]; readonly timeoutMs?: number };

type Reading = Omit<ToolCall, 'reply'>;

/** Returns what a call would run; null where there are no grounds to run anything. */
export async function chooseRun(call: Reading): Promise<RunChoice | null> {
  const { exec } = call.snapshot.policy;
  const known = call.means.exec;
  if (exec === null || known === undefined) return null;
  const { argv } = call.arguments as RunArguments;
  const matched = matchRule(exec, argv);
  if (matched?.paths.every((path) => isPlain(path, call)))
    return { by: 'rule', rule: matched.rule.name, program: known.programs.get(matched.rule.program) ?? null };
  const program = known.operator?.match(argv) ?? null;
  if (program !== null) return { by: 'operator', program };
  const [script] = call.others;
  return script !== undefined && isInScratch(script, call) ? chooseScript(script, call) : null;
}

/** Tells whether a path leads to something in sight, and through no link to anything else. */
function isPlain(path: string, { place, sight, means }: Reading): boolean {
  if (sight.look(path) !== 'seen') return false;
  const below = place.disk.path === '' ? path : `${place.disk.path}/${path}`;
  return means.disk.readFile({ root: place.disk.root, path: below }, { maxBytes: 1 }) !== 'link';
}

function isInScratch({ root, path }: RefPlace, { snapshot }: Reading): boolean {
  const scratch = snapshot.policy.exec?.scratch;
  if (scratch === undefined || scratch.root !== root) return false;
  return scratch.subdirectory === null || path.startsWith(`${scratch.subdirectory}/`);
}

async function chooseScript(script: RefPlace, call: Reading): Promise<RunChoice | null> {
  const { place, snapshot, sessionId, means } = call;
  // A person is asked only about what could run.
  if (typeof means.disk.listDirectory(place.disk) === 'string') return null;
  const read = means.disk.readFile(script.disk, { maxBytes: execLimits.scriptBytes });
  if (typeof read === 'string' || read.isCut || means.exec?.approvals === undefined) return null;
  const [, ...args] = (call.arguments as RunArguments).argv;
  const subject = {
    content: contentId(read.bytes),
    script: script.address,
    args,
    directory: place.address,
    contract: snapshot.contract?.id ?? null,
    policy: snapshot.policy.hash,
    session: sessionId,
  };
  try {
    const approval = await means.exec.approvals.ask(subject, read.bytes);
    return { by: 'script', approval, bytes: read.bytes };
  } catch (error) {
    // Too many questions are open: this run has no grounds until some are answered.
    if (error instanceof PenumbraError && error.code === 'limit-exceeded') return null;
    throw error;
  }
}
