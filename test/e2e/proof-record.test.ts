// A proof on record: it is not made twice, can be verified, followed down to its experiments, and carried elsewhere.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLedger } from '../../src/engine/index.ts';
import { currentFrames, putFrames } from '../../src/ledger/index.ts';
import {
  COMMAND,
  investigated,
  layProofGround,
  PROVE,
  type ProofGround,
  removeGrounds,
} from '../crash/killed-proofs.ts';

let argued: ProofGround;
let proven: ProofGround;
let report: string;
/** How many experiments the proof took. */
let runs: number;

beforeAll(() => {
  argued = investigated(layProofGround());
  proven = argued.copy();
  report = proven.penumbra(PROVE).stdout;
  runs = proven.runs();
});
afterAll(removeGrounds);

function ask(ground: ProofGround, ...args: readonly string[]) {
  const { stdout, status, stderr } = ground.penumbra(['--json', ...args]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}

test('asked for again it runs nothing, writes nothing and has the same bytes', () => {
  const own = proven.copy();
  const { root } = ask(own, 'validate');
  expect(own.penumbra(PROVE)).toMatchObject({ status: 0, stdout: report });
  expect(own.runs()).toBe(0);
  expect(ask(own, 'validate')).toMatchObject({ ok: true, root });
});

test('a second `why` runs the command once, and takes everything else from the record', () => {
  const ground = layProofGround();
  const first = ask(ground, 'why', '--', ...COMMAND);
  const before = ground.runs();
  const second = ask(ground, 'why', '--', ...COMMAND);
  expect(ground.runs()).toBe(before + 1);
  expect(second.causes[0].proof).toEqual(first.causes[0].proof);
  expect(second.causes[0].experiments).toEqual(first.causes[0].experiments);
});

test('`verify` makes it again from the record and runs nothing', () => {
  const own = proven.copy();
  const { root } = ask(own, 'validate');
  expect(ask(own, 'verify', 'latest')).toMatchObject({
    ok: true,
    experiments: runs,
    rerun: 0,
    differences: [],
  });
  expect(own.runs()).toBe(0);
  expect(ask(own, 'validate')).toMatchObject({ root });
});

test('`verify --rerun` makes the experiments again, once somebody agrees', () => {
  const own = proven.copy();
  expect(own.penumbra(['verify', 'latest', '--rerun'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nobody agreed to run `node --test`'),
  });
  expect(own.runs()).toBe(0);
  expect(ask(own, 'verify', 'latest', '--rerun', '--yes')).toMatchObject({
    ok: true,
    rerun: runs,
    differences: [],
  });
  expect(own.runs()).toBe(runs);
});

test('`verify --rerun` says which experiments end otherwise', () => {
  const own = proven.copy();
  const { status, stdout } = own.penumbra(['verify', 'latest', '--rerun', '--yes', '--json'], {
    PENUMBRA_BREAK: 'no more',
  });
  expect(status).toBe(1);
  const { ok, differences } = JSON.parse(stdout);
  expect(ok).toBe(false);
  expect(differences).toHaveLength(runs);
  expect(differences[0]).toMatchObject({ recorded: 'failed, failed', found: 'broken' });
});

test('`verify` names what of a report does not follow from the experiments', async () => {
  const own = proven.copy();
  await forge(own, (text) => text.replace('"alone":"red"', '"alone":"green"'));
  const { status, stdout } = own.penumbra(['verify', 'latest', '--json']);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    differences: [{ what: 'report.causes.0.proof.alone', recorded: '"green"', found: '"red"' }],
  });
  expect(own.penumbra(['verify', 'latest']).stdout).toContain('differs  report.causes.0.proof.alone');
});

test('`verify` makes a run without a proof again, and has no experiments of it to run', () => {
  const own = argued.copy();
  const { status, stdout } = own.penumbra(['verify', 'latest']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^the report holds: rebuilt in \d+ steps\n/);
  const rerun = own.penumbra(['verify', 'latest', '--rerun', '--yes']);
  expect(rerun.status).toBe(2);
  expect(rerun.stderr).toContain('was proven, so no experiment can be run again');
});

test('its report leads to every experiment, and the ledger is whole', () => {
  const own = proven.copy();
  const { report: frame } = ask(own, 'verify', 'latest');
  const { inputs } = ask(own, 'explain', frame);
  const types = inputs.map((input: { frame?: { type: string } }) => input.frame?.type);
  expect(types.filter((type: string) => type === 'experiment')).toHaveLength(runs);
  expect(types).toEqual(expect.arrayContaining(['run-report', 'proof-request']));
  expect(ask(own, 'validate')).toMatchObject({ ok: true, faults: [] });
});

test('an archive carries it to another clone, where it holds and nothing need be run', () => {
  const archive = join(proven.workspace, '..', 'ledger.penumbra');
  ask(proven.copy(), 'validate');
  expect(proven.penumbra(['export', archive]).status).toBe(0);
  const other = argued.copy();
  rmSync(join(other.workspace, '.penumbra'), { recursive: true });
  expect(other.penumbra(['import', archive]).status).toBe(0);
  expect(ask(other, 'verify', 'latest')).toMatchObject({ ok: true, experiments: runs });
  expect(other.penumbra(PROVE)).toMatchObject({ status: 0, stdout: report });
  expect(other.runs()).toBe(0);
});

test('collecting keeps what it rests on, also where old history is dropped', () => {
  const own = proven.copy();
  expect(own.penumbra(['gc']).status).toBe(0);
  expect(own.penumbra(['gc', '--history-before', '2999-01-01']).status).toBe(0);
  expect(ask(own, 'verify', 'latest')).toMatchObject({ ok: true, experiments: runs });
  expect(own.penumbra(PROVE)).toMatchObject({ status: 0, stdout: report });
  expect(own.runs()).toBe(0);
});

/** Puts a changed report in the place of the proven one. */
async function forge({ workspace }: ProofGround, change: (text: string) => string): Promise<void> {
  const run = JSON.parse(report).run;
  const ledger = await openLedger({ workspace, create: false });
  const subject = { kind: 'run', id: run } as const;
  const frames = await currentFrames(ledger, subject);
  const standing = frames.find(({ type }) => type === 'run-report');
  const content = change(new TextDecoder().decode(standing?.content ?? undefined));
  const basis = standing?.basis ?? { inputs: [] };
  await putFrames(ledger, [{ subject, type: 'run-report', agent: 'laboratory', basis, content }]);
  await ledger.store.close();
}
