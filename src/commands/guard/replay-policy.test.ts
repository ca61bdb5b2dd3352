/** Corpora of recorded requests: both line formats, and each way in which a line can be malformed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCorpus } from './replay-policy.ts';

const request = { mode: 'work', tool: 'file', command: 'write', root: 'yard', context: { paths: ['a'] } };
const code = 'EN-WRITE-D-002';

function fileOf(...lines: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-corpus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'corpus.jsonl');
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(file, `${texts.join('\n')}\n`);
  return file;
}

test('lines are requests, or records of the audit with what they put to the gate', async () => {
  const contract = { id: 'c', root: 'yard', operations: ['WRITE'], targets: ['**'], intent: 'more is said' };
  const told = {
    ...request,
    subdirectory: null,
    context: { contract, role: null, exec: { isSigned: true } },
  };
  const corpus = await readCorpus(
    fileOf(
      { request, code },
      '',
      '  ',
      { request: told },
      { sequence: 1, requests: [request, told], decision: code },
      { requests: [], decision: 'WA-RES-I-003' },
      { requests: [request], decision: code, cut: { requests: { count: 9, hash: null } } },
      { requests: [request], decision: code, cut: { addresses: { count: 9, hash: null } } },
      // A call about the session itself is not decided by any row.
      { requests: [], decision: null },
    ),
  );
  expect(corpus).toEqual({
    entries: [
      { recordedAt: 'line 1', request, code },
      { recordedAt: 'line 4', request: told },
      { recordedAt: 'line 5', request, further: [told], code },
      { recordedAt: 'line 8', request, further: [], code },
    ],
    skipped: { beforeGate: 2, notWhole: 1 },
  });
});

test.each<[string, readonly unknown[], RegExp]>([
  ['not JSON', ['{"request"'], /corpus.jsonl:2: not JSON: /],
  ['no request', [{ code }], /:2: `request` is missing in the line/],
  ['no mode', [{ request: { ...request, mode: null } }], /:2: `request.mode` needs a text/],
  ['a misspelt field', [{ request: { ...request, contxt: {} } }], /`contxt` is not a key .*`context`/],
  ['paths that are no list', [{ request: { ...request, context: { paths: 'a' } } }], /paths` needs a list/],
  ['a path that is no text', [{ request: { ...request, context: { paths: [1] } } }], /paths.0` needs a text/],
  [
    'grounds that are no flags',
    [{ request: { ...request, context: { exec: { isSigned: 1 } } } }],
    /true or false/,
  ],
  [
    'a contract without targets',
    [{ request: { ...request, context: { contract: {} } } }],
    /`root` is missing/,
  ],
  [
    'a contract that is none',
    [{ request: { ...request, context: { contract: 1 } } }],
    /contract` needs a mapping/,
  ],
  ['a code that is none', [{ request, code: 'granted' }], /`code` needs a reply code/],
  ['a list', [[]], /:2: the line needs a mapping with request/],
  ['null', [null], /:2: the line needs a mapping with request/],
  ['a record without requests', [{ requests: 1, decision: code }], /`requests` needs a list/],
  ['a record without a decision', [{ requests: [request] }], /`decision` is missing/],
  ['two faults', ['1', '2'], /:2: .*, and 1 more of its lines do not fit$/],
])('a line with %s is refused by its number', async (_what, lines, message) => {
  await expect(readCorpus(fileOf({ request, code }, ...lines))).rejects.toMatchObject({
    code: 'unreadable-input',
    message: expect.stringMatching(message),
    data: { faults: expect.arrayContaining([expect.objectContaining({ line: 2 })]) },
  });
});
