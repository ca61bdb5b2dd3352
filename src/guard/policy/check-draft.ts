/** Resolves every name of a draft and checks the rules that concern the policy as a whole. */
import { cite, didYouMean } from '../../kernel/index.ts';
import { PERSON_APPROVES } from '../conditions/built-in-conditions.ts';
import type { Area } from '../conditions/contract.ts';
import type { ConditionRegistry } from '../conditions/define-conditions.ts';
import { checkExec } from './check-exec.ts';
import type { DraftReader } from './draft-reader.ts';
import type { PolicyRule } from './finding.ts';
import { type CommandPair, setsNamed } from './policy.ts';
import type { DraftOperation, DraftSet, PolicyDraft, Word } from './policy-draft.ts';

/** Reports every fault in the names and rows of a draft. */
export function checkDraft(
  draft: PolicyDraft,
  { reader, conditions }: { readonly reader: DraftReader; readonly conditions: ConditionRegistry },
): void {
  const modes = new Set(draft.modes.map(({ text }) => text));
  const roots = new Set(draft.roots.map(({ key }) => key.text));
  for (const mode of draft.rowModes)
    checkName(
      mode,
      { rule: 'unknown-mode', kind: 'mode of this policy', known: modes, field: 'modes' },
      reader,
    );
  const checkRoot = (root: Word) =>
    checkName(
      root,
      { rule: 'unknown-root', kind: 'root of this policy', known: roots, field: 'roots' },
      reader,
    );
  for (const { root } of [...draft.visibility, ...draft.operations]) checkRoot(root);
  if (draft.exec !== null) checkExec(draft.exec, { reader, checkRoot });
  checkLegacy(draft, reader);
  checkSets(draft, reader);
  for (const { answer } of draft.visibility)
    if (typeof answer !== 'string') {
      checkConditions(answer, conditions, reader);
      checkSight(answer, reader);
    }
  for (const row of draft.operations) {
    checkConditions(row.when, conditions, reader);
    checkRow(row, draft.sets, reader);
  }
}

type KnownNames = {
  readonly rule: PolicyRule;
  readonly kind: string;
  readonly known: ReadonlySet<string>;
  readonly field: string;
};

function checkName(word: Word, { rule, kind, known, field }: KnownNames, reader: DraftReader): void {
  if (known.has(word.text)) return;
  reader.noteWord(word, {
    rule,
    message: `${cite(word.text)} is not a ${kind}${didYouMean(word.text, known)}`,
    remedy:
      known.size > 0
        ? `use one of ${[...known].join(', ')}, or add it to \`${field}\``
        : `add it to \`${field}\``,
  });
}

function checkLegacy({ roots }: PolicyDraft, reader: DraftReader): void {
  const seen = new Set<string>();
  for (const { legacy } of roots) {
    if (legacy === null) continue;
    const message = `${cite(legacy.text)} is the legacy spelling of two roots`;
    if (seen.has(legacy.text))
      reader.noteValue(legacy.path, { rule: 'repeated-name', message, remedy: 'give each root its own' });
    seen.add(legacy.text);
  }
}

function checkSets({ tools, sets }: PolicyDraft, reader: DraftReader): void {
  const holders = new Map<string, string>();
  for (const set of sets) {
    for (const { tool, command } of set.commands) {
      const commands = tools.get(tool.text);
      const knownTools = { rule: 'unknown-tool', kind: 'tool of this policy', field: 'tools' } as const;
      if (commands === undefined) {
        checkName(tool, { ...knownTools, known: new Set(tools.keys()) }, reader);
        continue;
      }
      const known = new Set(commands.map(({ text }) => text));
      const field = `tools.${tool.text}`;
      checkName(
        command,
        { rule: 'unknown-command', kind: `command of \`${tool.text}\``, known, field },
        reader,
      );
      checkHolder({ tool, command }, set, holders, reader);
      const fault = findAreaFault({ tool: tool.text, command: command.text }, set.area);
      if (fault !== null) reader.noteValue(command.path, { rule: 'wrong-area', ...fault });
    }
    const known = new Set(set.commands.map(({ command }) => command.text));
    const field = `sets.${set.name}.commands`;
    for (const command of set.wholeRoot)
      checkName(command, { rule: 'unknown-command', kind: 'command of this set', known, field }, reader);
  }
  for (const [tool, commands] of tools) {
    for (const { text, path } of commands) {
      if (holders.has(`${tool} ${text}`)) continue;
      const message = `command \`${tool} ${text}\` is in no base set`;
      reader.noteValue(path, { rule: 'pair-in-no-set', message, remedy: 'add it to one of the `sets`' });
    }
  }
}

