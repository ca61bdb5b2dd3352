/** Faults around the tests: data that is not there, other settings, a package that is not installed. */
import type { Language } from '../recipe.ts';
import { linesOf } from '../source-file.ts';
import { codeMatches, type Operator, replaced, type Site } from './operator.ts';

/** A data file that is not there. */
export const lostFixture: Operator = {
  name: 'lost-fixture',
  kind: 'environment',
  targets: ['fixtures'],
  *sites({ path }) {
    if (!/(?:README|LICENSE)/i.test(path)) yield { change: 'delete-file' };
  },
};

/** A program of the tests that may not be executed any more. */
export const lostFileMode: Operator = {
  name: 'lost-file-mode',
  kind: 'environment',
  targets: ['fixtures', 'configuration'],
  *sites({ isExecutable }) {
    if (isExecutable) yield { change: 'not-executable' };
  },
};

const SETTINGS =
  /^(?:type|main|module|exports|imports|import|require|roots|testRegex|testMatch|testURL|testEnvironment|timeout|presets|plugins|extends|target|targets|modules|paths|baseUrl|include|files|coverage-map|setupFiles|node)$/;

/** A setting that is gone or has another value. */
export const changedConfiguration: Operator = {
  name: 'changed-configuration',
  kind: 'environment',
  targets: ['configuration'],
  breaksLoading: true,
  *sites(source) {
    if (/\.json$|rc$/.test(source.path)) return yield* jsonSites(source.text);
    for (const line of linesOf(source)) {
      const isComment = /^\s*(?:#|\/\/|\/?\*|;|<!--)/.test(line.text);
      if (isComment || line.text.trim() === '' || /^\[|^\s*[[{}\]()]+[;,]?$/.test(line.text)) continue;
      const setting = /^\s*['"]?([\w.-]+)['"]?\s*[:=]\s*(\S.*)$/.exec(line.text);
      if (setting !== null) yield replaced(line.start, line.next, '');
      const value = /(?<=[:=]\s*['"]?)(?:true|false|\d+)\b/.exec(line.text);
      if (value !== null) {
        const start = line.start + value.index;
        yield replaced(start, start + value[0].length, otherSetting(value[0]));
      }
    }
  },
};

function otherSetting(value: string): string {
  if (value === 'true') return 'false';
  return value === 'false' ? 'true' : '1';
}

/** The deletion or another value of one setting, keeping the layout of the rest. */
function* jsonSites(text: string): Generator<Site> {
  const settings: { readonly path: readonly string[]; readonly other: unknown }[] = [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return;
  }
  const walk = (value: unknown, path: readonly string[]) => {
    if (value === null || typeof value !== 'object' || path.length > 3) return;
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, key];
      if (
        /^(?:devDependencies|dependencies|scripts|files|engines|repository)$/.test(key) &&
        path.length === 0
      )
        continue;
      if (SETTINGS.test(key)) {
        settings.push({ path: at, other: undefined });
        if (typeof child === 'string') settings.push({ path: at, other: otherText(key, child) });
      }
      walk(child, at);
    }
  };
  walk(parsed, []);
  if (typeof parsed === 'object' && parsed !== null && 'name' in parsed && 'version' in parsed) {
    const type = 'type' in parsed && parsed.type === 'module' ? 'commonjs' : 'module';
    settings.push({ path: ['type'], other: type });
  }
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  for (const { path, other } of settings) {
    const copy: unknown = JSON.parse(text);
    assign(copy, path, other);
    yield replaced(0, text.length, JSON.stringify(copy, null, indent) + (text.endsWith('\n') ? '\n' : ''));
  }
}

function otherText(key: string, value: string): string {
  if (key === 'type') return value === 'module' ? 'commonjs' : 'module';
  return value.startsWith('.') || value.includes('/') ? value.replace(/(\w+)(\W*)$/, 'lib$2') : `${value}s`;
}

function assign(value: unknown, [key, ...rest]: readonly string[], other: unknown): void {
  if (value === null || typeof value !== 'object' || key === undefined) return;
  const record = value as Record<string, unknown>;
  if (rest.length > 0) assign(record[key], rest, other);
  else if (other === undefined) delete record[key];
  else record[key] = other;
}

/** Packages that hardly anything depends on, so that none is there by chance. */
const PACKAGES = ['fast-equals', 'just-safe-get', 'radash', 'remeda', 'evt'];
/** TypeScript drops an import that nobody uses, so these are imported for their effect. */
const EFFECTS = ['reflect-metadata', 'zone.js', 'core-js-pure/stable', '@js-joda/timezone'];
const MODULES = ['orjson', 'more_itertools', 'dateutil_ext', 'pydantic_settings', 'tabulate'];

/** A package that is needed now and not installed. */
export const missingDependency: Operator = {
  name: 'missing-dependency',
  kind: 'environment',
  targets: ['production', 'tests'],
  breaksLoading: true,
  *sites(source) {
    const { language } = source;
    if (language === 'java' || language === 'go') return;
    const pattern =
      language === 'python'
        ? /^(?=import |from (?!__future__))/m
        : /^(?=import .* from |(?:var|const|let) .*require\()/m;
    const [first] = codeMatches(source, pattern);
    if (first === undefined) return;
    const line = source.text.slice(first.start, source.text.indexOf('\n', first.start));
    const end = line.trimEnd().endsWith(';') ? ';' : '';
    for (const added of addedImports(language, source.text.startsWith('import', first.start), end)) {
      yield replaced(first.start, first.start, `${added}\n`);
    }
  },
};

function addedImports(language: Language, isModule: boolean, end: string): readonly string[] {
  if (language === 'python') return MODULES.map((name) => `import ${name}`);
  if (language === 'typescript') return EFFECTS.map((name) => `import '${name}'${end}`);
  return PACKAGES.map((name) => {
    const local = name.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());
    return isModule ? `import ${local} from '${name}'${end}` : `const ${local} = require('${name}')${end}`;
  });
}
