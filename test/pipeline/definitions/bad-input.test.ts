// Hostile definitions: broken YAML, bombs, and names that every object has. Each comes to findings, soon, and the next
// definition is read as if nothing had happened.

import { describe, expect, test } from 'vitest';
import { advance, loadPipeline, startWalk } from '../../../src/pipeline/index.ts';
import { expectAnswered } from './expect-answered.ts';
import { file, toB, toEnd } from './small-file.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('a text', () => {
  test.each([
    ['nothing', ''],
    ['spaces', ' \n \n'],
    ['a comment', '# pipeline: p'],
    ['a null byte', 'pipeline: \u0000'],
    ['a tab', 'pipeline: p\nnodes:\n\t- name: a'],
    ['an open quote', 'pipeline: "p\nnodes: [{name: a}]\nstart: a'],
    ['an open flow', 'pipeline: p\nnodes: [{name: a}\nstart: a'],
    ['two documents', 'pipeline: p\n---\npipeline: q'],
    ['a list', '- pipeline: p'],
    ['a word', 'pipeline'],
    ['a number', '42'],
    ['a tag', 'pipeline: !!js/function "function () {}"'],
    ['a merge key', 'pipeline: p\n<<: {start: a}'],
    ['a complex key', '? {a: b}\n: c'],
    ['a key twice', 'pipeline: p\nstart: a\nstart: b'],
    ['an alias', 'pipeline: p\nnodes: &n [{name: a}]\nstart: *n'],
    ['an alias of itself', 'pipeline: &p [*p]'],
    [
      'a bomb of aliases',
      `a: &a [x]\n${lines(9, (i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${`*${'abcdefghi'[i]},`.repeat(9)}]`)}`,
    ],
    ['an anchor nobody names', 'pipeline: &p p\nnodes: [{name: a}]\nstart: a'],
    ['ten megabytes', `pipeline: p # ${'x'.repeat(10 * 1024 * 1024)}`],
    ['ten megabytes of nodes', `pipeline: p\nnodes:\n${lines(400_000, (i) => `  - {name: n${i}}`)}`],
    ['a million brackets', '['.repeat(1_000_000)],
    ['deep flow', `pipeline: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['deep mappings', `pipeline: ${'{a: '.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['deep blocks', lines(300, (i) => `${' '.repeat(i)}a:`)],
    ['a long word', `pipeline: ${'p'.repeat(200_000)}`],
    ['many unknown keys', lines(20_000, (i) => `k${i}: 1`)],
    [
      'many edges of unknown ends',
      `pipeline: p\nnodes: [{name: a}]\nstart: a\nedges:\n${lines(2_000, (i) => `  - {id: e${i}, from: a, to: x${i}, when: output.x}`)}`,
    ],
    [
      'long names, near one another',
      `pipeline: p\nnodes:\n${lines(500, (i) => `  - {name: ${'x'.repeat(50)}${i}}`)}\nstart: ${'x'.repeat(50)}\nedges:\n${lines(1_000, (i) => `  - {id: e${i}, from: ${'x'.repeat(50)}${i}y, to: _done}`)}`,
    ],
    ['too many nodes', `pipeline: p\nnodes:\n${lines(501, (i) => `  - {name: n${i}}`)}\nstart: n0`],
    [
      'too many edges',
      `pipeline: p\nnodes: [{name: a}]\nstart: a\nedges:\n${lines(2_001, (i) => `  - {id: e${i}, from: a, to: _done, when: output.x}`)}`,
    ],
  ])('of %s is refused', (_what, text) => {
    expect(expectAnswered(text).length).toBeGreaterThan(text.includes('&p p') ? -1 : 0);
  });
});

describe('a name that every object has', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
  ];
  const uses: readonly (readonly [string, (name: string) => string])[] = [
    [
      'node',
      (name) =>
        file(
          [`id: e1, from: a, to: ${name}`, `id: e2, from: ${name}, to: _done`],
          `[{name: a}, {name: ${name}}]`,
        ),
    ],
    ['edge', (name) => file([`id: ${name}, from: a, to: b`, toEnd])],
    ['variable', (name) => file([toB, toEnd], undefined, `vars: {${name}: 1}`)],
    ['zone', (name) => file([toB, toEnd], undefined, `zones: {${name}: {nodes: [a]}}`)],
    ['setting', (name) => file([`${toB}, set: {${name}: output.x}`, toEnd])],
    ['artifact', (name) => file([toB, toEnd], `[{name: a, artifact: ${name}}, {name: b}]`)],
    ['mask', (name) => file([toB, toEnd], `[{name: a, masks: [${name}]}, {name: b}]`)],
    ['role', (name) => file([toB, toEnd], `[{name: a, role: ${name}}, {name: b}]`)],
    ['pipeline', (name) => file([toB, toEnd], `[{name: a, pipeline: ${name}}, {name: b}]`)],
    ['base', (name) => `pipeline: p\nextends: ${name}`],
    ['key', (name) => `${file([toB, toEnd])}${name}: {polluted: true}`],
    ['key of a node', (name) => file([toB, toEnd], `[{name: a, ${name}: {polluted: true}}, {name: b}]`)],
    ['target', (name) => file([`id: e1, from: a, to: ${name}`, toEnd])],
  ];

  test.each(uses)('is no %s', (_what, write) => {
    for (const name of names) {
      const found = expectAnswered(write(name));
      // `prototype` is a name of functions only.
      if (name !== 'prototype') expect(found.length, name).toBeGreaterThan(0);
    }
    expect('polluted' in {}).toBe(false);
  });

  test('is read in an output as any other field', () => {
    const graph = loadPipeline(
      file([`${toB}, when: has(output.constructor)`, 'id: e3, from: a, to: _done', toEnd]),
    );
    const go = (data: object) =>
      advance(graph, startWalk(graph), { output: { type: 'x', data: data as never } }).next.history[0]?.edge;
    expect([go({}), go({ constructor: 1 })]).toEqual(['e3', 'e1']);
  });
});
