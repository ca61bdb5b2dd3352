// The views of a run: whole, one case, one step, and the list of runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyRun, foldRun, type RunModel } from '../record/index.ts';
import { renderRun, renderRuns } from './index.ts';

const folder = join(import.meta.dirname, '../../test/golden/report');
const run: RunModel = foldRun(JSON.parse(readFileSync(join(folder, 'mixed-events.json'), 'utf8')));

describe('a run', () => {
  test.each([
    ['whole', {}],
    ['one case', { case: 'case-1111', width: 120 }],
    ['one step', { case: 'case-11112222', step: 4 }],
  ])('shown as %s reads as its golden text', async (name, view) => {
    const file = join(folder, `run-${name.replace(' ', '-')}.txt`);
    await expect(renderRun(run, view)).toMatchFileSnapshot(file);
  });

  test('folds what is long and says how much there is', () => {
    const [one] = run.cases;
    const [step] = one?.steps ?? [];
    if (one === undefined || step === undefined) throw new Error('the sample is empty');
    const steps = Array.from({ length: 60 }, (_, index) => ({ ...step, step: index + 1 }));
    const cases = Array.from({ length: 30 }, (_, index) => ({ ...one, id: `case-${index}`, steps }));
    const text = renderRun({ ...run, cases });
    expect(text).toContain('10 further cases; see one with --case <id>');
    expect(text).toContain('10 further steps; see --case case-0');
    expect(renderRun({ ...run, cases }, { case: 'case-7' })).not.toContain('further');
  });

  test.each([
    [{ case: 'case-' }, '`case-` matches several cases of this run'],
    [{ case: 'case-11112223' }, '`case-11112223` matches no case of this run'],
    [{ step: 1 }, 'a step belongs to a case, and none was named'],
    [{ case: 'case-1', step: 99 }, 'the case `case-11112222` has no step 99'],
    [{ case: '\u001b[2J' }, '`\\u001b[2J` matches no case of this run'],
  ])('refuses %j', (view, message) => {
    expect(() => renderRun(run, view)).toThrow(message);
  });

  test('says how much of it a newer program wrote', () => {
    expect(renderRun(run)).not.toContain('newer version');
    expect(renderRun({ ...run, unread: 3 })).toContain('not shown   3 further events from a newer version');
  });

  test('names nested nodes, where a step led in the end, and why a walk ended', () => {
    const [one] = run.cases;
    const [step] = one?.steps ?? [];
    if (one === undefined || step === undefined) throw new Error('the sample is empty');
    const outer = [
      { node: 'trial', within: [], artifact: null, edge: { edge: 'T1', to: 'next-node' }, failure: null },
    ];
    const nested = { ...step, node: 'weigh', within: ['trial'], edge: { edge: 'W1', to: '_done' }, outer };
    const failed = {
      ...one,
      status: 'failed',
      terminal: null,
      reason: 'no edge\u001b matches',
      paused: null,
    };
    const text = renderRun({ ...run, cases: [{ ...failed, steps: [nested] }] });
    expect(text).toMatch(/trial › weigh .* next node/);
    expect(text).toMatch(/1 step, failed: no edge\S* matches/);
    expect(text).not.toContain('\u001b');
  });

  test('that has not begun says so', () => {
    expect(renderRun(emptyRun)).toBe('run without a name: new, 0 cases\n');
  });
});

describe('the list of runs', () => {
  const formatTime = (timeMs: number): string => new Date(timeMs).toISOString();

  test('is a table in the order given', () => {
    const runs = [
      { run: `run:${'b'.repeat(64)}`, status: 'done', startedMs: 0, cases: 12, causes: 3 },
      { run: `run:${'a'.repeat(64)}`, status: '\u001b[31mfailed', startedMs: 1, cases: 1, causes: 0 },
      { run: `run:${'c'.repeat(64)}`, status: 'running', startedMs: 2, cases: 7, causes: null },
    ];
    expect(renderRuns(runs, { formatTime, width: 100 }).split('\n')).toEqual([
      'run                   status            started                   cases  causes',
      'run:bbbbbbbbbbbbbbbb  done              1970-01-01T00:00:00.000Z  12     3',
      'run:aaaaaaaaaaaaaaaa  \\u{1b}[31mfailed  1970-01-01T00:00:00.001Z  1      0',
      'run:cccccccccccccccc  running           1970-01-01T00:00:00.002Z  7      –',
      '',
    ]);
  });

  test('says what to do where there is none', () => {
    expect(renderRuns([], { formatTime })).toBe(
      'no runs yet; start one with penumbra investigate <report>\n',
    );
  });
});
