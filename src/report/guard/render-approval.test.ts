/** Requests as a person reads them: all of it is there, nothing hides, nothing steers the screen. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApprovalDocument, ShownContract } from './describe-approval.ts';
import { renderApproval, renderApprovals, renderDecision } from './render-approval.ts';

const ESCAPE = '\u001b[2J';
/** Whatever is not plainly a letter, number, sign or space, our own marks aside. */
const RAW = /(?![\n…│⇥])[\p{C}\p{M}\p{Zl}\p{Zp}\u0590-\u08ff\u2800]|(?! )\p{Zs}/u;

const plain: ApprovalDocument = {
  id: `approval:${'1'.repeat(64)}`,
  state: 'asked',
  command: null,
  script: 'root:scratch/a.sh',
  content: `content:${'2'.repeat(64)}`,
  args: [],
  directory: 'root:scratch',
  contract: null,
  mode: 'work',
  policy: '3'.repeat(64),
  session: 's',
  askedMs: 0,
  expiresMs: 3_600_000,
  ageMs: 60_000,
  remainingMs: 3_540_000,
  keyId: null,
  policyName: null,
  sandbox: 'none',
  contractTerms: null,
  size: 10,
  text: 'echo one\n',
  base64: null,
};
const terms: ShownContract = {
  state: 'open',
  intent: 'look',
  author: 'agent',
  root: 'scratch',
  operations: ['READ'],
  targets: ['**'],
};

type Change = Partial<ApprovalDocument>;

function render(change: Change = {}): string {
  return renderApproval({ ...plain, ...change }, { width: 60 }).text;
}

const sly = { ...terms, intent: `i${ESCAPE}\nrequest`, author: `a${ESCAPE}`, targets: [ESCAPE] };

test.each<[string, Change, readonly string[]]>([
  ['escape sequences', { text: `a${ESCAPE}` }, ['a\\u{1b}[2J', '1 hidden or misleading character,']],
  ['what changes the order of letters', { text: '\u202e}\u2066if' }, ['\\u{202e}}\\u{2066}if']],
  ['letters written from right to left', { text: 'a="\u05d0\u0628"' }, ['a="\\u{5d0}\\u{628}"']],
  ['a line that overwrites itself', { text: 'rm\recho' }, ['rm\\u{d}echo']],
  ['ends of lines that a shell trips over', { text: '#!/bin/sh\r\n' }, ['#!/bin/sh\\u{d}']],
  ['a mark of byte order', { text: '\ufeff#!' }, ['\\u{feff}#!']],
  ['spaces that are none', { text: 'rm\u00a0-rf\u3000x\u2800' }, ['rm\\u{a0}-rf\\u{3000}x\\u{2800}']],
  ['characters without a width', { text: 'cu\u200brl\ufe0f' }, ['cu\\u{200b}rl\\u{fe0f}']],
  ['marks on letters', { text: 'e\u0301' }, ['e\\u{301}']],
  ['separators of lines', { text: 'a\u2028b\u0085c' }, ['a\\u{2028}b\\u{85}c']],
  ['tabs', { text: '\tx' }, ['⇥   x']],
  [
    'bytes that are no text',
    { text: null, base64: Buffer.from([0x7f, 0x45, 0, 0xff, 10, 0x1b]).toString('base64') },
    ['\\x{7f}E\\x{0}\\x{ff}\n 2 │ \\x{1b}'],
  ],
  [
    'words',
    { args: ['a b', '', ESCAPE, 'x\ny', '\u009b'] },
    ['"a b"', '""', '"\\u001b[2J"', '"x\\ny"', '"\\u{9b}"'],
  ],
  [
    'what a contract says',
    { contract: 'c', contractTerms: sly },
    ['i\\u{1b}[2J\\u{a}request', 'a\\u{1b}', 'scratch: \\u{1b}'],
  ],
  ['the key of a signature', { state: 'unverifiable', keyId: ESCAPE }, ['\\u{1b}']],
])('%s: made visible', (_what, change, parts) => {
  const text = render(change);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toMatch(RAW);
});

test.each<[string, Change, string]>([
  ['a script that is no text', { text: null, base64: 'AA==' }, '! the script is not text'],
  ['a script that is gone', { text: null, size: null }, '! the script is no longer kept'],
  ['letters that look like others', { text: 'echo \u0440ass' }, '! the script holds non-ASCII letters'],
  ['hidden characters in words', { args: ['\u200b'] }, '! the arguments hold 1 hidden'],
  [
    'a contract that is over',
    { contract: 'c', contractTerms: { ...terms, state: 'expired' } },
    '! the contract is expired',
  ],
  ['a contract that is nowhere', { contract: 'c' }, '! the contract cannot be found'],
  ['a forged signature', { state: 'forged', keyId: 'k' }, '! this carries a signature'],
  ['a signature of a key elsewhere', { state: 'unverifiable', keyId: 'k' }, '! this was signed with key k'],
])('%s: a warning before all else', (_what, change, warning) => {
  expect(render(change).startsWith(warning)).toBe(true);
});

