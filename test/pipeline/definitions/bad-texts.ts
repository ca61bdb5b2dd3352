// Files whose text or shape is wrong.

import { back, file, type LintCase, toB, toEnd } from './small-file.ts';

export const textCases: readonly LintCase[] = [
  [
    'yaml',
    'a: [',
    '1:5 yaml: flow sequence in block collection must be sufficiently indented and end with a ] | write plain YAML without aliases and tags',
  ],
  [
    'yaml',
    'pipeline: p\nnodes: &n [{name: a}]\nstart: *n',
    '3:8 yaml: `*n` needs to be written out | write plain YAML without aliases and tags',
  ],
  [
    'yaml',
    'pipeline: p\nstart: "a',
    '2:10 yaml: missing closing quote | write plain YAML without aliases and tags',
  ],
  [
    'duplicate',
    'pipeline: p\npipeline: q',
    '2:1 duplicate: the key `pipeline` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    file([toB, toEnd], '[{name: a}, {name: a}]'),
    '2:21 duplicate: the node `a` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    file([toB, toEnd, 'id: e1, from: b, to: _done']),
    '6:6 duplicate: the edge `e1` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    file([toB, toEnd], undefined, 'terminals: [_asked, _asked]'),
    '7:21 duplicate: the terminal `_asked` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    file([toB, toEnd], undefined, 'zones: {y: {nodes: [a]}, z: {nodes: [b, a]}}'),
    '7:41 duplicate: the zone of `a` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    file([toB, toEnd], '[{name: a, masks: [mask-of-recall, mask-of-recall]}, {name: b}]'),
    '2:43 duplicate: the mask `mask-of-recall` of `a` is given twice | rename or remove one',
  ],
  [
    'duplicate',
    back('loop: true, max: 1, when: output.x, targets: [a, a], target: output.t'),
    '5:79 duplicate: the target `a` of `e3` is given twice | rename or remove one',
  ],
  [
    'unknown-key',
    file([toB, toEnd]).replace('start:', 'strat: a\nstart:'),
    '6:1 unknown-key: `strat` is not a key of a pipeline (did you mean `start`?) | the keys are pipeline, description, extends, vars, zones, nodes, edges, terminals, start, done',
  ],
  [
    'unknown-key',
    file([toB, 'id: e2, form: b, from: b, to: _done']),
    '5:14 unknown-key: `form` is not a key of `edges.1` (did you mean `from`?) | the keys are id, name, from, to, shortcut, loop, condition, when, max, advisory, targets, target, set',
  ],
  [
    'unknown-key',
    file([toB, toEnd], undefined, 'zones: {z: {nodes: [a], stickyness: 1}}'),
    '7:25 unknown-key: `stickyness` is not a key of `zones.z` (did you mean `stickiness`?) | the keys are nodes, element, stickiness',
  ],
  [
    'unknown-key',
    file([toB, toEnd], '[{name: a, mask: [x]}, {name: b}]'),
    '2:19 unknown-key: `mask` is not a key of `nodes.0` (did you mean `masks`?) | the keys are name, element, family, artifact, masks, role, pipeline',
  ],
  [
    'wrong-value',
    file([toB, toEnd], '[{name: a, element: watr}, {name: b}]'),
    '2:19 wrong-value: `nodes.0.element` needs one of fire, lightning, earth, diamond, water, air, iron (did you mean `water`?) | write one of fire, lightning, earth, diamond, water, air, iron',
  ],
  [
    'wrong-value',
    file([toB, toEnd], undefined, 'zones: {z: {nodes: [a], stickiness: 4}}'),
    '7:25 wrong-value: `zones.z.stickiness` needs one of 0, 1, 2, 3 | write one of 0, 1, 2, 3',
  ],
  [
    'wrong-value',
    file([toB, toEnd], undefined, 'zones: {z: {nodes: [a], stickiness: -1}}'),
    '7:25 wrong-value: `zones.z.stickiness` needs one of 0, 1, 2, 3 | write one of 0, 1, 2, 3',
  ],
  [
    'wrong-value',
    file([toB, toEnd], undefined, 'terminals: [_any]'),
    '7:13 wrong-value: `terminals.0` needs a terminal such as _done, beginning with an underscore (`_any` is no terminal) | write a terminal such as _done, beginning with an underscore (`_any` is no terminal)',
  ],
  [
    'wrong-value',
    file([toB, toEnd], '[{name: a}, {name: constructor}]'),
    '2:21 wrong-value: `nodes.1.name` needs another name: every record has this one already | write another name: every record has this one already',
  ],
  [
    'wrong-value',
    file([`${toB}, max: 2`, toEnd]),
    '4:30 wrong-value: `max` bounds loop edges only | add `loop: true`',
  ],
  [
    'wrong-value',
    back('loop: true, advisory: true, when: output.x'),
    '5:5 wrong-value: an advisory edge is no loop | remove `loop` or `advisory`',
  ],
  [
    'wrong-value',
    back('loop: true, max: 1, when: output.x, targets: [], target: output.t'),
    '5:66 wrong-value: `targets` of `e3` names none | name the places `target` may choose',
  ],
  [
    'wrong-value',
    file([toB, toEnd], '[{name: a, pipeline: total, masks: [mask-of-recall]}, {name: b}]'),
    '2:36 wrong-value: the node `a` walks a pipeline and wears masks | let the nodes of that pipeline wear them',
  ],
  [
    'missing',
    file([toB, toEnd]).replace('pipeline: p\n', ''),
    '1:1 missing: `pipeline` is missing in a pipeline | add `pipeline`',
  ],
  [
    'missing',
    file([toB, toEnd]).replace('start: a', ''),
    '1:1 missing: `start` is missing in a pipeline | add `start`',
  ],
  [
    'missing',
    file([toB, 'id: e2, from: b']),
    '5:5 missing: the edge `e2` has no `to` | add `to`, or give the id of an edge of the base',
  ],
  ['missing', file(['from: a, to: b', toEnd]), '4:5 missing: `id` is missing in `edges.0` | add `id`'],
  [
    'missing',
    back('loop: true, max: 1, when: output.x, target: output.t'),
    '5:5 missing: `target` and `targets` belong together | give both',
  ],
];
