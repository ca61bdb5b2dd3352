// Pausing an investigation, answering for an agent, and going back, run as a program.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument, RunModel } from '../../src/record/index.ts';
import type { OverrideDocument } from '../../src/report/index.ts';
import { cloneShop, copyShop, investigate, sharedShop, shop } from './investigated-shop.ts';
import { ask, fault, penumbra, type RunOptions } from './penumbra.ts';

const approval = '{"decision":"approve","confidence":0.9}';
/** Four cases: one that is contested, two that are alike, and one that is clear. */
const what = ['reports/billing.xml', 'reports/web.xml', '--memory', 'off'];

const [waiting, ended] = [sharedShop(), sharedShop()];
const stopped = fault(['investigate', ...what, '--pause-at', 'review'], waiting);
const report = investigate(ended, ...what);

function paused(): RunOptions & { readonly model: RunModel; readonly caseId: string } {
  expect(stopped).toMatchObject({ code: 'stopped', exit: 5 });
  const at = copyShop(waiting);
  const model = ask<RunModel>(['show', 'latest'], at);
  const one = model.cases.find(({ paused: why }) => why === 'it waits before `review`');
  return { ...at, model, caseId: one?.id ?? '' };
}

function answer(caseId: string, by: string, message = approval): readonly string[] {
  return ['override', 'latest', '--case', caseId, '--at', 'review', '--by', by, '--message', message];
}

/** What is found, without the handles, which name the run they were found in. */
function found({ answer: files, defect_type, confidence, status, path }: ReportCause): object {
  return { files, defect_type, confidence, status, path };
}

describe('a run that pauses before a step', () => {
  test('says so, takes one answer for each case, and goes on as the person said', () => {
    const { model, caseId, ...at } = paused();
    expect(ask<{ runs: readonly object[] }>(['runs'], at).runs[0]).toMatchObject({ status: 'paused' });

    expect(fault(answer(caseId, 'alice', '{"decision":"maybe"}'), at)).toMatchObject({
      code: 'invalid-frame',
    });
    expect(fault(answer(caseId, 'alice', '[]'), at)).toMatchObject({ code: 'invalid-frame' });
    expect(fault(answer(caseId, 'alice', '{'), at)).toMatchObject({ code: 'unreadable-input' });
    expect(ask<OverrideDocument>(answer(caseId, 'alice'), at)).toMatchObject({
      case: caseId,
      node: 'review',
      by: 'alice',
      edge: 'H12',
      to: 'report',
    });
    const second = fault(answer(caseId, 'bob'), at);
    expect(second).toMatchObject({ code: 'usage', exit: 2 });
    expect(second.message).toContain('`alice` answered there in step');

    expect(ask<ReportDocument>(['resume', 'latest'], at).run).toBe(model.run);
    const done = ask<RunModel>(['show', 'latest'], at).cases.find(({ id }) => id === caseId);
    expect(done?.overrides).toMatchObject([{ by: 'alice' }]);
    const step = String(done?.steps.find(({ node }) => node === 'review')?.step);
    expect(penumbra(['show', 'latest', '--case', caseId, '--step', step], at).stdout).toMatch(/agent +alice/);
    expect(done?.steps.find(({ node }) => node === 'review')?.masks).toEqual(['mask-of-judgment']);
    expect(fault(answer(caseId, 'bob'), at).message).toContain('has ended');
  });

  test('goes on by itself where nobody answers, to the same report as without a pause', () => {
    const at = paused();
    const elsewhere = cloneShop(at);
    expect(ask<ReportDocument>(['resume', 'latest'], at)).toEqual(investigate(elsewhere, ...what));
  });

  test.each(['recall', 'correlate', 'indict'])('is on record as paused before %s, once', (node) => {
    const at = shop();
    expect(fault(['investigate', ...what, '--pause-at', node], at).code).toBe('stopped');
    const model = ask<RunModel>(['show', 'latest'], at);
    expect(model.cases.some(({ paused: why }) => why === `it waits before \`${node}\``)).toBe(true);
    expect(ask<{ runs: readonly object[] }>(['runs'], at).runs[0]).toMatchObject({ status: 'paused' });
    expect(fault(['resume', 'latest', '--pause-at', node], at).code).toBe('stopped');
    expect(ask<RunModel>(['show', 'latest'], at)).toEqual(model);
  });

  test('takes an answer at its very first step, and none before a trial', () => {
    const at = shop();
    fault(['investigate', ...what, '--pause-at', 'recall,indict'], at);
    const [one] = ask<RunModel>(['show', 'latest'], at).cases;
    const recall = ['override', 'latest', '--case', one?.id ?? '', '--at', 'recall', '--by', 'alice'];
    const miss = '{"match":false,"confidence":0,"reasoning":"never seen"}';
    expect(ask<OverrideDocument>([...recall, '--message', miss], at).to).toBe('triage');
    fault(['resume', 'latest', '--pause-at', 'indict'], at);
    const contested = ask<RunModel>(['show', 'latest'], at).cases.find(({ paused: why }) => why !== null);
    const indict = ['override', 'latest', '--case', contested?.id ?? '', '--at', 'indict', '--by', 'alice'];
    expect(fault([...indict, '--message', '{}'], at).message).toContain('stands before a trial');
  });

  test('asks for nodes that there are', () => {
    const refused = fault(['investigate', 'reports', '--pause-at', 'reviw'], shop());
    expect(refused).toMatchObject({ code: 'usage', exit: 2 });
    expect(refused.message).toContain('did you mean `review`');
  });
});

