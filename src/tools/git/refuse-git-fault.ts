/** How a fault of git is told: what is in the caller's hands is an I, the rest an E. */
import type { ReplyBuilder } from '../../kernel/index.ts';
import type { ToolResult } from '../calls/tool-command.ts';
import type { GitChanges, GitFault } from './git-changes.ts';

const MOST_NAMES = 20;

const codes = {
  'no-repository': 'MCP-GIT-I-001',
  'unsafe-settings': 'MCP-GIT-I-003',
  'leads-out': 'MCP-GIT-I-006',
  'nothing-to-do': 'MCP-GIT-I-004',
  'otherwise-staged': 'MCP-GIT-I-004',
  unreachable: 'MCP-GIT-I-005',
  'not-forward': 'MCP-GIT-I-005',
} as const;

/** Answers that git did not do it; of what a repository sets, the names are told and the values are not. */
export function refuseGitFault(
  reply: ReplyBuilder,
  reason: GitFault,
  git?: Pick<GitChanges, 'unsafeSettings'>,
): ToolResult {
  const names = reason === 'unsafe-settings' ? (git?.unsafeSettings() ?? []).slice(0, MOST_NAMES) : [];
  const data = { reason, ...(names.length > 0 && { settings: names }) };
  if (reason === 'busy')
    return { reply: reply.failed('MCP-GIT-E-001', { data: { ...data, remedy: 'try again' } }) };
  if (reason === 'failed') return { reply: reply.failed('MCP-GIT-E-001', { data }) };
  return { reply: reply.invalid(codes[reason], { data }) };
}
