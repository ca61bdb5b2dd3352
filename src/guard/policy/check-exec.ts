/** Holds the section on running programs to what needs the whole policy in view, or a judgement of its words. */
import { cite } from '../../kernel/index.ts';
import { findRuleDangers, type RuleDanger } from '../exec/rule-dangers.ts';
import type { DraftReader } from './draft-reader.ts';
import type { DraftExec, DraftRule, Word } from './policy-draft.ts';

const SECRET = /KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)|CREDENTIAL/i;
const OWN = /^PENUMBRA_/i;

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
    for (const danger of findRuleDangers(rule.rule)) noteDanger(rule, danger, reader);
  }
}

function checkVariable({ text, path }: Word, reader: DraftReader): void {
  if (!SECRET.test(text) && !OWN.test(text)) return;
  const message = `${cite(text)} is passed to programs, and looks like a secret`;
  const remedy = 'leave it out; programs that agents start get no secrets';
  reader.noteValue(path, { rule: 'secret-in-environment', message, remedy });
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
  { part, index, because }: RuleDanger,
  reader: DraftReader,
): void {
  const word = { program: rule.program, fixed: rule.fixed[index], flags: rule.flags[index]?.flag };
  const subject = part === 'operands' ? `\`${rule.program}\` with operands` : cite(word[part] ?? '');
  reader.noteValue(part === 'flags' || part === 'fixed' ? [...path, part, index] : [...path, part], {
    rule: 'unsafe-rule',
    message: `${subject} ${because}`,
    remedy: 'leave it out; a script in the scratch area runs when a person approves it',
  });
}
