// Looking at what was done: the list of runs, one run, and the way from a claim down to bytes.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunModel } from 'penumbra/record';
import { describe, expect, test } from 'vitest';
import { tellParts } from '../../examples/investigate/tell-parts.ts';
import type { ShownExplanation, ShownInput } from '../../src/report/index.ts';
import { investigate, sharedShop, shop } from './investigated-shop.ts';
import { ask, fault, penumbra, temporaryFolder } from './penumbra.ts';

const at = sharedShop();
const document = investigate(at, 'reports');
const latest = ask<RunModel>(['show', 'latest'], at);

describe('runs', () => {
  test('are listed with what they came to', () => {
    const { runs } = ask<{ readonly runs: readonly object[] }>(['runs'], at);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ run: document.run, causes: document.causes.length });
    expect(penumbra(['runs'], at).stdout).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
  });

  test.each([[['runs']], [['show', 'latest']], [['resume', 'latest']]])(
    'before the first there is no ledger to ask, and %j makes none',
    (args) => {
      const own = shop();
      expect(fault(args, own)).toMatchObject({ exit: 3, code: 'store-unavailable' });
      expect(existsSync(join(own.cwd, '.penumbra/ledger.db'))).toBe(false);
    },
  );

  test('the newest is the latest', () => {
    const own = shop();
    investigate(own, 'reports/web.xml');
    const { run } = investigate(own, 'reports/stock.xml');
    expect(ask(['show', 'latest'], own).run).toBe(run);
    expect(ask<{ runs: readonly { run: string }[] }>(['runs'], own).runs[0]?.run).toBe(run);
  });
});

describe('a run', () => {
  test('is found by its id and by the beginning of it', () => {
    for (const name of [document.run, document.run.slice(0, 'run:'.length + 12)])
      expect(ask(['show', name], at)).toEqual(latest);
  });

  test.each([
    ['nothing has', 'run:0000'],
    ['no id can have', 'run:zzz'],
    ['is empty', ''],
  ])('is not found by a name that %s', (_what, name) => {
    expect(fault(['show', name], at)).toMatchObject({ exit: 2, code: 'invalid-id' });
  });

  test('shows that every part of the system worked', () => {
    expect(tellParts(latest).filter(({ count }) => count === 0)).toEqual([]);
    expect(latest).toMatchObject({ run: document.run, status: 'done' });
  });

  test('is shown whole, by case, and by step', () => {
    const one = latest.cases[0];
    const whole = penumbra(['show', 'latest'], at);
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    for (const { id } of latest.cases) expect(whole.stdout).toContain(id);
    const ofCase = penumbra(['show', 'latest', '--case', one?.id ?? ''], at).stdout;
    expect(ofCase).toContain(one?.id ?? 'none');
    expect(ofCase.length).toBeLessThan(whole.stdout.length);
    const ofStep = penumbra(['show', 'latest', '--case', one?.id ?? '', '--step', '1'], at).stdout;
    expect(ofStep).toContain(one?.steps[0]?.agent?.name ?? 'nobody');
  });

  test.each(['0', '-1', '1.5', 'first', '9'.repeat(40)])('has no step `%s`', (step) => {
    expect(fault(['show', 'latest', `--step=${step}`], at)).toMatchObject({ exit: 2, code: 'usage' });
  });

  test('that has ended is resumed to the same report, and to its page', () => {
    const page = join(temporaryFolder(), 'causes.html');
    const { stdout, stderr, status } = penumbra(['resume', 'latest', '--html', page], at);
    expect({ status, stderr }).toEqual({ status: 0, stderr: `wrote ${page}\n` });
    expect(stdout).toContain('web/src/discount.ts');
    expect(readFileSync(page, 'utf8')).toMatch(/<\/html>\s*$/);
    expect(ask(['resume', 'latest'], at)).toEqual(document);
    expect(ask<{ runs: readonly object[] }>(['runs'], at).runs).toHaveLength(1);
  });

  test('is not resumed where its page could not be written', () => {
    expect(fault(['resume', 'latest', '--html', 'nowhere/causes.html'], at)).toMatchObject({ exit: 2 });
  });
});

describe('explain', () => {
  test('says where nothing is recorded that nothing rests on a file, and makes no ledger', () => {
    const own = shop();
    expect(ask(['explain', 'README.md'], own)).toMatchObject({ inputs: [], dependants: [], lineage: [] });
    expect(existsSync(join(own.cwd, '.penumbra/ledger.db'))).toBe(false);
  });

  const withPlace = document.causes
    .flatMap(({ evidence }) => evidence)
    .find(({ path }) => path !== undefined);
  const explanation = ask<ShownExplanation>(['explain', withPlace?.handle ?? ''], at);
  const reached = flatten(explanation.inputs);

  test('leads from evidence to the bytes of the file it speaks of', () => {
    const path = withPlace?.path ?? '';
    const bytes = reached.find((input) => input.kind === 'content' && input.paths.includes(path));
    expect(bytes).toMatchObject({ isCurrent: true });
    const hash = createHash('sha256')
      .update(readFileSync(join(at.cwd, path)))
      .digest('hex');
    expect(bytes?.id).toContain(hash);
  });

  test('names what rests on the evidence, and says that nothing is left out', () => {
    expect(explanation.dependants.length).toBeGreaterThan(0);
    expect(explanation).toMatchObject({ leftOut: { inputs: 0, frames: 0 }, hasMore: false });
  });

  test('answers for a file by its path', () => {
    const { stdout, status } = penumbra(['explain', 'web/src/discount.ts'], at);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('web/src/discount.ts') });
  });

  test.each(['frame:zz', 'frame:00000000', 'no/such/file.ts', '../outside', ''])('refuses `%s`', (what) => {
    expect(fault(['explain', what], at)).toMatchObject({ exit: 2 });
  });
});

function flatten(inputs: readonly ShownInput[]): readonly ShownInput[] {
  return inputs.flatMap((input) => [input, ...(input.kind === 'frame' ? flatten(input.inputs) : [])]);
}
