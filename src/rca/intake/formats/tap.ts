/**
 * TAP 12 to 14, as written by Perl, node:test, tap, tape, mocha, bats and others: points, subtests (before
 * their point, or after it in braces), and diagnoses in YAML or comments.
 */
import { collectText, intakeLimits, type TextCollector } from '../reading/bounded-text.ts';
import { looksLikeSourcePath } from '../reading/failed-test.ts';
import type { FailureKeeper, ReportFormat, ReportReader } from '../reading/failure-keeper.ts';
import { createLineReader } from '../reading/line-reader.ts';
import { createRecorder, nameOf } from '../reading/record-test.ts';
import { diagnosisOf } from './tap-diagnosis.ts';

const LONGEST_LINE = 16 * 1024;
/** How many points are held until the point that names them. */
const MOST_WAITING = 10_000;

export const tap: ReportFormat = {
  name: 'tap',
  recognises: (beginning) =>
    /^TAP version 1[234]\s*$/m.test(beginning) || /^(?:not )?ok \d+\b/m.test(beginning),
  open: openTap,
};

const POINT = /^(\s{0,1000})(not ok|ok)\b(.*)$/;
const PLAN = /^(\s*)1\.\.(\d{1,9})(?:\s+#.*)?\s*$/;
const SUMMARY =
  /^\s*# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|time)\b|^\s*# Subtest\b|^TAP version|^\s*pragma /;

type Point = {
  depth: number;
  path: readonly string[];
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly line: number;
  /** The diagnosis of a failed point; nothing else is kept. */
  readonly yaml: TextCollector;
  readonly text: TextCollector;
};

function openTap(source: string, keeper: FailureKeeper): ReportReader {
  const { record } = createRecorder(source, keeper);
  let waiting: Point[] = [];
  const blocks: { readonly name: string; readonly hasFailed: boolean; isTold: boolean }[] = [];
  let last: Point | undefined;
  let isInYaml = false;
  let planned: number | undefined;
  let seen = 0;
  let hasBailedOut = false;

  function flush(): void {
    for (const point of waiting) {
      const { file, line, durationMs, ...failure } = diagnosisOf(
        point.yaml.finish().text,
        point.text.finish().text,
      );
      record({
        outcome: point.outcome,
        suitePath: point.path,
        name: point.name,
        file: file ?? point.path.find(looksLikeSourcePath),
        line,
        durationMs,
        failures: [{ kind: 'failure', ...failure }],
        place: `line ${point.line}`,
      });
    }
    waiting = [];
  }

  function takePoint(depth: number, word: string, rest: string): void {
    const isBlock = /\s\{\s*$/.test(rest);
    const { name, isLeft } = readTitle(isBlock ? rest.replace(/\s\{\s*$/, '') : rest);
    const outcome = isLeft ? 'skipped' : word === 'ok' ? 'passed' : 'failed';
    if (depth === 0) seen++;
    const inside = waiting.findIndex((point) => point.depth > depth);
    const parts = inside < 0 ? [] : waiting.slice(inside);
    for (const part of parts) {
      part.path = [name, ...part.path];
      part.depth = depth;
    }
    last = undefined;
    if (isBlock) {
      blocks.push({ name, hasFailed: outcome === 'failed', isTold: false });
      return;
    }
    // A point that summarises subtests is no test, unless it failed and none of them did.
    const isSum =
      parts.length > 0 && (outcome !== 'failed' || parts.some((part) => part.outcome === 'failed'));
    if (depth === 0 && blocks.length === 0) flush();
    else if (waiting.length >= MOST_WAITING) flush();
    if (isSum) return;
    last = {
      depth,
      path: blocks.map((block) => block.name),
      name: name || `test ${seen}`,
      outcome,
      line: reader.line(),
      yaml: collectText(outcome === 'failed' ? intakeLimits.stackLength : 0),
      text: collectText(outcome === 'failed' ? intakeLimits.stackLength : 0),
    };
    if (outcome === 'failed') for (const block of blocks) block.isTold = true;
    waiting.push(last);
  }

  function closeBlock(): void {
    const block = blocks.pop();
    if (block === undefined) return;
    if (block.hasFailed && !block.isTold) {
      const path = blocks.map(({ name }) => name);
      record({ outcome: 'failed', suitePath: path, name: block.name, place: `line ${reader.line()}` });
    }
    if (blocks.length === 0) flush();
  }

  function takeLine(text: string, isWhole: boolean): void {
    const line = text.slice(0, LONGEST_LINE);
    // In a truncated line, neither the title nor the outcome is certain.
    if (!isWhole && (planned === undefined || seen >= planned)) return;
    if (isInYaml) {
      if (/^\s*\.\.\.\s*$/.test(line)) isInYaml = false;
      else if (last?.outcome === 'failed') last.yaml.push(`${line}\n`);
      return;
    }
    if (/^\s+---\s*$/.test(line)) {
      isInYaml = true;
      return;
    }
    const point = POINT.exec(line);
    const plan = PLAN.exec(line);
    if (point !== null && isTitle(point[3] ?? ''))
      takePoint((point[1] ?? '').length, point[2] ?? '', point[3] ?? '');
    else if (plan !== null) {
      if (plan[1] === '') planned = Number(plan[2]);
      last = undefined;
    } else if (/^\s*\}\s*$/.test(line) && blocks.length > 0) closeBlock();
    else if (/^\s*Bail out!/.test(line)) {
      hasBailedOut = true;
      const message = line.trim();
      record({
        outcome: 'errored',
        suitePath: [],
        name: 'Bail out!',
        failures: [{ kind: 'error', message, stack: message }],
        place: `line ${reader.line()}`,
      });
    } else if (SUMMARY.test(line)) last = undefined;
    else if (last?.outcome === 'failed') last.text.push(`${line}\n`);
  }

  const reader = createLineReader(takeLine);
  return {
    write: reader.write,
    place: () => `line ${reader.line()}`,
    end() {
      reader.end();
      flush();
      if (hasBailedOut) return undefined;
      if (planned === undefined)
        return 'it has no plan (`1..N`): the run was stopped, or the file is cut off; what came before was read';
      return planned > seen
        ? `it plans ${planned} tests and lists ${seen}: the run was stopped, or the file is cut off`
        : undefined;
    },
  };
}

/** After `ok` comes a number, a title or nothing; otherwise the line is prose that begins with the word. */
function isTitle(rest: string): boolean {
  return rest === '' || /^\s/.test(rest);
}

function readTitle(rest: string): { readonly name: string; readonly isLeft: boolean } {
  const title = rest.replace(/^\s*\d{0,9}\s*(?:-\s+)?/, '');
  const directive = /(?:^|[^\\])#\s*(skip|todo|time)\b/i.exec(title);
  const end = directive === null ? title.length : directive.index + (directive[0].startsWith('#') ? 0 : 1);
  return {
    name: nameOf(title.slice(0, end).replace(/\\([#\\])/g, '$1')),
    isLeft: directive !== null && !/time/i.test(directive[1] ?? ''),
  };
}
