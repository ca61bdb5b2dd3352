// Small files that break a rule of lint, written in a few words; `a` and `b` are nodes, `a` is the start.

import type { LintRule } from '../../../src/pipeline/index.ts';

/** A rule, a file that breaks it, and all that lint says of the file: `line:column rule: message | remedy`. */
export type LintCase = readonly [rule: LintRule, text: string, ...findings: string[]];

/** A file with the given edges. */
export function file(edges: readonly string[], nodes = '[{name: a}, {name: b}]', more = ''): string {
  return `pipeline: p\nnodes: ${nodes}\nedges:\n${edges.map((edge) => `  - {${edge}}\n`).join('')}start: a\n${more}`;
}

export const toB = 'id: e1, from: a, to: b';
export const toEnd = 'id: e2, from: b, to: _done';

/** A file in which one condition is the only way from `a`. */
export function when(condition: string): string {
  return file([`${toB}, when: '${condition}'`, toEnd]);
}

/** A file in which a condition is tried before an edge that always matches. */
export function whenOr(condition: string, more = ''): string {
  return file([`id: e0, from: a, to: b, when: '${condition}'`, toB, toEnd], undefined, more);
}

/** A file with an edge back from `b` to `a`. */
export function back(edge: string): string {
  return file([toB, `id: e3, from: b, to: a, ${edge}`, toEnd]);
}

/** A condition of so many truths. */
export function flags(count: number): string {
  return Array.from({ length: count }, (_, index) => `output.f${index}`).join(' || ');
}

/** What the extensions of the tables extend, by name. */
export const bases: ReadonlyMap<string, string> = new Map([
  ['base', file([`${toB}, condition: sure`, toEnd], undefined, 'zones: {z: {nodes: [a]}}\n')],
  ['total', file([toB, toEnd])],
  ['tuned', whenOr('output.n > config.limit || output.s == config.name', 'vars: {limit: 1, name: one}\n')],
  ['broken', file([toB, 'id: e2, from: b, to: nowhere'])],
  [
    'loose',
    file(
      [`${toB}, condition: sure`, 'id: e2, from: b, to: _recommended'],
      '[{name: a}, {name: b}, {name: c}]',
    ),
  ],
]);

/** A file that extends one of the bases. */
export function extending(base: string, rest: string): string {
  return `pipeline: x\nextends: ${base}\n${rest}`;
}
