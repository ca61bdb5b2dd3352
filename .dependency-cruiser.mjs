// The layers of src, as rules. The tables say what a room may use; the rules below are made from them.
// `npm run check` runs this through scripts/check-layers.ts; test/layers.test.ts sees every rule catch a violation.

/** The rooms without a way to the outside. */
const inner = [
  'kernel',
  'ledger',
  'context',
  'disclosure',
  'guard',
  'record',
  'pipeline',
  'court',
  'rca',
  'calibrate',
  'report',
  'tools',
];

/** Room -> the rooms it may import, and what must stay true there. `types:` allows types only. */
const rooms = {
  kernel: { may: [], because: 'it has no I/O, no clock, no randomness and no locale' },
  ledger: { may: ['kernel'], because: 'it is append-only and verifies every object on write and read' },
  context: { may: ['kernel', 'ledger'], because: 'its ids do not know where the workspace lies' },
  disclosure: {
    may: ['kernel', 'ledger', 'context'],
    because: 'what an agent is told follows from facts and policy alone',
  },
  guard: { may: ['kernel', 'ledger'], because: 'only enforce denies, and nobody asks permission' },
  record: { may: ['types:kernel'], because: 'it runs in a browser' },
  pipeline: {
    may: ['kernel', 'ledger', 'record'],
    because: 'its step is pure, and it asks through a port instead of knowing disclosure or guard',
  },
  court: {
    may: ['kernel', 'ledger', 'context', 'disclosure', 'types:guard', 'pipeline', 'record'],
    because: 'the core does not know it, and the case driver in investigation joins it with rca',
  },
  rca: {
    may: ['kernel', 'ledger', 'context', 'disclosure', 'types:guard', 'pipeline', 'record'],
    because: 'the core does not know it, and the case driver in investigation joins it with court',
  },
  calibrate: { may: ['kernel', 'record', 'rca', 'court'], because: 'it scores and never decides' },
  report: {
    may: ['kernel', 'record', 'types:ledger', 'types:context', 'types:guard', 'types:pipeline'],
    because: 'it renders what it is handed, and reads nothing by itself but the record',
  },
  tools: {
    may: ['kernel', 'guard', 'ledger', 'context'],
    because: 'only capabilities reach a file system call, never a path string',
  },
  adapters: {
    may: ['kernel', 'ledger', 'context', 'guard', 'pipeline', 'record', 'rca', 'tools'],
    because: 'an adapter knows the port it implements and nothing else',
  },
  engine: {
    may: [...inner, 'adapters'],
    because: 'it is the only holder of unguarded adapters and keys, and knows no job that is done with them',
  },
  investigation: {
    may: [...inner, 'adapters', 'engine'],
    because: 'the main job joins the rooms, and does not know who asks for it',
  },
  commands: {
    may: [...inner, 'adapters', 'engine', 'investigation'],
    because: 'they answer a person or a host, and do not know through which door it came',
  },
  cli: {
    may: ['commands', 'report', 'kernel', 'mcp'],
    because: 'a door has no logic beyond arguments and printing, and this one opens the others',
  },
  mcp: {
    may: ['commands', 'report', 'kernel'],
    because: 'a door has no logic beyond arguments and printing',
  },
  testing: { may: ['*'], because: 'it offers the contracts of all rooms to others' },
};

const doors = ['cli', 'mcp'];

/** Packages without side effects, for every room. */
const purePackages = ['zod', 'yaml', '@marcbachmann/cel-js'];

/** Folder -> further packages it may import. */
const packages = {
  'adapters/archives': ['yauzl'],
  'adapters/mcp': ['@modelcontextprotocol/client'],
  'adapters/models': ['@ai-sdk/anthropic', '@ai-sdk/openai-compatible'],
  'adapters/parsers': ['@vscode/tree-sitter-wasm'],
  'adapters/postgres': ['pg'],
  'adapters/secrets': ['@secretlint/secretlint-rule-preset-recommend'],
  'adapters/tokens': ['gpt-tokenizer'],
  'adapters/watch': ['@parcel/watcher'],
  cli: ['commander', 'picocolors'],
  mcp: ['@modelcontextprotocol/server'],
  'pipeline/drawing': ['@dagrejs/dagre'],
};

const test = '[.]test[.]ts$';
const any = (names) => `(${names.join('|')})`;
const inRooms = (names) => `^src/${any(names)}/`;
const inPackages = (names) => `node_modules/${any(names)}/`;
const roomNames = Object.keys(rooms);

function roomRules([room, { may, because }]) {
  if (may.includes('*')) {
    return [
      rule(`${room}-does-not-know-the-doors`, because, { path: `^src/${room}/` }, { path: inRooms(doors) }),
    ];
  }
  const values = may.filter((name) => !name.startsWith('types:'));
  const types = may.filter((name) => name.startsWith('types:')).map((name) => name.slice('types:'.length));
  const list = [...values, ...types.map((name) => `types of ${name}`)].join(', ') || 'no other room';
  const remedy = 'declare a port beside the code that needs it and let engine join the two';
  const from = { path: `^src/${room}/` };
  const known = [room, ...values, ...types];
  return [
    rule(`${room}-imports-only-its-rooms`, `${room} may import ${list}, for ${because}; ${remedy}`, from, {
      path: '^src/',
      pathNot: inRooms(known),
    }),
    ...types.map((name) =>
      rule(`${room}-takes-only-types-from-${name}`, `for ${because}; use \`import type\``, from, {
        path: `^src/${name}/`,
        dependencyTypesNot: ['type-only'],
      }),
    ),
  ];
}

