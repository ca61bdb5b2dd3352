/** Reads one token rule of a policy: a program, its fixed words, and which flags and operands may follow. */
import type { ValuePath } from '../../kernel/index.ts';
import { execLimits } from '../exec/exec-limits.ts';
import type { OperandKind, TokenRule } from '../exec/exec-policy.ts';
import type { DraftReader, WordForm } from './draft-reader.ts';
import type { DraftRule } from './policy-draft.ts';
import { readCount } from './read-count.ts';
import { readPlaces } from './read-place.ts';

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

/** Reads a rule; nothing where it names no program. */
export function readRule(value: unknown, path: ValuePath, reader: DraftReader): readonly DraftRule[] {
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

/** Fixed words may repeat; one may stand without brackets. */
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
