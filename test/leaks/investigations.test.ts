// Attacks by what an investigation reads: a secret in a report, a source, a commit reaches no pack, report, page, event,
// export or error, and only who has the key sees it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSecretScanner } from '../../src/adapters/secrets/index.ts';
import { createKeys } from '../../src/commands/guard/index.ts';
import { packsOfCase, readPlacedPack } from '../../src/commands/packs/find-packs.ts';
import { explainNamedPack, verifyPacks } from '../../src/commands/packs/index.ts';
import { showSecrets } from '../../src/commands/runs.ts';
import { findSecrets, screenText } from '../../src/context/index.ts';
import { renderPack } from '../../src/disclosure/lens/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { type Investigation, investigate, resumeRun } from '../../src/investigation/index.ts';
import type { Id } from '../../src/kernel/index.ts';
import { exportArchive } from '../../src/ledger/index.ts';
import { boundText } from '../../src/rca/intake/reading/bounded-text.ts';
import { renderHtml, renderTerminal } from '../../src/report/index.ts';
import { attack } from './attack.ts';
import { type PlantedName, planted, plantSecrets } from './planted-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Something that left the program, by its name. */
type Leaving = { readonly place: string; readonly text: string };

type Planted = {
  readonly workspace: string;
  readonly environment: Record<string, string>;
  readonly found: Investigation;
  readonly leaving: readonly Leaving[];
};

let made: Promise<Planted> | undefined;

/** One investigation, with a key, for all attacks. */
function investigated(): Promise<Planted> {
  made ??= investigateAt('shop', true);
  return made;
}

async function investigateAt(name: string, hasKey: boolean): Promise<Planted> {
  const workspace = join(folder, name, 'shop');
  const report = plantSecrets(workspace);
  const environment = { PENUMBRA_CONFIG_DIR: join(folder, name, 'config') };
  if (hasKey) await createKeys({ workspace, environment });
  const progress: unknown[] = [];
  const found = await investigate({
    workspace,
    environment,
    reports: [join(workspace, report)],
    onProgress: (one) => progress.push(one),
  });
  const leaving = [
    ...shown(found),
    { place: 'progress', text: JSON.stringify(progress) },
    ...(await keptIn(workspace, found)),
  ];
  return { workspace, environment, found, leaving };
}

function shown({ document, model }: Investigation): readonly Leaving[] {
  return [
    { place: 'report', text: JSON.stringify(document) },
    { place: 'terminal', text: renderTerminal(document) },
    { place: 'page', text: renderHtml(document, model) },
    { place: 'events', text: JSON.stringify(model) },
  ];
}

async function keptIn(workspace: string, { run, model }: Investigation): Promise<readonly Leaving[]> {
  const ledger = await openLedger({ workspace });
  try {
    const packs: Leaving[] = [];
    for (const placed of model.cases.flatMap((one) => packsOfCase(run as Id<'run'>, one))) {
      const bytes = await readPlacedPack(ledger.store, placed);
      if (bytes === null) throw new Error('a pack is missing');
      packs.push({ place: `pack of ${placed.node}`, text: renderPack(bytes) });
      packs.push({ place: `data of ${placed.node}`, text: Buffer.from(bytes.bytes).toString('utf8') });
    }
    const archive: Uint8Array[] = [];
    for await (const chunk of exportArchive(ledger.store)) archive.push(chunk);
    const [one] = model.cases;
    const explained = await explainNamedPack({ workspace, name: one?.id ?? '', consumer: 'investigate' });
    return [
      ...packs,
      { place: 'export', text: Buffer.concat(archive).toString('utf8') },
      { place: 'explanation', text: JSON.stringify(explained) },
    ];
  } finally {
    await ledger.store.close();
  }
}

const PIECE = 10;

