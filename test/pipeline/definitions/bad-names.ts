// Files whose names, extensions or expressions are wrong.

import { back, extending, file, type LintCase, toB, toEnd, when } from './small-file.ts';

export const nameCases: readonly LintCase[] = [
  [
    'unknown-name',
    file(['id: e1, from: a, to: c', toEnd]),
    '4:23 unknown-name: `c` is not known here (did you mean `a`?) | declare it, or use one of a, b, _done, _remand, _gap_brief, _mistrial, _recommended, _exhausted',
  ],
  [
    'unknown-name',
    file([toB, 'id: e2, from: bb, to: _dnoe']),
    '5:14 unknown-name: `bb` is not known here (did you mean `b`?) | declare it, or use one of a, b, _any',
    '5:24 unknown-name: `_dnoe` is not known here (did you mean `_done`?) | declare it, or use one of a, b, _done, _remand, _gap_brief, _mistrial, _recommended, _exhausted',
  ],
  [
    'unknown-name',
    file([toB, toEnd]).replace('start: a', 'start: aa'),
    '6:1 unknown-name: `aa` is not known here (did you mean `a`?) | declare it, or use one of a, b',
  ],
  [
    'unknown-name',
    file([toB, toEnd], undefined, 'done: _finished'),
    '7:1 unknown-name: `_finished` is not known here | declare it, or use one of a, b, _done, _remand, _gap_brief, _mistrial, _recommended, _exhausted',
  ],
  [
    'unknown-name',
    file([toB, toEnd], undefined, 'zones:\n  z:\n    nodes:\n      - a\n      - bb\n'),
    '11:9 unknown-name: `bb` is not known here (did you mean `b`?) | declare it, or use one of a, b',
  ],
  [
    'unknown-name',
    back('loop: true, max: 1, when: output.x, targets: [a, cc], target: output.t'),
    '5:79 unknown-name: `cc` is not known here | declare it, or use one of a, b, _done, _remand, _gap_brief, _mistrial, _recommended, _exhausted',
  ],
  [
    'unknown-name',
    file([toB, toEnd], '[{name: recall}, {name: a, masks: [mask-of-recal]}, {name: b}]')
      .replace('start: a', 'start: recall')
      .replace('from: a', 'from: recall, to: a}\n  - {id: e0, from: a'),
    '2:43 unknown-name: `mask-of-recal` is no known mask (did you mean `mask-of-recall`?) | the masks are mask-of-recall, mask-of-the-forge, mask-of-correlation, mask-of-judgment, mask-of-indictment, mask-of-discovery',
  ],
  [
    'unknown-name',
    file([toB, toEnd], '[{name: a, pipeline: nowhere}, {name: b}]'),
    '2:19 unknown-name: no definition is called `nowhere` | name a definition to walk',
  ],
  [
    'unknown-name',
    file([toB, toEnd], '[{name: a, pipeline: broken}, {name: b}]'),
    '2:19 unknown-name: `broken` cannot be loaded: 5:23: `nowhere` is not known here | name a definition to walk',
  ],
  [
    'extension',
    extending('base', 'start: b'),
    '3:1 extension: an extension cannot set `start` | remove it: `p` decides',
  ],
  [
    'extension',
    extending('nowhere', ''),
    '2:1 extension: no definition is called `nowhere` | name a definition that can be loaded',
  ],
  [
    'extension',
    extending('broken', ''),
    '2:1 extension: `broken` cannot be loaded: 5:23: `nowhere` is not known here | name a definition that can be loaded',
  ],
  [
    'extension',
    extending('base', 'edges: [{id: e1, to: _done}]'),
    '3:18 extension: an extension cannot set `to` of the base edge `e1` | set `when`, `max` or `advisory`, or add an edge with an id of its own',
  ],
  [
    'extension',
    extending('base', 'nodes: [{name: c}]'),
    '3:9 extension: `c` is no node of `p` (did you mean `a`?) | set `masks`, `artifact` or `role` of a base node; nodes are not added',
  ],
  [
    'expression',
    when('output.x =='),
    '4:30 expression: `when` of `e1`: the expression cannot be read: unexpected token: EOF | write CEL',
  ],
  [
    'expression',
    when('output.s.matches("x")'),
    '4:30 expression: `when` of `e1`: `matches` is not allowed: a regular expression can run without end | use contains, startsWith, endsWith or ==',
  ],
  [
    'expression',
    when('matches(output.s, "x")'),
    '4:30 expression: `when` of `e1`: `matches` is not allowed: a regular expression can run without end | use contains, startsWith, endsWith or ==',
  ],
  [
    'expression',
    when('output.l.all(x, output.l.exists(y, x == y))'),
    '4:30 expression: `when` of `e1`: `exists` runs over a list inside another pass over a list | nested passes are not allowed; let the node put the answer into its artifact',
  ],
  [
    'expression',
    when('output.l.all(x, x in output.m)'),
    '4:30 expression: `when` of `e1`: `in` runs over a list inside another pass over a list | nested passes are not allowed; let the node put the answer into its artifact',
  ],
  [
    'expression',
    when('size(output.l)'),
    '4:30 expression: `when` of `e1`: it yields int, bool is needed | read fields of output, state and config as they are',
  ],
  [
    'expression',
    when('outputs.ok'),
    '4:30 expression: `when` of `e1`: unknown variable: outputs (did you mean `output`?) | read fields of output, state and config as they are',
  ],
  [
    'expression',
    when('output.x > 0.12345'),
    '4:30 expression: `when` of `e1`: 0.12345 has more than four places | write at most four places',
  ],
  [
    'expression',
    when('state.handofs > 1'),
    '4:30 expression: `when` of `e1`: no such key: handofs (did you mean `handoffs`?) | read fields of output, state and config as they are',
  ],
  [
    'expression',
    back('loop: true, max: output.n, when: output.x'),
    '5:42 expression: `max` of `e3`: a bound is read before anything else is | use config only',
  ],
  [
    'expression',
    back('loop: true, max: config.n > 1, when: output.x'),
    '5:42 expression: `max` of `e3`: it yields bool, int is needed | read fields of output, state and config as they are',
  ],
  [
    'expression',
    back('loop: true, max: 1, when: output.x, targets: [a], target: 1 < 2'),
    '5:80 expression: `target` of `e3`: it yields bool, string is needed | read fields of output, state and config as they are',
  ],
  [
    'expression',
    file([`${toB}, set: {one: output.x, two: output.}`, toEnd]),
    '4:51 expression: `set.two` of `e1`: the expression cannot be read: expected IDENTIFIER, got EOF | write CEL',
  ],
  [
    'expression',
    when(`output.x == "${'y'.repeat(1000)}"`),
    '4:30 expression: `when` of `e1`: the expression is longer than 1000 characters | let the node put the answer into its artifact',
  ],
  [
    'unconditional-not-last',
    file(['id: e0, from: a, to: _done', toB, toEnd]),
    '4:5 unconditional-not-last: the edge `e0` always matches, and others of `a` follow it | give it a `when`, or move it behind them',
  ],
  [
    'unconditional-not-last',
    extending('total', 'edges:\n  - {id: e3, from: b, to: a, loop: true, max: 1, when: output.x}'),
    '4:5 unconditional-not-last: the edge `e2` always matches, and others of `b` follow it | give it a `when`, or move it behind them',
  ],
  [
    'unbound-edge',
    file([`${toB}, condition: maybe`, toEnd]),
    '4:5 unbound-edge: `e1` has the label `maybe` and no `when` | give it a `when`, here or in an extension',
  ],
  [
    'unbound-edge',
    file([`${toB}, condition: "two\\nlines"`, toEnd]),
    '4:5 unbound-edge: `e1` has the label `two\\u000alines` and no `when` | give it a `when`, here or in an extension',
  ],
  [
    'unbound-edge',
    extending('base', 'vars: {x: 1}'),
    '2:1 unbound-edge: `e1` has the label `sure` and no `when` | give it a `when`, here or in an extension',
  ],
  [
    'unbound-edge',
    file([toB, toEnd], '[{name: a, pipeline: base}, {name: b}]'),
    '2:19 unbound-edge: in `base`: `e1` has the label `sure` and no `when` | give it a `when`, here or in an extension',
  ],
];
