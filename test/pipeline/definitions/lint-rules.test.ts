// Every rule of lint, each with small files that break it: line, column, message and remedy, word for word; and files
// that look as if they broke one, and do not.

import { expect, test } from 'vitest';
import { lintPipeline, lintRules } from '../../../src/pipeline/index.ts';
import { graphCases } from './bad-graphs.ts';
import { nameCases } from './bad-names.ts';
import { textCases } from './bad-texts.ts';
import { back, bases, extending, file, flags, toB, toEnd, when, whenOr } from './small-file.ts';

const cases = [...textCases, ...nameCases, ...graphCases];

/** Lints a text and writes each finding on one line. */
function check(text: string): readonly string[] {
  return lintPipeline(text, { resolve: (name) => bases.get(name) ?? null }).map(
    ({ rule, line, column, message, remedy }) => `${line}:${column} ${rule}: ${message} | ${remedy}`,
  );
}

test.each(cases)('%s %#', (rule, text, ...findings) => {
  expect(check(text)).toEqual(findings);
  expect(findings.join('\n')).toContain(` ${rule}: `);
});

test('every rule has a file that breaks it', () => {
  expect(lintRules.filter((rule) => !cases.some(([one]) => one === rule))).toEqual([]);
});

test.each([
  ['an edge behind a loop that can be spent', back('loop: true, max: 1, when: "true"')],
  ['twelve truths, which are as many cases as are looked at', whenOr(flags(12))],
  ['thirteen truths and an edge that always matches', whenOr(flags(13))],
  [
    'an advisory edge that always holds, wherever it stands',
    file(['id: e0, from: a, to: a, advisory: true', toB, toEnd]),
  ],
  ['an advisory edge back', file([toB, 'id: e3, from: b, to: a, advisory: true, when: output.x', toEnd])],
  [
    'a loop without a bound of its own at a node with an element',
    file(
      [toB, 'id: e3, from: b, to: a, loop: true, when: output.x', toEnd],
      '[{name: a}, {name: b, element: water}]',
    ),
  ],
  ['a loop bounded by `vars.max_loops`', `${back('loop: true, when: output.x')}vars: {max_loops: 1}\n`],
  [
    'a loop as the last and unconditional edge',
    file([toB, 'id: e2, from: b, to: _done, when: output.x', 'id: e3, from: b, to: a, loop: true, max: 2']),
  ],
  [
    'a fallback behind a condition and its opposite, whose field may be absent',
    file([
      `${toB}, when: output.ok`,
      'id: e4, from: a, to: b, when: "!output.ok"',
      'id: e5, from: a, to: _done',
      toEnd,
    ]),
  ],
  ['a confidence that is asked for', whenOr('has(output.confidence) && output.confidence >= 0.5')],
  [
    'a confidence of a named artifact',
    whenOr('output.confidence >= 0.5').replace('{name: a}', '{name: a, artifact: x}'),
  ],
  [
    'a gap that `_any` closes',
    file([
      'id: e0, from: _any, to: _mistrial, when: output.n < 1',
      `${toB}, when: output.n >= 1`,
      'id: e2, from: b, to: _done, when: output.n >= 1',
    ]),
  ],
  [
    'texts in order',
    file([
      `${toB}, when: output.s < "m"`,
      'id: e3, from: a, to: b, when: output.s > "m"',
      'id: e4, from: a, to: _done',
      toEnd,
    ]),
  ],
  ['a sum of a counter that can be below zero', whenOr('state.remands - 5 < 0')],
  ['a size less something', whenOr('size(output.l) - 3 < 0')],
  ['a whole number and another that exceeds it', whenOr('state.remands > 1 && output.n > state.remands')],
  ['a count of a node', whenOr('state.loops.b > 1 && state.visits["a"] > 1')],
  ['two truths that are equal', whenOr('output.x == output.y && output.x')],
  ['numbers too large to tell apart', whenOr('output.n == 99999999999999999999')],
  ['a confidence below more than it can be', whenOr('has(output.confidence) && output.confidence < 5')],
  ['a variable of the element', whenOr('output.n > config.evidence_depth')],
  ['a visit of the node itself', when('state.visits.a >= 1')],
  ['a visit of the node itself by its key', when('state.visits["a"] > 0')],
  ['a size written in both ways', when('size(output.l) > 0 || output.l.size() == 0')],
  ['a size in a sum written in both ways', when('size(output.l) + 1 > 5 || output.l.size() + 1 <= 5')],
  ['an item called by two names', when('output.l.exists(x, x.w > 1) || !output.l.exists(y, y.w > 1)')],
  [
    'a variable of the element that the node has',
    when('output.x >= config.convergence_threshold || output.x < config.convergence_threshold').replace(
      '{name: a}',
      '{name: a, element: earth}',
    ),
  ],
  [
    'a loop bounded by the element of its node',
    back('loop: true, max: config.max_loops, when: output.x').replace(
      '{name: b}',
      '{name: b, element: water}',
    ),
  ],
  ['a bound that divides evenly', `${back('loop: true, max: config.n / 2, when: output.x')}vars: {n: 4}\n`],
  ['an item that is null', whenOr('output.l[0] == null')],
  ['a field that is not null', whenOr('output.x != null')],
  ['a decimal among others', whenOr('output.x in [0.5, 1.0] || 0.25 in output.l || -output.x < 0')],
  ['an extension that keeps the kinds', extending('tuned', 'vars: {limit: 2.5}')],
  [
    'a place that is named twice as source and target',
    file([toB, 'id: e2, from: b, to: _done'], undefined, 'terminals: [_done, _asked]\n'),
  ],
  [
    'an extension that binds',
    extending('base', 'edges: [{id: e1, when: output.x}, {id: e3, from: a, to: _done}]'),
  ],
  ['a pipeline in a node', file([toB, toEnd], '[{name: a, pipeline: total}, {name: b}]')],
])('%s is no fault', (_what, text) => {
  expect(check(text)).toEqual([]);
});

test('a total node is not asked for more, one case short of it is', () => {
  expect(check(when('output.n >= 1 || output.n < 1'))).toEqual([]);
  expect(check(when('output.n > 1 || output.n < 1'))).toHaveLength(1);
});