/** Sees that neither a secret nor a piece of it is in anything that left. */
function expectNowhere(name: PlantedName, leaving: readonly Leaving[]): void {
  const secret = planted[name].toLowerCase();
  const pieces = Array.from({ length: Math.max(1, secret.length - PIECE + 1) }, (_, at) =>
    secret.slice(at, at + PIECE),
  );
  // What all secrets of a kind begin with tells nothing.
  const telling = pieces.filter((piece) => !/^(?:eyjhbgcioi|pypi-ageic|ci[0o]ijiuz)/.test(piece));
  const found = leaving.flatMap(({ place, text }) => {
    const whole = text.toLowerCase();
    return telling.some((piece) => whole.includes(piece)) ? [place] : [];
  });
  expect([...new Set(found)]).toEqual([]);
}

const nowhere = async (name: PlantedName) => expectNowhere(name, (await investigated()).leaving);

attack('secret-message', 'a token in the message of a failure', () => nowhere('message'));
attack('secret-log', 'a token in what a test printed', () => nowhere('log'));
attack('secret-trace', 'a token in a header that a trace prints', () => nowhere('trace'));
attack('secret-environment', 'a value that only its name makes a secret', () => nowhere('environment'));
attack('secret-address', 'a password in an address, and the same without it', () => nowhere('address'));
attack('secret-test-name', 'a token in the name of a test', () => nowhere('testName'));
attack('secret-cut', 'a token that the bound of a text cuts in two, wherever it does', async () => {
  const scanner = await openSecretScanner();
  const line = 'nothing to see here, go on\n';
  for (let at = 0; at < planted.cut.length; at++) {
    for (const limit of [512, 3_000, 16_384]) {
      const head = limit - Math.floor(limit / 3);
      const text = `${line.repeat(limit).slice(0, head - at - 1)} ${planted.cut}\n${line.repeat(limit)}`;
      const tail = `${line.repeat(limit)} ${planted.cut} ${line.repeat(limit).slice(0, Math.floor(limit / 3) - at - 1)}`;
      const kept = [text, tail].map((whole) => screenText(scanner, boundText(whole, limit).text));
      expectNowhere('cut', [{ place: `${limit}, ${at}`, text: kept.join('\n') }]);
    }
  }
});
attack('secret-escaped', 'a value that is escaped beside the name that marks it', async () => {
  await nowhere('escaped');
  await nowhere('encoded');
});
attack('secret-spelled', 'a value that is known from elsewhere, escaped in a log', () => nowhere('spelled'));
attack('secret-compared', 'a token with brackets around what differs', () => nowhere('compared'));
attack('secret-split', 'a token that goes on in the next line', () => nowhere('split'));
attack(
  'secret-next-line',
  'a word at the beginning of the line after a token, to be taken away with it',
  async () => {
    const scanner = await openSecretScanner();
    const words = [
      'Expected another',
      'price.js:2:14',
      'src/price.py:2: ValueError',
      'service_port=81',
      'return 5;',
    ];
    const others = [
      'java.lang.IllegalState',
      'com.shop.Price.total(Price.java:3)',
      'Caused by: it',
      'Foo2Test.java',
    ];
    const secrets = [
      planted.message,
      planted.testName,
      `password=${planted.source}`,
      `Authorization: Bearer ${planted.source}`,
      'password=changeme',
      'password=Vq7-z',
    ];
    for (const secret of secrets)
      for (const word of [...words, ...others]) {
        const text = `it has ${secret}\n${word}`;
        expect(screenText(scanner, text).split('\n')[1], text).toBe(word);
      }
    // One secret is one, whatever follows; and two are two.
    const lines = [
      planted.message,
      'Expected another',
      planted.message,
      '9f86d081884c7d65 said',
      planted.testName,
    ];
    expect(findSecrets(scanner, lines.join('\n')).map(({ value }) => value)).toEqual([
      planted.message,
      planted.testName,
    ]);
  },
);
attack('secret-unseen', 'a token that characters without width or colours split', async () => {
  const scanner = await openSecretScanner();
  for (const gap of ['\u200b', '\u00ad', '\u001b[31m', '\u2060\u200d', '\u001b[0m\n  \u200b']) {
    const text = `sent ${planted.message.slice(0, 9)}${gap}${planted.message.slice(9)} to it`;
    expectNowhere('message', [{ place: JSON.stringify(gap), text: screenText(scanner, text) }]);
    expectNowhere('message', [{ place: 'rest', text: screenText(scanner, text).replace(/[^\w]/g, '') }]);
  }
});
attack(
  'secret-passed',
  'values that only passed or skipped tests mark, quoted by a failing one',
  async () => {
    for (const name of ['passedOutput', 'passedName', 'skipped'] as const) await nowhere(name);
  },
);
attack('secret-midst', 'a value that is marked where a long text was cut', () => nowhere('midst'));
attack('secret-subject', 'a value that only a commit marks', () => nowhere('subject'));
attack('secret-baseline', 'a value that only an earlier report marks', async () => {
  const workspace = join(folder, 'baseline', 'shop');
  const report = plantSecrets(workspace);
  const baseline = join(workspace, 'earlier.xml');
  const quoted = `<testsuite name="s"><testcase classname="t" name="a"><failure message="got ${planted.cut.slice(4)} there">x</failure></testcase></testsuite>`;
  writeFileSync(join(workspace, report), quoted);
  writeFileSync(
    baseline,
    `<testsuite name="s"><testcase classname="t" name="a"><system-out>DB_PASSWORD=${planted.cut.slice(4)}</system-out></testcase></testsuite>`,
  );
  const environment = { PENUMBRA_CONFIG_DIR: join(folder, 'none') };
  const found = await investigate({
    workspace,
    environment,
    reports: [join(workspace, report)],
    baseline: [baseline],
  });
  expectNowhere('cut', shown(found));
});
attack('secret-source', 'a token in a line near the fault', () => nowhere('source'));
attack('secret-hunk', 'a key in a line that was changed', () => nowhere('hunk'));
attack('secret-key-line', 'a line of a private key whose other lines stayed', async () => {
  await nowhere('keyLine');
  await nowhere('oldKeyLine');
});
attack('secret-marked-elsewhere', 'a value in a changed line that another line of its file marks', () =>
  nowhere('markedElsewhere'),
);
attack('secret-commit', 'a token in the subject of a commit', () => nowhere('commit'));
attack('secret-author', 'a key in the name of an author', () => nowhere('author'));
attack('secret-unmarked', 'a value that only the source of the test marks as a password', () =>
  nowhere('unmarked'),
);

