// Files that load, and whose graphs are wrong or doubtful.

import { back, extending, file, flags, type LintCase, toB, toEnd, when, whenOr } from './small-file.ts';

export const graphCases: readonly LintCase[] = [
  [
    'unreachable-done',
    file([toB, 'id: e2, from: b, to: _recommended']),
    '1:1 unreachable-done: no way leads from `a` to `_done` | add an edge to `_done`',
  ],
  [
    'unreachable-done',
    file([toB, 'id: e2, from: b, to: _recommended'], undefined, 'done: _done'),
    '7:1 unreachable-done: no way leads from `a` to `_done` | add an edge to `_done`',
  ],
  [
    'unreachable-done',
    extending('loose', 'edges: [{id: e1, when: "true"}, {id: e3, from: c, to: _recommended}]'),
    '2:1 orphan-node: no way leads from `a` to `c` | add an edge to it, or remove it',
    '2:1 unreachable-done: no way leads from `a` to `_done` | add an edge to `_done`',
  ],
  [
    'orphan-node',
    file(['id: e1, from: a, to: _done', toEnd]),
    '2:20 orphan-node: no way leads from `a` to `b` | add an edge to it, or remove it',
  ],
  [
    'orphan-node',
    file(['id: e0, from: a, to: b, advisory: true, when: output.x', 'id: e1, from: a, to: _done', toEnd]),
    '2:20 orphan-node: no way leads from `a` to `b` | add an edge to it, or remove it',
  ],
  [
    'dead-edge',
    whenOr('output.n > 1 && output.n < 0'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('false'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('size(output.l) < 0'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('state.remands < 0'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('output.d == "x" && output.d == "y"'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('has(output.x) && !has(output.x)'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    whenOr('output.x == null'),
    '4:30 dead-edge: `e0` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    file([
      'id: e1, from: a, to: b, when: output.x == null',
      'id: e0, from: a, to: b, when: \'output["x"] != null\'',
      toEnd,
    ]),
    '4:30 dead-edge: `e1` can never match | correct its `when`, or remove the edge',
  ],
  [
    'dead-edge',
    back('loop: true, max: 0, when: output.again'),
    '5:42 dead-edge: `e3` can never be taken: its loop is bounded by 0 | give it a `max` of at least 1, or remove the edge',
  ],
  [
    'dead-edge',
    `${back('loop: true, max: config.n - 2, when: output.again')}vars: {n: 1}\n`,
    '5:42 dead-edge: `e3` can never be taken: its loop is bounded by -1 | give it a `max` of at least 1, or remove the edge',
  ],
  [
    'dead-edge',
    `${back('loop: true, when: output.again')}vars: {max_loops: -1}\n`,
    '5:5 dead-edge: `e3` can never be taken: its loop is bounded by -1 | give it a `max` of at least 1, or remove the edge',
  ],
  [
    'dead-edge',
    back('loop: true, when: output.again').replace('{name: b}', '{name: b, element: diamond}'),
    '5:5 dead-edge: `e3` can never be taken: its loop is bounded by 0 | give it a `max` of at least 1, or remove the edge',
  ],
  [
    'shadowed-edge',
    whenOr('state.visits.a >= 1'),
    '5:5 shadowed-edge: `e1` is never taken: wherever it matches, an earlier edge does | move it before, or correct its `when`',
  ],
  [
    'shadowed-edge',
    file([
      'id: e0, from: a, to: b, when: output.n >= 1',
      'id: e9, from: a, to: b, when: output.n > 1',
      toB,
      toEnd,
    ]),
    '5:30 shadowed-edge: `e9` is never taken: wherever it matches, an earlier edge does | move it before, or correct its `when`',
  ],
  [
    'shadowed-edge',
    whenOr('true'),
    '5:5 shadowed-edge: `e1` is never taken: wherever it matches, an earlier edge does | move it before, or correct its `when`',
  ],
  [
    'shadowed-edge',
    whenOr('state.remands >= 0'),
    '5:5 shadowed-edge: `e1` is never taken: wherever it matches, an earlier edge does | move it before, or correct its `when`',
  ],
  [
    'shadowed-edge',
    file([toB, toEnd, 'id: e0, from: _any, to: _done']),
    '4:5 shadowed-edge: `e1` is never taken: wherever it matches, `e0` does | move it before, or correct its `when`',
    '5:5 shadowed-edge: `e2` is never taken: wherever it matches, `e0` does | move it before, or correct its `when`',
  ],
  [
    'shadowed-edge',
    file([
      `id: e0, from: _any, to: _done, when: output.n > 1`,
      `id: e3, from: a, to: b, when: output.n > 2`,
      toB,
      toEnd,
    ]),
    '5:30 shadowed-edge: `e3` is never taken: wherever it matches, an earlier edge does | move it before, or correct its `when`',
  ],
  [
    'not-total',
    when('output.n >= 1'),
    '2:9 not-total: no edge of `a` matches when output.n is 0.9999 | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('output.d == "x"'),
    '2:9 not-total: no edge of `a` matches when output.d is (something else) | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('output.n > 0.5 || output.n < 0.5'),
    '2:9 not-total: no edge of `a` matches when output.n is 0.5 | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('has(output.n) || output.n < 1'),
    '2:9 not-total: no edge of `a` matches when has(output.n) is false | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('has(output.m) && has(output.m.k) || !has(output.m.k)'),
    '2:9 not-total: no edge of `a` matches when has(output.m) is false | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('output.l[0] == "x" || output.l[0] != "x"'),
    '2:9 not-total: no edge of `a` matches when has(output.l[0]) is false | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('output.s > "m"'),
    '2:9 not-total: no edge of `a` matches when output.s is `m` | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    file([`${toB}, when: 'false'`, toEnd]),
    '2:9 not-total: no edge of `a` ever matches | add an unconditional last edge from `a`',
    '4:30 dead-edge: `e1` can never match | correct its `when`, or remove the edge',
  ],
  [
    'not-total',
    when('has(output.m.k) || !has(output.m.k)'),
    '2:9 not-total: no edge of `a` matches when has(output.m) is false | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('output.x >= config.convergence_threshold || output.x < config.convergence_threshold'),
    '2:9 not-total: no edge of `a` matches when output.x is -0.0002, has(config.convergence_threshold) is false | add an unconditional last edge from `a`',
  ],
  [
    'not-total',
    when('-(output.a - output.b) > 0 || -output.a - output.b <= 0'),
    '2:9 not-total: no edge of `a` matches when -(output.a - output.b) is -0.0001, (-output.a) - output.b is 0.0001 | add an unconditional last edge from `a`',
  ],
  [
    'cannot-prove',
    when(flags(13)),
    '2:9 cannot-prove: cannot prove that an edge of `a` always matches: more than 4096 cases | add an unconditional last edge',
  ],
  [
    'unbounded-loop',
    back('loop: true, when: output.again'),
    '5:5 unbounded-loop: nothing bounds the loop `e3` | give the edge a `max`, set `vars.max_loops`, or give its node an element',
  ],
  [
    'unbounded-loop',
    file(
      [toB, toEnd, 'id: e0, from: _any, to: a, loop: true, when: output.again'],
      '[{name: a, element: fire}, {name: b, element: fire}]',
    ),
    '6:5 unbounded-loop: nothing bounds the loop `e0` | give the edge a `max`, set `vars.max_loops`, or give its node an element',
  ],
  [
    'unbounded-loop',
    back('loop: true, max: config.max_loops, when: output.again'),
    '5:5 unbounded-loop: nothing bounds the loop `e3` | give the edge a `max`, set `vars.max_loops`, or give its node an element',
  ],
  [
    'unbounded-cycle',
    back('when: output.again'),
    '5:5 unbounded-cycle: `e3` closes a circle in which no edge is a loop | mark it `loop: true` with a `max`',
  ],
  [
    'unbounded-cycle',
    back('when: output.again, targets: [b], target: output.t').replace('to: a,', 'to: _done,'),
    '5:5 unbounded-cycle: `e3` closes a circle in which no edge is a loop | mark it `loop: true` with a `max`',
  ],
  [
    'unbounded-cycle',
    file([toB, toEnd, 'id: e0, from: _any, to: a, when: output.again']),
    '6:5 unbounded-cycle: `e0` closes a circle in which no edge is a loop | mark it `loop: true` with a `max`',
  ],
  [
    'type-check',
    whenOr('config.limt > 1', 'vars: {limit: 1}'),
    '4:30 type-check: `when` of `e0` does not type-check: no such key: limt (did you mean `limit`?) | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    whenOr('state.loops.bb > 1'),
    '4:30 type-check: `when` of `e0` does not type-check: `bb` is no node (did you mean `b`?) | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    whenOr('state.visits["b-b"] > 1'),
    '4:30 type-check: `when` of `e0` does not type-check: `b-b` is no node | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    file([`${toB}, set: {one: config.x}`, toEnd]),
    '4:36 type-check: `set.one` of `e1` does not type-check: no such key: x | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    file(
      [toB, toEnd],
      undefined,
      'vars: {max_loops: 2.5, convergence_threshold: high, evidence_depth: true}\n',
    ),
    '7:8 type-check: the variable `max_loops` is `2.5`, a whole number is needed | set it to a whole number',
    '7:24 type-check: the variable `convergence_threshold` is `high`, a number is needed | set it to a number',
    '7:53 type-check: the variable `evidence_depth` is `true`, a whole number is needed | set it to a whole number',
  ],
  [
    'type-check',
    `${back('loop: true, max: config.n, when: output.again')}vars: {n: two}\n`,
    '5:42 type-check: `max` of `e3` does not type-check: it yields string, int is needed | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    `${back('loop: true, max: config.n, when: output.again')}vars: {n: 1.5}\n`,
    '5:42 type-check: `max` of `e3` does not type-check: it yields Decimal, int is needed | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    `${back('loop: true, max: config.n / 2, when: output.again')}vars: {n: 3}\n`,
    '5:42 type-check: `max` of `e3` does not type-check: it is 1.5, a whole number is needed | compute a whole number of whole variables',
  ],
  [
    'type-check',
    `${back('loop: true, max: 6 / config.n, when: output.again')}vars: {n: 0}\n`,
    '5:42 type-check: `max` of `e3` does not type-check: division by zero | compute a whole number of whole variables',
  ],
  [
    'type-check',
    back('loop: true, max: config.n, when: output.again'),
    '5:42 type-check: `max` of `e3` does not type-check: no such key: n | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    whenOr('config.flag', 'vars: {flag: "yes"}'),
    '4:30 type-check: `when` of `e0` does not type-check: it yields string, bool is needed | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    whenOr('state.remands > config.most', 'vars: {most: three}'),
    '4:30 type-check: `when` of `e0` does not type-check: no such overload: int > string | read fields the artifact has, and variables that `vars` sets',
  ],
  [
    'type-check',
    extending('tuned', 'vars: {limit: high, name: other}'),
    '3:8 type-check: the variable `limit` is a number in `tuned` and a text here | set it to a number',
  ],
  [
    'absent-confidence',
    whenOr('output.confidence >= 0.5'),
    '4:30 absent-confidence: `e0` compares a confidence that may be absent | name the artifact of the node, or ask `has(output.confidence)` first',
  ],
  [
    'absent-confidence',
    whenOr('output["confidence"] >= 0.5'),
    '4:30 absent-confidence: `e0` compares a confidence that may be absent | name the artifact of the node, or ask `has(output.confidence)` first',
  ],
  [
    'absent-confidence',
    file(
      [toB, toEnd, 'id: e0, from: _any, to: _done, when: output.confidence > 0.5'],
      '[{name: a, artifact: x}, {name: b, artifact: y}]',
    ),
    '6:37 absent-confidence: `e0` compares a confidence that may be absent | name the artifact of the node, or ask `has(output.confidence)` first',
  ],
  [
    'mask-not-valid',
    file([toB, toEnd], '[{name: a, masks: [mask-of-recall]}, {name: b}]'),
    '2:27 mask-not-valid: `mask-of-recall` cannot be worn at `a` | it can be worn at recall',
  ],
  [
    'mask-not-valid',
    file([toB, toEnd], '[{name: a}, {name: b, masks:\n  [mask-of-judgment,\n   mask-of-the-forge]}]'),
    '3:4 mask-not-valid: `mask-of-judgment` cannot be worn at `b` | it can be worn at review',
    '4:4 mask-not-valid: `mask-of-the-forge` cannot be worn at `b` | it can be worn at investigate',
  ],
];