function packageRules() {
  const folders = Object.keys(packages);
  const elsewhere = { path: '^src/', pathNot: folders.map((folder) => `^src/${folder}/`) };
  const remedy = 'wrap the package in an adapter, or add it to the table with a reason in docs/decisions';
  return [
    rule('rooms-import-only-pure-packages', `here only ${purePackages.join(', ')}; ${remedy}`, elsewhere, {
      path: 'node_modules/',
      pathNot: inPackages(purePackages),
    }),
    ...folders.map((folder) =>
      rule(
        `${folder.replace('/', '-')}-imports-only-its-packages`,
        `here also ${packages[folder].join(', ')}; ${remedy}`,
        { path: `^src/${folder}/` },
        { path: 'node_modules/', pathNot: inPackages([...purePackages, ...packages[folder]]) },
      ),
    ),
  ];
}

/** The folders of the oracle from the ground up: each knows those before it. */
const oracleFolders = ['facts', 'log', 'knowledge', 'working-set'];

function oracleRules() {
  const remedy = 'move the shared part down, or hand it over as an argument';
  return oracleFolders
    .slice(0, -1)
    .map((folder, index) =>
      rule(
        `oracle-${folder}-knows-only-what-is-below`,
        `in the oracle ${oracleFolders.join(', ')} build on each other; ${remedy}`,
        { path: `^src/disclosure/oracle/${folder}/` },
        { path: `^src/disclosure/oracle/${any(oracleFolders.slice(index + 1))}/` },
      ),
    );
}

/** Makes a rule that fails the check; tests are exempt. */
function rule(name, comment, from, to) {
  return {
    name,
    comment,
    severity: 'error',
    from: { ...from, pathNot: [test, ...[from.pathNot ?? []].flat()] },
    to,
  };
}

export default {
  forbidden: [
    ...Object.entries(rooms).flatMap(roomRules),
    rule(
      'rooms-are-in-the-table',
      'a folder of src is a room with a row in .dependency-cruiser.mjs and ARCHITECTURE.md; add the row',
      { path: '^src/' },
      { path: '^src/[^/]+/', pathNot: inRooms(roomNames) },
    ),
    rule(
      'rooms-are-entered-through-index',
      'what is not in the index of a room is private to it; export it there or do without',
      // The library's own files take what they offer one by one: whoever imports an index loads all that it names.
      { path: '^src/([^/]+)/' },
      {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/kernel/yaml[.]ts$',
          '^src/([^/]+|adapters/[^/]+|adapters/git/scratch|(rca|court)/frame-types|disclosure/(lens|oracle)|pipeline/agents|engine/(guard|guard/audit|models|pipelines)|investigation/(prove|run)|commands/(guard/)?[^/]+)/index[.]ts$',
          '^src/commands/[^/]+[.]ts$',
        ],
      },
    ),
    rule(
      'adapters-do-not-know-each-other',
      'an adapter serves one port; move what two share into the room of the port, or into paths, if it is about paths of the host',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/(?:$1|paths)/' },
    ),
    rule(
      'only-engine-imports-adapters',
      'only the composition root puts ports and adapters together; take the port as an argument',
      { path: '^src/', pathNot: inRooms(['adapters', 'engine', 'investigation', 'commands', 'testing']) },
      { path: '^src/adapters/' },
    ),
    rule(
      'core-uses-no-node-built-ins',
      'the core reaches no file, process or network, only node:crypto; declare a port and write an adapter',
      { path: inRooms(inner) },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    rule(
      'lens-imports-only-its-rooms',
      'frozen bytes go in and frozen bytes come out, without a store; hand over as an argument what it needs',
      { path: '^src/disclosure/(lens|guard|rules|working-set)/' },
      { path: '^src/', pathNot: ['^src/kernel/', '^src/disclosure/(?!oracle/)'] },
    ),
    ...packageRules(),
    ...oracleRules(),
    rule(
      'no-development-packages-in-src',
      'users do not install them; move the import to a test, or the package to dependencies',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'] },
    ),
    rule(
      'no-unknown-packages-in-src',
      'the package is not in package.json or the file does not exist; install it or correct the path',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    ),
    rule(
      'lazy-packages-come-through-own-modules',
      'a bundled CommonJS package loses its names under import(); import() an own module that imports it',
      { path: '^src/' },
      { dynamic: true, path: 'node_modules/', pathNot: inPackages(['pg']) },
    ),
    {
      name: 'no-circular-imports',
      comment:
        'modules in a circle cannot be understood or loaded one by one; move the shared part into a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'nothing imports this module and it imports nothing; use it or delete it',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: [test, '[.]d[.]ts$', '/index[.]ts$', '^src/cli/main[.]ts$'],
      },
      to: {},
    },
  ],
  options: {
    // With TypeScript 7 the default parser sees no modules at all.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
