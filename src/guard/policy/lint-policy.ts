/** Reads a policy's text and lists everything that is wrong with it, as data for a person or an editor. */
import { cite, PenumbraError, type ValuePath } from '../../kernel/index.ts';
import { readYaml, type YamlFault } from '../../kernel/yaml.ts';
import { type ConditionRegistry, defineConditions } from '../conditions/define-conditions.ts';
import { checkDraft } from './check-draft.ts';
import { compilePolicy } from './compile-policy.ts';
import { createDraftReader, type DraftReader } from './draft-reader.ts';
import { findWarnings, type PolicyWarning } from './find-warnings.ts';
import type { PolicyFinding } from './finding.ts';
import type { Policy } from './policy.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { readDraft } from './read-draft.ts';

/** Conditions a policy can name in addition to the built-in ones. */
export type PolicyOptions = { readonly conditions?: ConditionRegistry };

/** The policy, if it has no errors, and all findings. */
type ReadPolicy = { readonly policy: Policy | null; readonly findings: readonly PolicyFinding[] };

const WARNINGS: Readonly<
  Record<PolicyWarning['rule'], (place: string) => [message: string, remedy: string]>
> = {
  'visible-unreadable': (place) => [
    `${place} is visible, but nothing there can be read`,
    'grant reading, remove the row, or accept it',
  ],
  'unreachable-row': (row) => [
    `no address reaches row ${row}`,
    'make its place visible, remove the row, or accept it',
  ],
  'exec-without-section': (row) => [
    `row ${row} runs programs, but the policy has no \`exec\` section, so none can run`,
    'add `exec:`, remove the row, or accept it',
  ],
  'unknown-program': (rule) => [
    `nothing is known about the program of rule ${rule}: it may run others, or code and settings of its directory`,
    'name in `loads_code_from` where it may load code, remove the rule, or accept it',
  ],
  'open-words': (rule) => [
    `rule ${rule} hands words of any kind to its program, which may take them for settings or for code`,
    'let the words be of the kind `path`, `name` or `number`, or accept it',
  ],
  'agent-written-code': (rule) => [
    `rule ${rule} loads code and settings that agents can write there`,
    'take the place out of `loads_code_from`, grant no writing there, or accept it',
  ],
  'unprotected-root': (root) => [
    `files of ${root} are changed, and none is protected: also those that build servers, editors and installers run`,
    'add `protected: default` to the root, or accept it',
  ],
  'unbounded-contracts': (row) => [
    `row ${row} rests on contracts, and an agent’s own can cover anything`,
    'add `contracts:` with `most_targets`, `plain_names` and `longest_minutes`, or accept it',
  ],
};

/** Returns the errors, and the warnings that were not accepted, in the order of the text. */
export function lintPolicy(text: string, options: PolicyOptions = {}): readonly PolicyFinding[] {
  return readPolicy(text, options).findings;
}

/** Reads as much of a policy's text as possible. */
function readPolicy(text: string, { conditions = defineConditions() }: PolicyOptions): ReadPolicy {
  const yaml = readYaml(text);
  if ('fault' in yaml) return { policy: null, findings: Object.freeze([unreadable(yaml)]) };
  const reader = createDraftReader(yaml);
  const draft = readDraft(yaml.value, reader);
  // Names are only resolved in a well-formed policy, because one malformed list would cause many unknown
  // names.
  if (reader.findings.length === 0) checkDraft(draft, { reader, conditions });
  const policy = reader.findings.length === 0 ? compilePolicy(draft, conditions) : null;
  if (policy) noteWarnings(policy, draft, reader);
  return { policy, findings: Object.freeze([...reader.findings].sort(byPosition)) };
}

function unreadable({ line, column, kind, fault: message }: YamlFault): PolicyFinding {
  const place = { line, column, severity: 'error', message } as const;
  return Object.freeze(
    kind === 'duplicate-key'
      ? { ...place, rule: 'duplicate-key', remedy: 'join the two or remove one' }
      : { ...place, rule: 'yaml', remedy: 'correct the YAML' },
  );
}

function noteWarnings(policy: Policy, draft: PolicyDraft, reader: DraftReader): void {
  const warnings = findWarnings(policy);
  const accepted = new Set(draft.accepted.map(({ finding }) => finding.text));
  for (const { rule, name, table, index } of warnings) {
    if (accepted.has(name)) continue;
    const [message, remedy] = WARNINGS[rule](`\`${name.slice(rule.length + 1)}\``);
    reader.noteKey(pathOf(draft, table, index), {
      rule,
      message,
      remedy: `${remedy}: \`accept: ${name}\` with \`because: …\``,
    });
  }
  const found = new Set(warnings.map(({ name }) => name));
  for (const { finding } of draft.accepted) {
    if (found.has(finding.text)) continue;
    const message = `${cite(finding.text)} accepts nothing that was found`;
    reader.noteValue(finding.path, { rule: 'unused-accept', message, remedy: 'remove it' });
  }
}

function pathOf(draft: PolicyDraft, table: PolicyWarning['table'], index: number): ValuePath {
  if (table === 'roots') return draft.roots[index]?.key.path ?? [];
  const written = table === 'rules' ? draft.exec?.rules : draft[table];
  return written?.[index]?.path ?? [];
}

function byPosition(left: PolicyFinding, right: PolicyFinding): number {
  return left.line - right.line || left.column - right.column;
}

/** Loads a policy; `source` names the text in errors. */
export function loadPolicy(
  text: string,
  { source = 'policy.yaml', ...options }: PolicyOptions & { readonly source?: string } = {},
): Policy {
  const { policy, findings } = readPolicy(text, options);
  if (policy) return policy;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const where = `${source}:${first?.line}:${first?.column}`;
  throw new PenumbraError('invalid-configuration', `${where}: ${first?.message}`, {
    data: { source, line: first?.line, column: first?.column, rule: first?.rule, findings: errors },
    ...(first && { hint: first.remedy }),
  });
}
