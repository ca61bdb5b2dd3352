// What attacks on running programs share: policies with other rules, scripts in the scratch area, and the person who approves.

import { writeFileSync } from 'node:fs';
import { openApprovalSigner, openVerifier } from '../../src/adapters/keys/index.ts';
import { createApprovalReview } from '../../src/guard.ts';
import type { ToolResult } from '../../src/tools/index.ts';
import type { Target } from './open-target.ts';
import { redPolicy } from './red-policy.ts';

interface ExecPolicyOptions {
  readonly sandbox?: 'required' | 'off';
  readonly environment?: readonly string[];
  /** Further rules, each a line of YAML. */
  readonly rules?: readonly string[];
}

/** The policy with another section on running; without a sandbox, so that what gets through does its worst. */
export function execPolicy({
  sandbox = 'off',
  environment = ['TZ'],
  rules = [],
}: ExecPolicyOptions = {}): string {
  return redPolicy
    .replace('sandbox: preferred', `sandbox: ${sandbox}`)
    .replace('environment: [TZ]', `environment: [${environment.join(', ')}]`)
    .replace('  rules:\n', `  rules:\n${rules.map((rule) => `    - ${rule}\n`).join('')}`);
}

const SCRIPT = 'root:data/wip/s.sh';

/** Writes the script that the attacks run. */
export function writeScript(target: Target, text: string): void {
  writeFileSync(target.at('data/wip/s.sh'), text);
}

/** Runs the script, or asks to. */
export function runScript(
  target: Target,
  args: readonly string[] = [],
  timeoutMs = 60_000,
): Promise<ToolResult> {
  return target.call('exec run', 'root:data/wip', { argv: [SCRIPT, ...args], timeoutMs });
}

/** Asks for the script and returns the id of the question. */
export async function askFor(target: Target, args: readonly string[] = []): Promise<string> {
  const { reply } = await runScript(target, args);
  if (reply.code !== 'EN-EXEC-D-003') throw new Error(`asked, and was answered ${reply.code}`);
  return String(reply.data.approval_id);
}

/** Approves as the person who owns the keys. */
export async function approve(target: Target, id: string): Promise<void> {
  const verifier = openVerifier(target.keys);
  const signer = openApprovalSigner(target.keys);
  await createApprovalReview(target.ledger, { verifier, signer }).grant(id);
}

/** Writes a script, has it approved, and runs it. */
export async function runApproved(target: Target, text: string, timeoutMs?: number): Promise<ToolResult> {
  writeScript(target, text);
  await approve(target, await askFor(target));
  return runScript(target, [], timeoutMs);
}
