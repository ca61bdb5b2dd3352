/** Reads the shape of a policy's section on running programs. */
import type { ValuePath } from '../../kernel/index.ts';
import { execLimits } from '../exec/exec-limits.ts';
import type { SandboxDemand } from '../exec/exec-policy.ts';
import type { DraftReader, WordForm } from './draft-reader.ts';
import type { DraftExec } from './policy-draft.ts';
import { readCount } from './read-count.ts';
import { readPlace } from './read-place.ts';
import { readRule } from './read-rule.ts';

const PATH: ValuePath = ['exec'];
const rootForm: WordForm = { pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/, needs: 'the key of a root' };
const demands: readonly SandboxDemand[] = ['required', 'preferred', 'off'];
const demandForm: WordForm = {
  pattern: new RegExp(`^(?:${demands.join('|')})$`),
  needs: `one of ${demands.join(', ')}`,
};
const variableForm: WordForm = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  needs: 'the name of an environment variable',
};

/** Reads the section; null where it says too little to go on. */
export function readExec(value: unknown, reader: DraftReader): DraftExec | null {
  const fields = reader.fields(value, PATH, {
    required: ['scratch', 'sandbox'],
    optional: ['sees', 'environment', 'timeout_seconds', 'output_bytes', 'rules'],
  });
  const at = (field: string): ValuePath => [...PATH, field];
  const wordsAt = (field: string, form: WordForm) =>
    fields.has(field) ? reader.words(fields.get(field), at(field), form) : [];
  const countAt = (field: string, most: number, otherwise: number) =>
    fields.has(field) ? readCount(fields.get(field), { path: at(field), least: 1, most, reader }) : otherwise;

  const scratch = fields.has('scratch') ? readPlace(fields.get('scratch'), at('scratch'), reader) : null;
  const sandbox = fields.has('sandbox')
    ? reader.word(fields.get('sandbox'), at('sandbox'), demandForm)
    : null;
  const rest = {
    sees: wordsAt('sees', rootForm),
    environment: wordsAt('environment', variableForm),
    timeoutSeconds: countAt('timeout_seconds', execLimits.timeoutSeconds, execLimits.defaultTimeoutSeconds),
    outputBytes: countAt('output_bytes', execLimits.outputBytes, execLimits.defaultOutputBytes),
    rules: (fields.has('rules') ? reader.list(fields.get('rules'), at('rules')) : []).flatMap((rule, index) =>
      readRule(rule, [...at('rules'), index], reader),
    ),
  };
  return scratch && sandbox ? { scratch, sandbox: sandbox.text as SandboxDemand, ...rest } : null;
}
