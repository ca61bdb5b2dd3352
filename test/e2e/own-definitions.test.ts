// Investigating by a person's own pipeline and masks, and what happens when they change under a run.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument, RunModel } from '../../src/record/index.ts';
import { investigate, shop } from './investigated-shop.ts';
import { ask, fault, temporaryFolder } from './penumbra.ts';

function write(file: string, text: string): string {
  const path = join(temporaryFolder(), file);
  writeFileSync(path, text);
  return path;
}

const extension = (threshold: string) =>
  `pipeline: mine\nextends: rca-investigation\nvars: { convergence_threshold: ${threshold} }\n`;

test('a changed definition is refused on the way, unless it is said which node became which', () => {
  const at = shop();
  const mine = write('mine.yaml', extension('0.5'));
  const own = ['--pipeline', mine];
  const flags = ['--memory', 'off', '--pause-at', 'review'];
  expect(fault(['investigate', 'reports', ...own, ...flags], at).code).toBe('stopped');
  const first = ask<RunModel>(['show', 'latest'], at);

  expect(fault(['resume', 'latest'], at)).toMatchObject({ code: 'usage', exit: 2 });
  writeFileSync(mine, extension('0.9'));
  expect(fault(['resume', 'latest', ...own], at).message).toContain(
    'another state of the program or its definitions',
  );
  expect(fault(['resume', 'latest', ...own, '--map', 'review'], at).code).toBe('usage');
  expect(fault(['resume', 'latest', ...own, '--map', 'review=revue'], at).message).toContain('revue');

  const mapped = ask<ReportDocument>(['resume', first.run ?? '', ...own, '--map', 'same'], at);
  expect(mapped.run).not.toBe(first.run);
  expect(ask<RunModel>(['show', first.run ?? ''], at)).toEqual(first);
});

test('a pipeline with findings, or with steps that no investigation has, is not walked', () => {
  const at = shop();
  const check = (text: string, message: string) =>
    expect(fault(['investigate', 'reports', '--pipeline', write('own.yaml', text)], at)).toMatchObject({
      code: 'invalid-pipeline',
      message: expect.stringContaining(message),
    });
  check('pipeline: x\n', 'own.yaml:1:1');
  check(`${extension('0.5')}edges: [{ id: H99, from: recall, to: revew }]\n`, 'own.yaml:4');
  check(
    'pipeline: x\nnodes: [{ name: guess }]\nedges: [{ id: a, from: guess, to: _done }]\nstart: guess\ndone: _done\n',
    '`guess` of `x` is no step of an investigation',
  );
  // Nothing was begun.
  expect(fault(['runs'], at).code).toBe('store-unavailable');
});

test('a mask of one’s own is worn where the pipeline says, and is part of what the run is', () => {
  const at = shop();
  const masks = write(
    'masks.mjs',
    `export default {
      name: 'mask-of-care', description: 'Asks for care', validNodes: ['triage'],
      wrap: (next) => async (context) => {
        const artifact = await next(context);
        return { ...artifact, data: { ...artifact.data, data_quality_notes: 'looked at with care' } };
      },
    };\n`,
  );
  const careful = `${extension('0.5')}nodes: [{ name: triage, masks: [mask-of-care] }]\n`;
  const pipeline = write('careful.yaml', careful);
  expect(fault(['investigate', 'reports', '--pipeline', pipeline], at).message).toContain('mask-of-care');
  const report = investigate(at, 'reports', '--memory', 'off', '--pipeline', pipeline, '--masks', masks);
  const triaged = ask<RunModel>(['show', report.run], at).cases.flatMap(({ steps }) =>
    steps.filter(({ node }) => node === 'triage').map((step) => step.masks),
  );
  expect(triaged.length).toBeGreaterThan(0);
  expect(triaged.every((worn) => worn.includes('mask-of-care'))).toBe(true);
  expect(report.versions.masks).toMatch(/^[0-9a-f]{16}$/);
});
