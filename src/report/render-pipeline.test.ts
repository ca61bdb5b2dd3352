/** Pipelines on a terminal: whatever a definition says is shown and does nothing, and carets stand under their place. */
import { describe, expect, test } from 'vitest';
import type { Sha256 } from '../kernel/index.ts';
import type { PipelineFinding } from '../pipeline/index.ts';
import { renderPipelineLint } from './render-lint.ts';
import { type PipelineDocument, renderPipeline } from './render-pipeline.ts';

const steering = 'a\u001b[31m\u202eb\nc';

const edge: PipelineDocument['edges'][number] = {
  id: 'E1',
  name: 'go',
  from: 'look',
  to: '_done',
  shortcut: false,
  loop: false,
  advisory: false,
  condition: null,
  when: null,
  max: null,
  targets: [],
  target: null,
  set: {},
};

const document: PipelineDocument = {
  source: 'p.yaml',
  pipeline: 'p',
  description: null,
  hash: 'f'.repeat(64) as Sha256,
  start: 'look',
  done: '_done',
  vars: {},
  zones: [],
  nodes: [
    { name: 'look', element: null, family: null, artifact: null, masks: [], role: null, pipeline: null },
  ],
  edges: [edge],
  terminals: ['_done', '_exhausted'],
  unbound: [],
  nested: {},
};

function checkEdges(edges: readonly Partial<typeof edge>[], expected: readonly string[]): void {
  const text = renderPipeline({ ...document, edges: edges.map((each) => ({ ...edge, ...each })) });
  for (const line of expected) expect(text).toContain(line);
}

describe('a pipeline on a terminal', () => {
  test.each([
    ['an edge without neighbours', [{}], ['E1 go', 'always']],
    ['a last edge', [{ when: 'output.x' }, { id: 'E2' }], ['when output.x', 'otherwise']],
    ['a loop by number', [{ loop: true, max: 2, when: 'true' }], ['loop, at most 2']],
    ['a loop by its element', [{ loop: true, when: 'true' }], ['as often as the element or max_loops']],
    ['advice alone', [{ advisory: true, when: 'output.x' }], ['advice, never taken', 'no outgoing edge']],
    [
      'an edge of every step',
      [{ from: '_any', when: 'state.role_failed' }],
      ['any step', 'no outgoing edge'],
    ],
    [
      'further targets',
      [{ targets: ['look'], target: 'output.t' }],
      ['_done, look', 'to where output.t says'],
    ],
    ['what it sets', [{ set: { seen: 'output.id', count: 1 } }], ['sets seen = output.id, count = 1']],
    ['a label without expression', [{ condition: 'if sure' }], ['not bound: if sure']],
  ])('says of %s what it does', (_what, edges, expected) => checkEdges(edges, expected));

  test('shows what steers a terminal instead of doing it', () => {
    const hostile = {
      ...edge,
      when: steering,
      condition: steering,
      max: steering,
      loop: true,
      set: { x: steering },
    };
    const text = renderPipeline({
      ...document,
      description: steering,
      vars: { v: steering },
      edges: [hostile],
      unbound: [steering],
    });
    for (const sign of ['\u001b', '\u202e']) expect(text).not.toContain(sign);
    expect(text).toContain('\\u{1b}[31m\\u{202e}');
  });
});

describe('a finding', () => {
  const finding: PipelineFinding & { readonly file: string; readonly source: string } = {
    file: 'p.yaml',
    line: 3,
    column: 90,
    rule: 'expression',
    message: `bad ${steering}`,
    remedy: 'mend it',
    source: `${'x'.repeat(89)}Y${'z'.repeat(300)}`,
  };

  test('in a long line has its caret under its place, and stays one line', () => {
    const text = renderPipelineLint(
      { ok: false, files: [{ file: 'p.yaml', nodes: null, edges: null, zones: null }], findings: [finding] },
      { width: 80 },
    );
    const [first = '', source = '', caret = ''] = text.split('\n');
    expect(first).toBe('p.yaml:3:90 expression bad a\\u{1b}[31m\\u{202e}b\\u{a}c');
    expect(source.length).toBeLessThanOrEqual(80);
    expect(source.charAt(caret.indexOf('^'))).toBe('Y');
  });
});