test('a plain script has no warning', () => expect(render()).not.toContain('!'));

describe('lines', () => {
  test('are broken at the edge of the screen, with every space kept', () => {
    const text = render({ text: `true${' '.repeat(200)}; rm -rf ~\n` });
    const parts = text.split('\n').filter((line) => line.includes(' │ '));
    expect(parts.map((line) => line.slice(0, 5))).toEqual([' 1 │ ', ...Array(3).fill(' … │ ')]);
    expect(parts.map((line) => line.slice(5)).join('')).toBe(`true${' '.repeat(200)}; rm -rf ~`);
  });

  test('beyond a bound are counted, and the text says that it is not whole', () => {
    const request = { ...plain, text: 'x\n'.repeat(100) };
    const cut = renderApproval(request, { mostLines: 50 });
    const whole = renderApproval(request);
    const left = whole.text.split('\n').length - 1 - 50;
    expect([cut.isWhole, whole.isWhole]).toEqual([false, true]);
    expect(cut.text).toContain(`${left} more lines; write all of it to a file with --full FILE\n`);
    expect(renderApproval(request, { mostLines: 50 + left }).isWhole).toBe(true);
  });

  test('of words are bounded, too, so that no script is pushed out of sight unnoticed', () => {
    const request = { ...plain, args: Array.from({ length: 200 }, (_, index) => String(index)) };
    expect(renderApproval(request, { mostLines: 100 }).isWhole).toBe(false);
  });

  test('without end are broken in a time that grows with their length', () => {
    const text = 'x'.repeat(1024 * 1024);
    expect(render({ text }).length).toBeGreaterThan(text.length);
  });
});

test('any text: the screen is not steered', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, (script, word) => {
      const request = { ...plain, text: script, args: [word], script: word, directory: word, session: word };
      expect(renderApproval(request, { width: 60 }).text).not.toMatch(RAW);
      expect(renderApprovals({ requests: [request], ended: 0 }, { width: 60 })).not.toMatch(RAW);
    }),
  );
});

test('no two scripts of plain signs look alike, but for the end of their last line', () => {
  const text = fc.string({ unit: fc.constantFrom(...' abc"\n$;'), maxLength: 30 });
  const ended = (script: string): string => (script.endsWith('\n') ? script : `${script}\n`);
  fc.assert(
    fc.property(text, text, (one, two) => {
      fc.pre(ended(one) !== ended(two));
      expect(render({ text: ended(one) })).not.toBe(render({ text: ended(two) }));
    }),
  );
});

test.each([
  ['bubblewrap', 'bubblewrap; without it this approval does not hold'],
  ['none', 'none: it can do whatever'],
  [null, 'unknown: asked by an older version'],
] as const)('a request to run in %s says what that means', (sandbox, words) => {
  expect(renderApproval({ ...plain, sandbox }).text).toContain(`sandbox   ${words}`);
});

test('a request says in which mode it runs, and what an older version asked says that it did not', () => {
  expect(render()).toContain('mode      work\n');
  expect(render({ mode: ESCAPE })).toContain('mode      \\u{1b}[2J\n');
  const outdated = render({ state: 'outdated', mode: null, sandbox: null });
  expect(outdated).toContain('mode      unknown: asked by an older version');
  expect(outdated).toMatch(/^! an older version asked this without its mode/);
});

test('a call is shown with its command and addresses, and without what is said of scripts', () => {
  const call = {
    ...plain,
    command: 'file rename',
    args: ['root:scratch/b.sh'],
    directory: null,
    sandbox: null,
  };
  const { text } = renderApproval(call);
  expect(text).toMatch(/\ncalls +file rename\nat +root:scratch\/a.sh\nand +root:scratch\/b.sh\ncontract/);
  expect(text).not.toMatch(/sandbox|\nruns|\nin /);
  expect(renderApprovals({ requests: [call], ended: 0 })).toContain('file rename root:scratch/a.sh');
  const granted = { ...call, state: 'granted', keyId: 'k' } as const;
  expect(renderDecision(granted)).toContain(
    'file rename root:scratch/a.sh is carried out once, if it is called',
  );
  expect(renderDecision({ ...call, state: 'refused' })).toBe(
    'refused: file rename root:scratch/a.sh is not carried out\n',
  );
});
