// What stops attacks by what an investigation reads.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const investigationMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/rca/intake/screen-reading.ts',
      remove: 'findSecrets(scanner, allTexts(reading))',
      put: "findSecrets(scanner, '')",
      why: 'reports are screened before anything is made of them',
    },
    'secret-message',
  ),
  // What a mark stands before is also heard while a report is read, so that only without the rules it gets through.
  ...without(
    {
      file: 'src/adapters/secrets/open-secret-scanner.ts',
      remove: 'return inOrder(found, text);',
      put: 'return inOrder([], text);',
      why: 'what the rules find is replaced',
    },
    'secret-log',
    'secret-trace',
  ),
  ...without(
    {
      file: 'src/rca/intake/screen-reading.ts',
      remove: 'property: ({ name, value }) => texts.add(',
      put: 'property: ({ name, value }) => void String(',
      why: 'a value is looked at beside its name',
    },
    'secret-environment',
  ),
  ...without(
    {
      file: 'src/rca/intake/screen-reading.ts',
      remove: 'name: (name) => replaceSecrets(name, unnumbered),',
      put: 'name: (name) => name,',
      why: 'names of tests are texts, too',
    },
    'secret-test-name',
  ),
  ...without(
    {
      file: 'src/adapters/secrets/open-secret-scanner.ts',
      remove: "isSecret: (value) => isLikelySecret(value, 'named'),",
      put: 'isSecret: () => false,',
      why: 'a password in an address is a secret wherever it stands',
    },
    'secret-address',
  ),
  ...without(
    {
      file: 'src/rca/intake/reading/bounded-text.ts',
      remove: 'const start = withoutLastPart(head);',
      put: 'const start = head;',
      why: 'a cut leaves no part of a word before it',
    },
    'secret-cut',
  ),
  ...without(
    {
      file: 'src/rca/intake/reading/bounded-text.ts',
      remove: 'withoutFirstPart(tail.slice(-tailLimit))',
      put: 'tail.slice(-tailLimit)',
      why: 'a cut leaves no part of a word behind it',
    },
    'secret-cut',
  ),
  ...without(
    {
      file: 'src/context/producers/screen-secrets.ts',
      remove: 'joinedAtBreaks(seen, { whole, scanner })',
      put: "joinedAtBreaks('', { whole, scanner })",
      why: 'a secret may go on in the next line',
    },
    'secret-split',
  ),
  ...without(
    {
      file: 'src/context/producers/screen-secrets.ts',
      remove: 'const lines = unescapedLines(text);',
      put: "const lines = '';",
      why: 'escapes hide what marks a value, and the value',
    },
    'secret-escaped',
    'secret-compared',
  ),
  ...without(
    {
      file: 'src/context/producers/screen-secrets.ts',
      remove: 'replace(spellings(value));',
      put: '{}',
      why: 'a known value is replaced however it is spelled',
    },
    'secret-spelled',
  ),
  ...without(
    {
      file: 'src/context/producers/wrapped-secrets.ts',
      remove: 'if (!goesOn(first, { head, isWhole, scanner }) || found.beginning(first)) continue;',
      put: '',
      why: 'a line that begins with a word of its own does not go on with a secret',
    },
    'secret-next-line',
  ),
  ...without(
    {
      file: 'src/context/producers/screen-secrets.ts',
      remove: 'const seen = withoutUnseen(text);',
      put: 'const seen = text;',
      why: 'what nobody sees splits no secret',
    },
    'secret-unseen',
  ),
  ...without(
    {
      file: 'src/investigation/run/repository-view.ts',
      remove: 'secrets.screenBytes(bytes, content)',
      put: 'bytes',
      why: 'what is read to be quoted is screened',
    },
    'secret-source',
  ),
  ...without(
    {
      file: 'src/context/producers/produce-terms.ts',
      remove: 'screenBytes(scanner, bytes)',
      put: 'bytes',
      why: 'the terms of a source are kept and exported',
    },
    'secret-source',
  ),
  ...without(
    {
      file: 'src/context/producers/produce-changes.ts',
      remove: 'findDiffSecrets(scanner, whole, blobs)',
      put: '[]',
      why: 'what commits say is kept, told and exported',
    },
    'secret-hunk',
    'secret-commit',
    'secret-author',
  ),
  ...without(
    {
      file: 'src/investigation/run/take-in-reports.ts',
      remove: 'hear: (piece) => collected.push(piece),',
      put: '',
      why: 'what nothing is kept of marks secrets, too',
    },
    'secret-passed',
    'secret-midst',
    'secret-baseline',
  ),
  ...without(
    {
      file: 'src/investigation/run/take-in-reports.ts',
      remove: 'findSecrets(scanner, wordsOfCommits(git, revision))',
      put: '[]',
      why: 'a commit may say what a report only quotes',
    },
    'secret-subject',
  ),
  ...without(
    {
      file: 'src/context/producers/screen-diff.ts',
      remove: 'if (!isPart(file) || !looksSecret(side.text)) continue;',
      put: 'if (!isPart(file) || looksSecret(side.text)) continue;',
      why: 'changed lines are screened with the whole file at hand',
    },
    'secret-key-line',
    'secret-marked-elsewhere',
  ),
  ...without(
    {
      file: 'src/investigation/run/take-in-reports.ts',
      remove: 'if (known.length === intake.secrets.length) return intake;',
      put: 'if (known.length >= 0) return intake;',
      why: 'a source that the report names may say what is a secret',
    },
    'secret-unmarked',
  ),
  ...without(
    {
      file: 'src/investigation/ask/open-evidence.ts',
      remove: 'path: screenName(block.path)',
      put: 'path: block.path',
      why: 'the name of a file is told as well',
    },
    'secret-file-name',
  ),
  ...without(
    {
      file: 'src/rca/intake/read-reports.ts',
      remove: 'foreignReason(screen(beginning))',
      put: 'foreignReason(beginning)',
      why: 'an error quotes how a file begins',
    },
    'secret-error',
  ),
  ...without(
    {
      file: 'src/investigation/run/run-secrets.ts',
      remove: "seal(value) ?? ''",
      put: 'seal(value) && value',
      why: 'what is kept of a secret is sealed',
    },
    'secret-log',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/compile-working-set.ts',
      remove: 'payload: reveal(one.payload)',
      put: 'payload: one.payload',
      why: 'the guard watches for the secret, and not for what it is sealed to',
    },
    'secret-disguised',
  ),
  ...without(
    {
      file: 'src/investigation/run/run-setting.ts',
      remove: 'record.secrets ?? []',
      put: '[]',
      why: 'a run that goes on knows its secrets',
    },
    'secret-resumed',
  ),
  ...without(
    {
      file: 'src/investigation/prove/experiment-journal.ts',
      remove: 'screenTestNames(scanner, made.met)',
      put: 'made.met',
      why: 'whoever forgets to mask names puts none on record',
    },
    'secret-journal',
  ),
  ...without(
    {
      file: 'src/investigation/prove/test-names.ts',
      remove: 'return known.size === 0 ? results : results.map((one) => renamed(one, byKnown));',
      put: 'return results;',
      why: 'names of tests are on record without what any test of the run marks as secret',
    },
    'secret-experiment',
  ),
  ...without(
    {
      file: 'src/investigation/prove/test-names.ts',
      remove: 'return tests.some(isMasked) ? results',
      put: 'return tests.length < 0 ? results',
      why: 'a test is found again by the name it has without its secrets',
    },
    'secret-failing-name',
  ),
  ...without(
    {
      file: 'src/investigation/run/run-secrets.ts',
      remove: 'findSecretsOfPart(scanner, { part, whole })',
      put: 'findSecrets(scanner, part)',
      why: 'the lines of a proof are screened with their whole file at hand',
    },
    'secret-proof-line',
  ),
];
