/**
 * The tool `exec`: runs what a token rule, a person's approval or the operator's own command line allows. The gate is
 * told the grounds before it decides; what runs is found once more after it, and nothing runs without grounds.
 */
import { type ExecGrounds, execLimits, isCommandLine } from '../../guard/index.ts';
import { assertInvariant, canonicalHash, digestOf, fields, satisfying } from '../../kernel/index.ts';
import { wholeNumberUpTo } from '../calls/argument-shapes.ts';
import type {
  FurtherAddress,
  PreparedAct,
  ToolCall,
  ToolCommands,
  ToolResult,
} from '../calls/tool-command.ts';
import type { Hands } from '../calls/tool-means.ts';
import { chooseRun, type RunArguments, type RunChoice } from './choose-run.ts';
import { planRun } from './plan-run.ts';
import type { RunPlan } from './program-runner.ts';
import { tellFault, tellGone, tellOutcome } from './tell-run.ts';

type Run = { readonly choice: RunChoice; readonly plan: RunPlan };

// A name of a program has no colon, so whatever begins like an address is meant as one.
const ADDRESS = /^[A-Za-z][A-Za-z0-9_-]+:/;
const { words, wordBytes, timeoutSeconds } = execLimits;

/** The commands of `exec`. */
export const execTool: ToolCommands = {
  run: {
    shape: fields(
      {
        argv: satisfying(
          isCommandLine,
          `a program and its arguments as a list of 1 to ${words} texts of at most ${wordBytes} bytes`,
        ),
        timeoutMs: wholeNumberUpTo(timeoutSeconds * 1_000),
      },
      ['argv'],
    ),
    needs: 'runner',
    further: (given) => scriptAddress(given as RunArguments),
    grounds: async (call) => groundsOf(await chooseRun(call)),
    run: prepareRun,
  },
};

function scriptAddress({ argv: [first] }: RunArguments): readonly FurtherAddress[] {
  return ADDRESS.test(first) ? [{ address: first }] : [];
}

function groundsOf(choice: RunChoice | null): ExecGrounds {
  if (choice === null) return {};
  if (choice.by === 'rule') return { isWhitelisted: true };
  if (choice.by === 'operator') return { isOperators: true };
  const { state, request } = choice.approval;
  return state === 'granted' ? { isSigned: true } : { approvalId: request.id };
}

async function prepareRun(call: ToolCall): Promise<ToolResult | PreparedAct> {
  const choice = await chooseRun(call);
  const plan = planRun(call, choice);
  if ('reply' in plan) return plan;
  assertInvariant(choice, 'there is no plan without a choice');
  return { intent: intentOf({ choice, plan }, call), act: (hands) => runPlan(call, { choice, plan }, hands) };
}

/** The digest of a script stands without its kind: what a record names is not thereby kept. */
function intentOf({ choice, plan }: Run, call: ToolCall): PreparedAct['intent'] {
  const { argv } = call.arguments as RunArguments;
  return {
    argv_hash: canonicalHash(argv),
    by: choice.by,
    rule: choice.by === 'rule' ? choice.rule : null,
    script: choice.by === 'script' ? digestOf(choice.approval.request.content) : null,
    approval_id: choice.by === 'script' ? choice.approval.request.id : null,
    is_sandboxed: plan.isSandboxed,
  };
}

async function runPlan(call: ToolCall, { choice, plan }: Run, { runner }: Hands): Promise<ToolResult> {
  if (runner === undefined) return { reply: call.reply.failed('MCP-EXEC-E-001') };
  // INVARIANT (spent before it runs): whoever does not get the one run does not run.
  if (!(await takeRun(call, choice))) return tellGone(call, 'used-up');
  const outcome = await runner.run(plan);
  return typeof outcome === 'string' ? tellFault(call, outcome) : tellOutcome(call, outcome, plan);
}

async function takeRun({ means }: ToolCall, choice: RunChoice): Promise<boolean> {
  if (choice.by === 'rule') return true;
  if (choice.by === 'operator') return means.exec?.operator?.take() ?? false;
  return (await means.exec?.approvals?.spend(choice.approval.request.id)) ?? false;
}
