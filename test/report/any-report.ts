// Any report and any run, with whatever texts in them.
import fc from 'fast-check';
import {
  type CauseStatus,
  causeStatuses,
  defectTypes,
  type ReportCause,
  type ReportDocument,
  type RunModel,
} from '../../src/record/index.ts';

const hostile = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  ']]>',
  '<!--',
  '--><b>',
  '&lt;b&gt;',
  '\u001b[31m\u202e\u0000',
  '__proto__',
  'constructor',
  '',
  '日本語のテスト',
  '`',
  '``` \n\n# no title',
  '~~~',
  '[click](https://evil.example)',
  '![](https://evil.example/x.png)',
  'www.evil.example a@evil.example',
  '@octocat and @shop/web, see #1, GH-2, !3 and shop/web#4',
  'a | b \\| c',
  '- one\n- two',
  '1. one',
  '1) one',
  '::error file=a::b',
  '%0A::stop-commands::x',
  'a:b,c=d%',
  '</details>',
  ':tada: $x$ **bold** _under_ <b>',
  '\ud800',
  '../../etc/passwd',
  '/approve',
  'a\n/close now\n  @bot merge',
];

const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 60 }), fc.string());
const texts = fc.array(text, { maxLength: 4 });
const decimal = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 10_000);
const count = fc.nat(5_000);
const optional = <Value>(key: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((found) => (found === undefined ? {} : { [key]: found }));
const suspect = fc
  .tuple(
    fc.record({ path: text, score: count, confidence: decimal }),
    optional('symbol', text),
    optional('line', count),
  )
  .map(([base, ...more]) => Object.assign({}, base, ...more));
const exhibit = fc.record({
  index: count,
  handle: text,
  class: text,
  weight: decimal,
  struck: fc.boolean(),
});
const court = fc
  .tuple(
    fc.record({
      decision: text,
      rounds: count,
      original: text,
      exhibits: fc.array(exhibit, { maxLength: 3 }),
      standing_challenges: texts,
      verdict_reasoning: text,
      remands: count,
    }),
    optional('reason', text),
  )
  .map(([base, more]) => ({ ...base, ...more }));
const gap = fc.record({
  description: text,
  category: text,
  source: text,
  severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
  suggested_action: text,
});
const attachment = fc
  .tuple(fc.record({ path: text }), optional('name', text))
  .map(([base, more]) => ({ ...base, ...more }));
const date = fc.oneof(text, fc.constant('2026-11-16T17:40:00Z'));
const commit = fc
  .tuple(
    fc.record({ id: text, score: count }),
    optional('subject', text),
    optional('author', text),
    optional('date', date),
  )
  .map(([base, ...more]) => Object.assign({}, base, ...more));
const change = fc.record({
  commit: fc.option(text),
  subject: text,
  author: text,
  date,
  files: count,
});
const code = fc.record({
  path: text,
  lines: fc.array(
    fc.record({
      line: count,
      text,
      mark: fc.constantFrom('same', 'added', 'removed', 'suspected'),
    }),
    { maxLength: 14 },
  ),
});
const diff = fc.oneof(
  text,
  fc
    .array(fc.tuple(fc.constantFrom(' ', '+', '-', '@@ -1 +1 @@', '\\ '), text), { maxLength: 30 })
    .map((rows) => rows.map(([sign, row]) => `${sign}${row}`).join('\n')),
);
const hunk = fc
  .tuple(fc.record({ path: text, lines: fc.tuple(count, count), diff }), optional('symbol', text))
  .map(([base, more]) => ({ ...base, ...more }));
const proof = fc
  .tuple(
    fc.record({
      hunks: fc.array(hunk, { maxLength: 6 }),
      runs: fc.record({ red: count, green: count }),
      alone: fc.constantFrom('red', 'green', 'untold'),
      patch: diff,
    }),
    optional('change', fc.record({ commit: fc.option(text), subject: text, author: text, date })),
  )
  .map(([base, more]) => ({ ...base, ...more }));
const experiments = fc
  .tuple(
    fc.record({
      outcome: fc.constantFrom(
        'proven',
        'narrowed',
        'flaky',
        'order_dependent',
        'not_reproduced',
        'no_green',
        'unfinished',
      ),
      summary: text,
      command: text,
      runs: count,
      notes: texts,
    }),
    optional('range', fc.record({ green: fc.option(text), red: fc.option(text) })),
    optional('left', fc.record({ commits: texts, paths: texts })),
    optional('rate', fc.record({ failed: count, runs: count })),
    optional('polluter', text),
  )
  .map(([base, ...more]) => Object.assign({}, base, ...more));
const cause = fc
  .tuple(
    fc.record({
      id: text,
      defect_type: fc.constantFrom(...defectTypes),
      confidence: decimal,
      status: fc.constantFrom<CauseStatus>(...causeStatuses),
      summary: text,
      answer: fc.array(text, { maxLength: 3 }),
      tests: fc.array(fc.record({ suite: text, name: text }), { maxLength: 5 }),
      suspects: fc.array(suspect, { maxLength: 9 }),
      commits: fc.array(commit, { maxLength: 5 }),
      evidence: fc.array(
        fc.record({
          handle: text,
          kind: text,
          path: text,
          line: count,
          quote: text,
          weight: decimal,
        }),
        { maxLength: 5 },
      ),
      path: texts,
      next_steps: texts,
      duplicates: texts,
      stale: fc.constant(false as const),
    }),
    // Documents of older versions have none of these.
    optional('world', fc.constantFrom('change', 'latent', 'unknown')),
    optional('world_reason', text),
    optional(
      'tests_are',
      fc.constantFrom('unchanged', 'tweaked', 'rewritten', 'new', 'failed-before', 'unknown'),
    ),
    optional('message', text),
    optional('type_reason', text),
    optional('difference', fc.record({ expected: text, received: text })),
    optional('change', change),
    optional('code', code),
    optional('last_green', text),
    optional('failures', count),
    optional('first_seen', text),
    optional('owner', text),
    optional('attachments', fc.array(attachment, { maxLength: 5 })),
    optional('court', court),
    optional('proof', proof),
    optional('experiments', experiments),
    optional('gaps', fc.array(gap, { maxLength: 3 })),
  )
  .map(([base, ...more]): ReportCause => Object.assign({}, base, ...more));
export const anyReport: fc.Arbitrary<ReportDocument> = fc.record({
  schema: fc.constant('penumbra.report/1' as const),
  run: text,
  repository: text,
  revision: fc.option(text),
  versions: fc.dictionary(text, text, { maxKeys: 3 }),
  history: fc.constantFrom('full', 'shallow', 'none'),
  summary: fc.record({
    tests: count,
    failures: count,
    cases: count,
    causes: count,
    new: count,
    known: count,
    flaky: count,
    concluded: count,
  }),
  causes: fc.array(cause, { maxLength: 4 }),
  unread: fc.array(fc.record({ source: text, reason: text }), { maxLength: 3 }),
});

const node = fc.oneof(text, fc.constantFrom('recall', 'investigate', 'indict', 'hearing', '_done'));
const pairOf = <First extends string, Second extends string>(first: First, second: Second) =>
  fc.record({ [first]: text, [second]: text } as Record<First | Second, typeof text>);
const made = {
  node,
  within: fc.array(node, { maxLength: 2 }),
  artifact: fc.option(pairOf('frame', 'type')),
  edge: fc.option(pairOf('edge', 'to')),
  failure: fc.option(text),
};
const step = fc.record({
  ...made,
  step: count,
  agent: fc.option(pairOf('name', 'reason')),
  masks: texts,
  sources: fc.array(pairOf('source', 'by'), { maxLength: 9 }),
  packs: fc.array(pairOf('pack', 'consumer'), { maxLength: 3 }),
  asks: fc.array(pairOf('model', 'request'), { maxLength: 2 }),
  replyChecks: fc.array(fc.record({ ok: fc.boolean(), reasons: texts }), { maxLength: 2 }),
  tools: fc.array(fc.record({ tool: text, command: text, code: text }), { maxLength: 4 }),
  decisions: fc.array(pairOf('decision', 'reason'), { maxLength: 2 }),
  outer: fc.array(fc.record(made), { maxLength: 2 }),
});
export const anyRun = fc.record({
  run: fc.option(text),
  status: text,
  cases: fc.array(
    fc.record({
      id: text,
      frame: text,
      status: text,
      terminal: fc.option(node),
      reason: fc.option(text),
      paused: fc.option(text),
      overrides: fc.array(pairOf('by', 'frame'), { maxLength: 2 }),
      steps: fc.array(step, { maxLength: 9 }),
    }),
    { maxLength: 3 },
  ),
  memoryChanges: fc.array(pairOf('frame', 'change'), { maxLength: 12 }),
  entries: count,
  unread: count,
}) as fc.Arbitrary<unknown> as fc.Arbitrary<RunModel>;