function checkHolder(
  { tool, command }: { readonly tool: Word; readonly command: Word },
  set: DraftSet,
  holders: Map<string, string>,
  reader: DraftReader,
): void {
  const pair = `${tool.text} ${command.text}`;
  const holder = holders.get(pair);
  if (holder !== undefined && holder !== set.name) {
    const message = `command \`${pair}\` is in two base sets, \`${holder}\` and \`${set.name}\``;
    reader.noteValue(command.path, { rule: 'pair-in-two-sets', message, remedy: 'keep it in one of them' });
  }
  holders.set(pair, set.name);
}

function checkConditions(written: readonly Word[], conditions: ConditionRegistry, reader: DraftReader): void {
  for (const { text, path } of written) {
    const bound = conditions.bind(text);
    if ('fault' in bound)
      reader.noteValue(path, { rule: 'unknown-condition', message: bound.fault, remedy: bound.remedy });
  }
}

/** Visibility is decided before anyone can be asked. */
function checkSight(answer: readonly Word[], reader: DraftReader): void {
  for (const { text, path } of answer) {
    if (text !== PERSON_APPROVES) continue;
    const message = 'what is seen cannot wait for a person';
    const remedy = 'write `ask:` in a row of the operations';
    reader.noteValue(path, { rule: 'condition-on-read', message, remedy });
  }
}

function checkRow(row: DraftOperation, sets: readonly DraftSet[], reader: DraftReader): void {
  for (const { text, path } of row.allow) {
    const named = setsNamed(text, sets);
    if (named.length === 0) {
      const known = [...sets.map(({ name }) => name), ...new Set(sets.map(({ area }) => area))];
      const message = `${cite(text)} is not a base set${didYouMean(text, known)}`;
      reader.noteValue(path, { rule: 'unknown-set', message, remedy: `use one of ${known.join(', ')}` });
    }
    const isOf = (area: string) => named.some((set) => set.area === area);
    if (isOf('READ') && (row.when.length > 0 || row.isAsked)) {
      const message = `${cite(text)} reads, and reading has no conditions`;
      const remedy = 'give reads a row of their own, and say in `visibility` who sees the place';
      reader.noteValue(path, { rule: 'condition-on-read', message, remedy });
    }
    if (isOf('EXEC') && row.when.length === 0 && !row.isAsked) {
      const message = `${cite(text)} runs programs without a condition`;
      const remedy = 'add `when: [exec_allowed]`';
      reader.noteValue(path, { rule: 'exec-without-condition', message, remedy });
    }
  }
}

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  file: ['write', 'edit', 'rename', 'patch', 'delete'],
  git: ['add', 'commit', 'push', 'pull'],
  context: ['put', 'synthesize', 'regenerate'],
};
const CHANGING: readonly Area[] = ['WRITE', 'DELETE', 'GIT'];
const RUNNING: readonly Area[] = ['EXEC'];

/** What is wrong with the area of a command, and how to fix it. */
export type AreaFault = { readonly message: string; readonly remedy: string };

/**
 * Returns what is wrong with a command in a set of an area. Only the tools that ship with Penumbra are known
 * here.
 */
export function findAreaFault({ tool, command }: CommandPair, area: Area): AreaFault | null {
  const fitting = areasOf(tool, command);
  if (fitting === null || fitting.includes(area)) return null;
  const does = fitting === RUNNING ? 'runs programs' : 'changes something';
  const remedy = `move it to a set of area ${fitting === RUNNING ? 'EXEC' : 'WRITE, DELETE or GIT'}`;
  return { message: `\`${tool} ${command}\` ${does}, and stands in a set of area ${area}`, remedy };
}

/** Returns the areas a command fits, or null if it fits all. */
function areasOf(tool: string, command: string): readonly Area[] | null {
  if (tool === 'exec' && command === 'run') return RUNNING;
  const changing = Object.hasOwn(CHANGES, tool) ? CHANGES[tool] : undefined;
  return changing?.includes(command) ? CHANGING : null;
}
