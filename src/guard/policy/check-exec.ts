/** Holds the section on running programs to what needs the whole policy in view, or a judgement of its words. */
import { cite } from '../../kernel/index.ts';
import { findRuleDangers, type RuleDanger } from '../exec/rule-dangers.ts';
import { type WithheldBecause, withheldBecause } from '../exec/withheld-names.ts';
import type { DraftReader } from './draft-reader.ts';
import type { DraftExec, DraftRule, Word } from './policy-draft.ts';

/** What is wrong with passing a name on, and the remedy. */
const withheld: Readonly<Record<WithheldBecause, { readonly message: string; readonly remedy: string }>> = {
  secret: {
    message: 'is passed to programs, and looks like a secret',
    remedy: 'leave it out; programs that agents start get no secrets',
  },
  own: {
    message: 'is passed to programs, and is a setting of Penumbra itself',
    remedy: 'leave it out; it says where the keys and the ledger are',
  },
  'loads-code': {
    message: 'makes programs load other code',
    remedy: 'leave it out; a program runs as it was pinned',
  },
  'set-here': {
    message: 'is set for every program, and passed to none',
    remedy: 'leave it out; a program has a home and a search path of its own',
  },
};

type ExecCheck = {
  readonly reader: DraftReader;
  /** Notes a word that is no root of the policy. */
  readonly checkRoot: (word: Word) => void;
};

/** Notes every fault of the section. */
export function checkExec(exec: DraftExec, { reader, checkRoot }: ExecCheck): void {
  checkRoot(exec.scratch.root);
  for (const root of exec.sees) checkRoot(root);
  for (const word of exec.environment) checkVariable(word, reader);
  const names = new Set<string>();
  for (const rule of exec.rules) {
    checkRuleName(rule, names, reader);
    checkFlags(rule, reader);
    for (const { root } of rule.loadsCodeFrom) checkRoot(root);
    for (const danger of findRuleDangers(rule.rule)) noteDanger(rule, danger, reader);
  }
}

function checkVariable({ text, path }: Word, reader: DraftReader): void {
  const because = withheldBecause(text);
  if (because === null) return;
  const { message, remedy } = withheld[because];
  const rule = because === 'secret' ? 'secret-in-environment' : 'withheld-name';
  reader.noteValue(path, { rule, message: `${cite(text)} ${message}`, remedy });
}

function checkRuleName({ rule, path }: DraftRule, names: Set<string>, reader: DraftReader): void {
  if (names.has(rule.name)) {
    const message = `${cite(rule.name)} is the name of two rules`;
    reader.noteValue(path, { rule: 'repeated-name', message, remedy: 'give each rule its own `name`' });
  }
  names.add(rule.name);
}

/** A flag that takes something in one place and nothing in another could be read in two ways. */
function checkFlags({ rule, path }: DraftRule, reader: DraftReader): void {
  const seen = new Set<string>();
  for (const [index, { flag }] of rule.flags.entries()) {
    const message = `${cite(flag)} is named twice`;
    if (seen.has(flag))
      reader.noteValue([...path, 'flags', index], {
        rule: 'repeated-name',
        message,
        remedy: 'leave one of them out',
      });
    seen.add(flag);
  }
}

function noteDanger(
  { rule, path }: DraftRule,
  { part, index, because, remedy }: RuleDanger,
  reader: DraftReader,
): void {
  const word = { program: rule.program, fixed: rule.fixed[index], flags: rule.flags[index]?.flag };
  const subject = part === 'operands' ? `\`${rule.program}\` with operands` : cite(word[part] ?? '');
  reader.noteValue(part === 'flags' || part === 'fixed' ? [...path, part, index] : [...path, part], {
    rule: 'unsafe-rule',
    message: `${subject} ${because}`,
    remedy,
  });
}
