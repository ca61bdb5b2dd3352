// Arguments that fit no command: no mapping at all, or one with a value that no field takes.

/** What is given, and what it is. */
export interface HostileArguments {
  readonly what: string;
  readonly given: unknown;
}

/** Deeper than any stack. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function makeNoArguments(): readonly HostileArguments[] {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const throwing = Object.defineProperty({}, 'text', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  return [
    { what: 'a text', given: 'text' },
    { what: 'a number', given: 7 },
    { what: 'a truth', given: true },
    { what: 'a list', given: ['text'] },
    { what: 'a map', given: new Map([['text', 'x']]) },
    { what: 'a date', given: new Date(0) },
    { what: 'bytes', given: new Uint8Array(8) },
    { what: 'a function', given: () => ({ text: 'x' }) },
    { what: 'a symbol', given: Symbol('x') },
    { what: 'a large number', given: 7n },
    { what: 'a promise', given: Promise.resolve({}) },
    { what: 'a proxy', given: new Proxy({ text: 'x' }, {}) },
    { what: 'a revoked proxy', given: revoked.proxy },
    { what: 'a getter that throws', given: throwing },
    { what: 'an unknown field', given: { surprise: 1 } },
    { what: 'fields of every object', given: { constructor: 1, hasOwnProperty: 1 } },
    { what: 'a prototype', given: JSON.parse('{"__proto__":{"text":"x"}}') },
    { what: 'a circle', given: circle },
    { what: 'a nest', given: { deep: nested(100_000) } },
  ];
}

/** What is no mapping of plain JSON, or has a field that no command takes. */
export const noArguments = makeNoArguments();

/** What is otherwise right, so that one wrong field alone is what is refused. */
const right: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'file read': { maxBytes: 9, fromLine: 1, toLine: 2 },
  'file list': { glob: '*' },
  'file write': { text: 'x', base64: 'eA==', create: true },
  'file edit': { find: 'a', replace: 'b', expected: `content:${'0'.repeat(64)}` },
  'file rename': { to: 'root:repo/desk/to.txt' },
  'file patch': { patch: 'x' },
  'dir tree': { depth: 1, maxEntries: 1 },
  'git log': { maxCommits: 1 },
  'git diff': { paths: ['a'], commit: 'abcd', staged: true, contextLines: 1 },
  'git show': { commit: 'abcd', contextLines: 1 },
  'git blame': { fromLine: 1, toLine: 2 },
  'git add': { paths: ['a'] },
  'git commit': { paths: ['a'], message: 'm', author: { name: 'A', email: 'a@example.org' } },
  'search text': { pattern: 'x', maxHits: 1 },
  'search symbols': { name: 'x', maxHits: 1 },
  'context get': { producer: 'terms', maxFrames: 1, order: 'recency', type: 'x', agent: 'x' },
  'context compose': { query: 'x', sources: ['terms'], order: 'x', maxFrames: 1, maxTokens: 1 },
  'context history': { maxFrames: 1 },
  'context explain': { frame: `frame:${'0'.repeat(64)}` },
  'context put': { type: 'x', content: 'x' },
  'context synthesize': { type: 'x', output: 'x', policy: 'x', recursive: true },
  'context regenerate': { recursive: true },
  'exec run': { argv: ['wc'], timeoutMs: 1 },
  'contract cancel': { reason: 'x' },
  'contract open': {
    root: 'repo',
    intent: 'x',
    operations: ['READ'],
    targets: ['desk/**'],
    plan: ['x'],
    edits: [],
    author: 'x',
  },
};

/** What fits no field: of the wrong type, size or encoding. */
const noValues: readonly unknown[] = [
  null,
  Number.NaN,
  -1,
  1.5,
  2 ** 60,
  7n,
  [[[]]],
  [null],
  ['\ud800'],
  [`x`.repeat(1 << 20)],
  Array.from({ length: 100_000 }, () => 'x'),
  '\ud800',
  'x'.repeat(8 * 1024 * 1024),
  new Map(),
  new Date(0),
];

/** Returns arguments of a command in which one field is wrong; a command without fields is given one. */
export function misfitsOf(names: string): readonly HostileArguments[] {
  const fitting = right[names] ?? { any: 1 };
  return Object.keys(fitting).flatMap((field) =>
    noValues.map((value, index) => ({
      what: `value ${index} as ${field}`,
      given: { ...fitting, [field]: value },
    })),
  );
}
