/** Reads the `exec` section of a policy. */
import type { ValuePath } from '../../kernel/index.ts';
import { execLimits, type OperandKind, type SandboxDemand, type TokenRule } from '../exec/exec-policy.ts';
import { type DraftReader, readCount, type WordForm } from './draft-reader.ts';
import type { DraftExec, DraftRule } from './policy-draft.ts';
import { readPlace, readPlaces } from './read-place.ts';

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

/** Reads the section; null if it is too incomplete. */
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

const kinds: readonly OperandKind[] = ['path', 'name', 'number', 'any'];
const nameForm: WordForm = { pattern: /^[^\p{Cc}\p{Cs}]{1,100}$/u, needs: 'a name of one line' };
const programForm: WordForm = {
  pattern: /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/,
  needs: 'the plain name of a program, without a path',
};
const wordForm: WordForm = { pattern: /^[^\p{Cc}\p{Cs}]{1,500}$/u, needs: 'a word of the command line' };
const flagForm: WordForm = {
  pattern: new RegExp(`^--?[A-Za-z0-9][A-Za-z0-9_.-]{0,63}(?:=(?:${kinds.join('|')}))?$`),
  needs: `a flag like --short, or with what it takes, like --count=number (${kinds.join(', ')})`,
};
const kindForm: WordForm = {
  pattern: new RegExp(`^(?:${kinds.join('|')})$`),
  needs: `one of ${kinds.join(', ')}`,
};

/** Reads a rule; empty if it names no program. */
function readRule(value: unknown, path: ValuePath, reader: DraftReader): readonly DraftRule[] {
  const fields = reader.fields(value, path, {
    required: ['program'],
    optional: ['name', 'fixed', 'flags', 'operands', 'loads_code_from'],
  });
  const at = (field: string): ValuePath => [...path, field];
  const program = fields.has('program')
    ? reader.word(fields.get('program'), at('program'), programForm)
    : null;
  const name = fields.has('name') ? reader.word(fields.get('name'), at('name'), nameForm) : null;
  const fixed = fields.has('fixed') ? readFixed(fields.get('fixed'), at('fixed'), reader) : [];
  const flags = fields.has('flags') ? reader.words(fields.get('flags'), at('flags'), flagForm) : [];
  const operands = fields.has('operands')
    ? readOperands(fields.get('operands'), at('operands'), reader)
    : null;
  const loadsCodeFrom = fields.has('loads_code_from')
    ? readPlaces(fields.get('loads_code_from'), at('loads_code_from'), reader)
    : [];
  if (program === null) return [];
  const rule: TokenRule = {
    name: name?.text ?? [program.text, ...fixed].join(' '),
    program: program.text,
    fixed,
    flags: flags.map(({ text }) => splitFlag(text)),
    operands,
    loadsCodeFrom: loadsCodeFrom.map(({ root, subdirectory }) => ({ root: root.text, subdirectory })),
  };
  return [{ rule, loadsCodeFrom, path }];
}

/** Fixed words may repeat; a single word needs no brackets. */
function readFixed(value: unknown, path: ValuePath, reader: DraftReader): readonly string[] {
  const words = Array.isArray(value)
    ? reader.list(value, path).map((word, index) => reader.word(word, [...path, index], wordForm))
    : [reader.word(value, path, wordForm)];
  return words.flatMap((word) => (word === null ? [] : [word.text]));
}

function readOperands(value: unknown, path: ValuePath, reader: DraftReader): TokenRule['operands'] {
  if (value === 'none') return null;
  const fields = reader.fields(value, path, { required: ['kind', 'most'] });
  const kind = fields.has('kind') ? reader.word(fields.get('kind'), [...path, 'kind'], kindForm) : null;
  const most = fields.has('most')
    ? readCount(fields.get('most'), { path: [...path, 'most'], least: 1, most: execLimits.words - 1, reader })
    : 0;
  return kind === null ? null : { kind: kind.text as OperandKind, most };
}

function splitFlag(text: string): TokenRule['flags'][number] {
  const equals = text.indexOf('=');
  if (equals < 0) return { flag: text, takes: null };
  return { flag: text.slice(0, equals), takes: text.slice(equals + 1) as OperandKind };
}