attack('secret-file-name', 'a key in the name of a file', async () => {
  const { leaving } = await investigated();
  // An export holds the tree of the workspace, and with it what its files are called.
  expectNowhere(
    'fileName',
    leaving.filter(({ place }) => place !== 'export'),
  );
});

attack('secret-error', 'a file that is no report and begins with a token', async () => {
  const { workspace, environment } = await investigated();
  const file = join(folder, `log-${planted.fileName}.txt`);
  // The error quotes so much of it that the token is cut; what begins with a brace is read as no log.
  writeFileSync(file, `{ logged ${planted.cut} first`);
  const fault = await investigate({ workspace, environment, reports: [file] }).catch(
    (error: unknown) => error,
  );
  const { message, hint, data, code } = fault as {
    message: string;
    hint: string;
    data: unknown;
    code: string;
  };
  expect(code).toBe('unreadable-input');
  const leaving = [{ place: 'error', text: `${message} ${hint} ${JSON.stringify(data)}` }];
  expectNowhere('cut', leaving);
  expectNowhere('fileName', leaving);
});

attack('secret-disguised', 'a secret of a report, spelt backwards by what somebody remembers', async () => {
  const { workspace, environment } = await investigated();
  const { secrets } = await showSecrets({ workspace, environment });
  const known = secrets.find(({ value }) => value === planted.message);
  const { openRunSecrets } = await import('../../src/investigation/run/run-secrets.ts');
  const { openPackCompiler } = await import('../../src/investigation/ask/pack-compiler.ts');
  const { SECRET } = await import('../../src/engine/frame-types.ts');
  const opened = await openRunSecrets({
    known: [{ kind: known?.kind ?? '', value: planted.message, placeholder: known?.placeholder ?? '' }],
    environment: { PENUMBRA_CONFIG_DIR: join(folder, 'none') },
  });
  const ledger = await openLedger({ workspace });
  const provenance = { source: 'intake', eventIds: [], ruleRefs: [] };
  const desk = openPackCompiler(ledger, { world: 'disguised', caseId: 'case-1', session: 'run' }, opened);
  const backwards = [...planted.message].reverse().join('');
  await desk.prepare([
    {
      kind: 'failure',
      payload: { text: backwards },
      provenance,
      visibility: 'public',
      precision: 'unlocked',
    },
    ...opened.ofReports.map(
      (payload) => ({ kind: SECRET, payload, provenance, visibility: 'public' }) as const,
    ),
  ]);
  const request = {
    node: 'triage',
    scene: '1',
    mode: 'bare',
    artifact: 'triage',
    schema: {},
    bounds: {},
    preamble: '',
  };
  const { parsed } = await desk.compile({ ...request, frames: [] });
  await ledger.store.close();
  expect(parsed.truth).toEqual([]);
});

