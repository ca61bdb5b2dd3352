// What stops attacks on the command lines and rules by which programs run.

import type { Mutation } from '../support/red-team/mutation.ts';

const matching = 'src/guard/exec/match-rule.ts';
const dangers = 'src/guard/exec/rule-dangers.ts';
const words = 'src/guard/exec/program-words.ts';
const environment = 'src/adapters/exec/run-environment.ts';

/** The checks of command lines and rules. */
export const execMutations: readonly Mutation[] = [
  {
    attack: 'exec-shell-words',
    file: 'src/adapters/exec/run-process.ts',
    remove: 'detached: true,',
    put: 'detached: true, shell: true,',
    why: 'a shell would act on the words',
  },
  {
    attack: 'exec-inline-code',
    file: matching,
    remove: 'if (program !== rule.program || !isFixed) continue;',
    put: 'if (!isFixed) continue;',
    why: 'any program would fit a rule by its words alone',
  },
  {
    attack: 'exec-open-rule',
    file: dangers,
    remove: "if (known.kind === 'refused')",
    put: "if (known.kind === 'refused' && rule.program === '')",
    why: 'a rule could name a shell, a tracer or an editor',
  },
  {
    attack: 'exec-open-rule',
    file: dangers,
    remove: '...findCodeWords(rule),',
    put: '',
    why: 'a caller could give code or a program by a flag',
  },
  {
    attack: 'exec-clustered-flag',
    file: words,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the program.
    remove: 'flags.includes(`-${letter}`)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the program.
    put: 'flags.includes(`-${letter}`) && word.length === 2',
    why: 'among other letters a flag would pass that is refused alone',
  },
  {
    attack: 'exec-second-spelling',
    file: dangers,
    remove: 'if (isLast(wrappingSubcommands))',
    put: 'if (isLast(new Map()))',
    why: 'a sub-command would run whatever program the caller names',
  },
  {
    attack: 'exec-second-spelling',
    file: dangers,
    remove: 'if (isLast(choosingSubcommands))',
    put: 'if (isLast(new Map()))',
    why: 'the caller would name a package that is fetched and run',
  },
  {
    attack: 'exec-second-spelling',
    file: dangers,
    remove: 'refused.includes(index) || isCode(word)',
    put: 'isCode(word)',
    why: 'a program that is refused has other names',
  },
  {
    attack: 'exec-second-spelling',
    file: dangers,
    remove: 'if (module >= 0) return module + 1;',
    put: '',
    why: 'a module of Python is a program as well',
  },
  {
    attack: 'exec-second-spelling',
    file: words,
    remove: '(sub.length === 0 || findSubcommand(fixed, sub) !== null)',
    put: 'sub.length === 0',
    why: 'a letter means another thing to each sub-command',
  },
  {
    attack: 'exec-script-rule',
    file: dangers,
    remove: 'if (operands !== null && script < 0)',
    put: 'if (operands !== null && script < -1)',
    why: 'the first word of sed is a script',
  },
  {
    attack: 'exec-script-rule',
    file: dangers,
    remove: "fixed[0] === '--sandbox'",
    put: "fixed.includes('--sandbox')",
    why: 'behind a flag that takes a value, the word is that value',
  },
  {
    attack: 'exec-script-rule',
    file: dangers,
    remove: 'index === script && !PLAIN_SED_SCRIPT.test(word)',
    put: 'index === script && word.length === 0',
    why: 'a script of sed can run programs',
  },
  {
    attack: 'exec-untold-code',
    file: dangers,
    remove: '...untold,',
    put: '',
    why: 'a rule could run whatever lies where it runs, without a word about it',
  },
  {
    attack: 'exec-told-code',
    file: 'src/guard/policy/find-warnings.ts',
    remove: '...findWrittenCode(policy),',
    put: '',
    why: 'nobody would be told that agents write what runs',
  },
  {
    attack: 'exec-told-code',
    file: 'src/guard/policy/find-warnings.ts',
    remove: '...findUnknownPrograms(policy),',
    put: '',
    why: 'a program that no list knows would pass for harmless',
  },
  {
    attack: 'exec-written-code',
    file: matching,
    remove: 'if (rule.loadsCodeFrom.length > 0 && isElsewhere) continue;',
    put: 'if (rule.loadsCodeFrom.length < 0 && isElsewhere) continue;',
    why: 'code would be loaded from wherever a program is called',
  },
  {
    attack: 'exec-git-bare',
    file: environment,
    remove: "['safe.bareRepository', 'explicit'],",
    put: '',
    why: 'git would take the settings of any directory that looks like a repository',
  },
  {
    attack: 'exec-git-monitor',
    file: environment,
    remove: "['core.fsmonitor', 'false'],",
    put: '',
    why: 'git would start the monitor that a repository names',
  },
  {
    attack: 'exec-git-monitor',
    file: environment,
    remove: "['core.hooksPath', '/dev/null'],",
    put: '',
    why: 'git would run the hooks of a repository',
  },
  {
    attack: 'exec-python-module',
    file: environment,
    remove: '...(loadsCode ? {} : leaveModules),',
    put: '',
    why: 'Python looks for modules where it runs before anywhere else',
  },
  {
    attack: 'exec-flag-smuggling',
    file: matching,
    remove: 'if (flag === null) return null;',
    put: 'if (flag === null) continue;',
    why: 'a flag that no rule names would be passed on',
  },
  {
    attack: 'exec-operand-flag',
    file: matching,
    remove: 'const SPECIAL = /^[-@:]/;',
    put: 'const SPECIAL = /^$/;',
    why: 'programs take such operands for more than a path',
  },
  {
    attack: 'exec-operand-outside',
    file: 'src/tools/exec/choose-run.ts',
    remove: "if (read !== 'not-a-file' || typeof means.disk.listDirectory(below) === 'string') return false;",
    put: "if (read !== 'not-a-file') return true;",
    why: 'a program follows links',
  },
  {
    attack: 'exec-operand-directory',
    file: 'src/tools/exec/choose-run.ts',
    remove: 'return unseen !== null && !unseen.hasLinks && unseen.hidden.length === 0;',
    put: 'return unseen !== null;',
    why: 'a program goes on from a directory by itself',
  },
  {
    attack: 'exec-no-operand',
    file: matching,
    remove: "places === 0 && takesOwnDirectory(rule) ? [...paths, ''] : paths",
    put: 'paths',
    why: 'the directory of the call would be looked through, whatever is hidden in it',
  },
  {
    attack: 'exec-no-operand',
    file: matching,
    remove: "(looksAround(program) && fixed.every((word) => word.startsWith('-')))",
    put: "(program === '' && fixed.length > 0)",
    why: 'some programs look through it whatever a rule says of operands',
  },
  {
    attack: 'exec-operand-absent',
    file: 'src/tools/exec/choose-run.ts',
    remove: "if (typeof read !== 'string') return true;",
    put: "if (typeof read !== 'string' || read === 'absent') return true;",
    why: 'a word that leads to nothing is a script to some programs',
  },
];