describe('going back', () => {
  test('is a run of its own, and leaves the first one as it was', () => {
    const at = copyShop(ended);
    const before = ask<RunModel>(['show', report.run], at);
    const fork = ask<ReportDocument>(['resume', 'latest', '--from', 'investigate'], at);
    expect(fork.run).not.toBe(report.run);
    expect(fork.causes.map(found)).toEqual(report.causes.map(found));
    expect(ask<RunModel>(['show', report.run], at)).toEqual(before);
    expect(ask<ReportDocument>(['resume', report.run], at)).toEqual(report);
    const [newest] = ask<{ runs: readonly object[] }>(['runs'], at).runs;
    expect(newest).toMatchObject({ run: fork.run, forkOf: report.run, status: 'done' });
    // Shared steps are shared: the packs of both runs compile again.
    expect(penumbra(['pack', 'verify', '--run', fork.run], at).status).toBe(0);
    expect(penumbra(['validate'], at).status).toBe(0);
    // The same fork of the same run is one run.
    expect(ask<ReportDocument>(['resume', report.run, '--from', 'investigate'], at).run).toBe(fork.run);
  });

  test('of one case behind the comparison takes all others back to it', () => {
    const at = copyShop(ended);
    const [one] = ask<RunModel>(['show', report.run], at).cases;
    const fork = ask<ReportDocument>(['resume', 'latest', '--from', 'triage', '--case', one?.id ?? ''], at);
    expect(fork.causes.map(found)).toEqual(report.causes.map(found));
    expect(penumbra(['pack', 'verify', '--run', fork.run], at).status).toBe(0);
  });

  test('takes one case back alone, and lets a person answer there', () => {
    const at = copyShop(ended);
    const { run } = report;
    const { cases } = ask<RunModel>(['show', run], at);
    const nodesOf = (of: (typeof cases)[number] | undefined) => of?.steps.map(({ node }) => node) ?? [];
    // One that was compared with the others before it was reviewed, so that these can stay as they are.
    const one = cases.find((of) => nodesOf(of).join(' ').endsWith('correlate review report'));
    const from = ['--from', 'review', '--case', one?.id ?? '', '--pause-at', 'review'];
    expect(fault(['resume', run, ...from], at)).toMatchObject({ code: 'stopped' });
    const fork = ask<RunModel>(['show', 'latest'], at);
    expect(fork.cases.find(({ id }) => id === one?.id)?.paused).toBe('it waits before `review`');
    expect(fork.cases.filter(({ id }) => id !== one?.id)).toEqual(cases.filter((other) => other !== one));
    const said = ask<OverrideDocument>(
      answer(one?.id ?? '', 'alice', '{"decision":"overturn","confidence":1}'),
      at,
    );
    expect(said.edge).toBe('H14');
    expect(ask<ReportDocument>(['resume', 'latest'], at).run).toBe(fork.run);
  });

  test('asks for a step that was taken', () => {
    const at = copyShop(ended);
    expect(fault(['resume', 'latest', '--from', '99'], at)).toMatchObject({ code: 'usage' });
    // What could not go on is not made.
    writeFileSync(join(at.cwd, 'new.txt'), 'new');
    expect(fault(['resume', 'latest', '--from', 'review'], at).message).toContain(
      'another state of the workspace',
    );
    rmSync(join(at.cwd, 'new.txt'));
    expect(ask<{ runs: readonly object[] }>(['runs'], at).runs).toHaveLength(1);
    expect(fault(['resume', 'latest', '--from', 'nowhere'], at).hint).toContain('investigate');
    expect(fault(['resume', 'latest', '--case', 'case-1'], at).message).toContain('needs `--from`');
  });
});
