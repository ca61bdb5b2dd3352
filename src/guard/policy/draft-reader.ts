/**
 * Reads the values of a policy's text one by one. Invalid values are reported with their position and read as
 * nothing.
 */
import { cite, didYouMean, isRecord, type ValuePath } from '../../kernel/index.ts';
import type { YamlText } from '../../kernel/yaml.ts';
import { type PolicyFinding, type PolicyRule, policyRules } from './finding.ts';
import type { Word } from './policy-draft.ts';

/** The required form of a word, and how to describe it. */
export type WordForm = { readonly pattern: RegExp; readonly needs: string };

type Fault = { readonly rule: PolicyRule; readonly message: string; readonly remedy: string };

/** The fields of a mapping: the required and the optional ones. */
type FieldNames = { readonly required: readonly string[]; readonly optional?: readonly string[] };

/** Reads values of a text and collects faults. */
export type DraftReader = {
  readonly findings: readonly PolicyFinding[];
  /** Reports a fault of a key. */
  readonly noteKey: (path: ValuePath, fault: Fault) => void;
  /** Reports a fault of a value. */
  readonly noteValue: (path: ValuePath, fault: Fault) => void;
  /** Reports a fault of a word, which may be a key or a value. */
  readonly noteWord: (word: Word, fault: Fault) => void;
  readonly mapping: (value: unknown, path: ValuePath) => readonly (readonly [string, unknown])[];
  readonly fields: (value: unknown, path: ValuePath, names: FieldNames) => ReadonlyMap<string, unknown>;
  readonly list: (value: unknown, path: ValuePath) => readonly unknown[];
  readonly word: (value: unknown, path: ValuePath, form: WordForm) => Word | null;
  /** Reads a list of distinct words; a single word needs no brackets. */
  readonly words: (value: unknown, path: ValuePath, form: WordForm) => readonly Word[];
  /** Checks a key of a mapping. */
  readonly key: (path: ValuePath, form: WordForm) => Word | null;
};

const MAX_ENTRIES = 512;

export function createDraftReader({ keyAt, valueAt }: YamlText): DraftReader {
  const findings: PolicyFinding[] = [];
  const noted = new Set<string>();
  const note = (place: YamlText['keyAt']) => (path: ValuePath, fault: Fault) => {
    const position = place(path);
    // A key shared by many rows is reported once.
    const identity = `${position.line}:${position.column} ${fault.message}`;
    if (noted.has(identity)) return;
    noted.add(identity);
    findings.push(Object.freeze({ ...position, severity: policyRules[fault.rule], ...fault }));
  };
  const noteKey = note(keyAt);
  const noteValue = note(valueAt);
  const noteWord: DraftReader['noteWord'] = ({ path, isKey }, fault) =>
    (isKey ? noteKey : noteValue)(path, fault);
  const refuse = (path: ValuePath, needs: string) =>
    noteValue(path, {
      rule: 'wrong-value',
      message: `${nameOf(path)} needs ${needs}`,
      remedy: `write ${needs}`,
    });

  const mapping: DraftReader['mapping'] = (value, path) => {
    const entries = isRecord(value) ? Object.entries(value) : null;
    if (entries !== null && entries.length <= MAX_ENTRIES) return entries;
    refuse(path, `a mapping of at most ${MAX_ENTRIES} entries`);
    return [];
  };
  const fields: DraftReader['fields'] = (value, path, { required, optional = [] }) => {
    const known = [...required, ...optional];
    if (!isRecord(value)) {
      refuse(path, `a mapping with ${required.join(', ')}`);
      return new Map();
    }
    for (const name of Object.keys(value).filter((field) => !known.includes(field))) {
      noteKey([...path, name], {
        rule: 'unknown-field',
        message: `${cite(name)} is not a field${didYouMean(name, known)}`,
        remedy: `the fields here are ${known.join(', ')}`,
      });
    }
    for (const name of required.filter((field) => !Object.hasOwn(value, field))) {
      const remedy = `add \`${name}:\``;
      noteKey(path, { rule: 'missing', message: `${nameOf(path)} has no \`${name}\``, remedy });
    }
    return new Map(Object.entries(value).filter(([name]) => known.includes(name)));
  };
  const list: DraftReader['list'] = (value, path) => {
    if (Array.isArray(value) && value.length <= MAX_ENTRIES) return value;
    refuse(path, `a list of at most ${MAX_ENTRIES}`);
    return [];
  };
  const word: DraftReader['word'] = (value, path, { pattern, needs }) => {
    if (typeof value === 'string' && pattern.test(value)) return { text: value, path, isKey: false };
    refuse(path, needs);
    return null;
  };
  const words: DraftReader['words'] = (value, path, form) => {
    const read = (Array.isArray(value) ? list(value, path) : [value]).map((item, index) =>
      word(item, Array.isArray(value) ? [...path, index] : path, form),
    );
    return differentWords(read.filter((item) => item !== null));
  };
  const differentWords = (read: readonly Word[]) => {
    const seen = new Set<string>();
    for (const { text, path } of read) {
      if (seen.has(text)) {
        const message = `${cite(text)} is named twice`;
        noteValue(path, { rule: 'repeated-name', message, remedy: 'leave one of them out' });
      }
      seen.add(text);
    }
    return read;
  };
  const key: DraftReader['key'] = (path, form) => {
    const text = String(path.at(-1));
    if (form.pattern.test(text)) return { text, path, isKey: true };
    const message = `${cite(text)} needs to be ${form.needs}`;
    noteKey(path, { rule: 'wrong-value', message, remedy: 'rename it' });
    return null;
  };
  return { findings, noteKey, noteValue, noteWord, mapping, fields, list, word, words, key };
}

function nameOf(path: ValuePath): string {
  return path.length === 0 ? 'the policy' : cite(path.join('.'));
}

type CountBounds = {
  readonly path: ValuePath;
  readonly least: number;
  readonly most: number;
  readonly reader: DraftReader;
};

/** Returns the number; if the value is invalid, reports it and returns the minimum. */
export function readCount(value: unknown, { path, least, most, reader }: CountBounds): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
  if (isCount) return value;
  const needs = `a whole number from ${least} to ${most}`;
  reader.noteValue(path, {
    rule: 'wrong-value',
    message: `${cite(path.join('.'))} needs ${needs}`,
    remedy: `write ${needs}`,
  });
  return least;
}
