/**
 * The tool `exec`: runs what a token rule, a person's approval or the operator's own command line allows. The
 * grounds are determined before the gate decides, and exactly what they apply to is run. Nothing runs without
 * grounds.
 */
import { type ExecGrounds, execLimits, isCommandLine } from '../../guard/index.ts';
import { assertInvariant, canonicalHash, digestOf, fields, satisfying } from '../../kernel/index.ts';
import { askForApproval } from '../calls/answer-by-person.ts';
import { wholeNumberUpTo } from '../calls/argument-schema.ts';
import type {
  FurtherAddress,
  Intent,
  PreparedAct,
  Tool,
  ToolCall,
  ToolResult,
  UndecidedCall,
  Weighed,
} from '../calls/tool-command.ts';
import type { ExecPort, RunPlan } from '../ports/programs.ts';
import { chooseRun, type RunArguments, type RunChoice, type ScriptChoice } from './choose-run.ts';
import { planRun } from './plan-run.ts';
import { tellFault, tellGone, tellOutcome } from './tell-run.ts';

type Run = { readonly choice: RunChoice; readonly plan: RunPlan };

// A program name has no colon, so anything that starts like an address is one.
const ADDRESS = /^[A-Za-z][A-Za-z0-9_-]+:/;
const { words, wordBytes, timeoutSeconds } = execLimits;

export const execTool: Tool = {
  name: 'exec',
  description: 'Runs programs that a rule, a person or the operator allows.',
  commands: {
    run: {
      description: 'Runs a program with its arguments in a directory, without a shell.',
      annotations: { readOnly: false },
      shape: fields(
        {
          argv: satisfying(
            isCommandLine,
            `a program and its arguments as a list of 1 to ${words} texts of at most ${wordBytes} bytes`,
            { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: words },
          ),
          timeoutMs: wholeNumberUpTo(timeoutSeconds * 1_000),
        },
        ['argv'],
      ),
      needs: 'exec',
      further: (given) => scriptAddress(given as RunArguments),
      weigh: weighRun,
    },
  },
};

function scriptAddress({ argv: [first] }: RunArguments): readonly FurtherAddress[] {
  return ADDRESS.test(first) ? [{ address: first }] : [];
}

async function weighRun(call: UndecidedCall): Promise<Weighed<'exec'>> {
  const choice = await chooseRun(call);
  // If there is a request already, the denial names it.
  const isUnasked = choice?.by === 'script' && choice.approval === null;
  return {
    grounds: groundsOf(choice),
    run: (granted) => prepareRun(granted, choice),
    ...(isUnasked && { appeal: prepareQuestion(choice, call) }),
  };
}

function groundsOf(choice: RunChoice | null): ExecGrounds {
  if (choice === null) return {};
  if (choice.by === 'rule') return { isWhitelisted: true };
  if (choice.by === 'operator') return { isOperators: true };
  const { state, request } = choice.approval ?? {};
  if (state === 'granted') return { isSigned: true };
  return request === undefined ? {} : { approvalId: request.id };
}

function prepareQuestion(
  { subject, bytes }: ScriptChoice,
  call: UndecidedCall,
): PreparedAct<'exec', ExecGrounds> {
  return {
    intent: { asked: 'approval', argv_hash: argvHash(call), script: digestOf(subject.content) },
    act: ({ approvals }) => askForApproval(approvals, subject, bytes),
  };
}

function prepareRun(call: ToolCall, choice: RunChoice | null): ToolResult | PreparedAct<'exec'> {
  const plan = planRun(call, choice);
  if ('reply' in plan) return plan;
  assertInvariant(choice, 'there is no plan without a choice');
  const run = { choice, plan };
  return { intent: intentOf(run, call), act: (port) => runPlan(call, run, port) };
}

/** Bare digests, because the record must not keep the objects alive. */
function intentOf({ choice, plan }: Run, call: ToolCall): Intent {
  const { runnable } = plan;
  return {
    argv_hash: argvHash(call),
    by: choice.by,
    rule: choice.by === 'rule' ? choice.rule.name : null,
    program: 'program' in runnable ? runnable.program.sha256 : null,
    script: choice.by === 'script' ? digestOf(choice.subject.content) : null,
    approval_id: choice.by === 'script' ? (choice.approval?.request.id ?? null) : null,
    is_sandboxed: plan.isSandboxed,
  };
}

function argvHash(call: UndecidedCall): string {
  return canonicalHash((call.arguments as RunArguments).argv);
}

async function runPlan(call: ToolCall, { choice, plan }: Run, port: ExecPort): Promise<ToolResult> {
  const { runner } = port;
  // INVARIANT (spent before it runs): without taking one of the allowed runs, nothing runs.
  if (!(await takeRun(choice, port))) return tellGone(call, 'used-up');
  const outcome = await runner.run(plan);
  // If the caller gave up, the run was killed, so its outcome says nothing about the program.
  call.signal.throwIfAborted();
  return typeof outcome === 'string' ? tellFault(call, outcome) : tellOutcome(call, outcome, plan);
}

async function takeRun(choice: RunChoice, { approvals, operator }: ExecPort): Promise<boolean> {
  if (choice.by === 'rule') return true;
  if (choice.by === 'operator') return operator?.take() ?? false;
  const id = choice.approval?.request.id;
  return id !== undefined && (await approvals.spend(id));
}