test('whoever has the key sees every secret', async () => {
  const { workspace, environment } = await investigated();
  const { secrets } = await showSecrets({ workspace, environment });
  const values = secrets.map(({ value }) => value);
  const { cut: _cut, fileName: _fileName, ...kept } = planted;
  expect(Object.values(kept).filter((secret) => !values.includes(secret))).toEqual([]);
  const withoutKey = await showSecrets({
    workspace,
    environment: { PENUMBRA_CONFIG_DIR: join(folder, 'elsewhere') },
  });
  expect(withoutKey.secrets.map(({ value }) => value)).toEqual(values.map(() => null));
});

test('the report says what kind of secret stood where, and which are the same', async () => {
  const { found } = await investigated();
  const [cause] = found.document.causes;
  expect(cause?.message).toMatch(
    /no login with ‹secret \d+: GitHub token›, expected ‹secret \d+: secret value›/,
  );
  expect(cause?.change?.subject).toBe('Log in with ‹secret: PyPI token› from now on');
});

test('the same inputs give the same report, with a key and without', async () => {
  const [{ found }, other] = [await investigated(), await investigateAt('other', false)];
  expect(other.found.document).toEqual(found.document);
  const { secrets } = await showSecrets(other);
  expect(secrets.map(({ isKept, value }) => ({ isKept, value }))).toEqual(
    secrets.map(() => ({ isKept: false, value: null })),
  );
  for (const { workspace } of [await investigated(), other])
    expect(await verifyPacks({ workspace })).toMatchObject({ ok: true, differences: [] });
});

test('a run that was stopped goes on where a key opens its secrets', async () => {
  const { workspace, environment } = await stopAt('resumed', true);
  const { document } = await resumeRun({ workspace, environment, run: 'latest' });
  expect(document).toEqual((await investigated()).found.document);
});

attack('secret-resumed', 'a run that goes on without knowing what its report marked as secret', async () => {
  const { workspace, environment, reports } = await stopAt('again', false);
  const resumed = resumeRun({ workspace, environment, run: 'latest' });
  await expect(resumed).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('no key here opens'),
  });
  const { document } = await investigate({ workspace, environment, reports });
  expect(document).toEqual((await investigated()).found.document);
});

async function stopAt(name: string, hasKey: boolean) {
  const workspace = join(folder, name, 'shop');
  const reports = [join(workspace, plantSecrets(workspace))];
  const environment = { PENUMBRA_CONFIG_DIR: join(folder, name, 'config') };
  if (hasKey) await createKeys({ workspace, environment });
  const stopped = investigate({ workspace, environment, reports, pauseAt: ['investigate'] });
  await expect(stopped).rejects.toMatchObject({ code: 'stopped' });
  return { workspace, environment, reports };
}
