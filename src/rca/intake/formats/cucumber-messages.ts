/** Cucumber Messages: lines that describe the features first, then each try of each scenario. */
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../reading/json-fields.ts';
import { createJsonLines } from '../reading/line-reader.ts';
import { createRecorder, type ReadFailure, type ReadTest } from '../reading/record-test.ts';
import { endOf, type RunStep } from './cucumber-json.ts';

/** How many feature parts, scenarios and tries are remembered. */
const MOST_KNOWN = 200_000;

type Try = { readonly testCase: string; readonly steps: RunStep[]; out: string };

export const cucumberMessages: ReportFormat = {
  name: 'cucumber-messages',
  recognises: (beginning) =>
    /^\{"(?:meta|source|gherkinDocument|pickle|testRunStarted|testCase|envelope)":\{/m.test(beginning) &&
    /"(?:protocolVersion|gherkinDocument|mediaType|pickle|testRunStarted|implementation)"/.test(beginning),
  open(source, keeper) {
    const { record } = createRecorder(source, keeper);
    const nodes = createTable<{ readonly line: number; readonly text: string }>();
    const features = createTable<readonly string[]>();
    const pickles = createTable<Fields>();
    const testCases = createTable<{ readonly pickle: Fields; readonly steps: ReadonlyMap<string, string> }>();
    const tries = createTable<Try>();
    const before = createTable<readonly ReadFailure[]>();
    let hasEnded = false;

    function readDocument(document: Fields): void {
      const feature = fieldsOf(document.feature);
      const readScenarios = (children: readonly Fields[], path: readonly string[]) => {
        for (const child of children) {
          const rule = fieldsOf(child.rule);
          if (child.rule !== undefined) readScenarios(listOf(rule.children), [...path, textOf(rule.name)]);
          const scenario = fieldsOf(child.scenario);
          features.set(textOf(scenario.id), path);
          nodes.set(textOf(scenario.id), { line: lineOf(scenario), text: '' });
          for (const examples of listOf(scenario.examples))
            for (const row of listOf(examples.tableBody))
              nodes.set(textOf(row.id), {
                line: lineOf(row),
                text: listOf(row.cells)
                  .map(({ value }) => textOf(value))
                  .join(', '),
              });
        }
      };
      readScenarios(listOf(feature.children), [textOf(feature.name)]);
    }

    function finishTry({ testCaseStartedId, willBeRetried }: Fields): void {
      const id = textOf(testCaseStartedId);
      const run = tries.get(id);
      tries.delete(id);
      const end = run && endOf(run.steps);
      const testCase = run && testCases.get(run.testCase);
      if (!end || !testCase) return;
      const earlier = before.get(run.testCase) ?? [];
      if (willBeRetried === true) {
        before.set(run.testCase, [...earlier, ...(end.failures ?? []).slice(0, 1)]);
        return;
      }
      before.delete(run.testCase);
      record({
        ...namesOf(testCase.pickle),
        ...withTries(end, earlier),
        out: run.out,
        place: reader.place(),
      });
    }

    function namesOf(pickle: Fields): Pick<ReadTest, 'suitePath' | 'name' | 'file' | 'line'> {
      const ids = Array.isArray(pickle.astNodeIds) ? pickle.astNodeIds.map(textOf) : [];
      const row = ids.length > 1 ? nodes.get(ids.at(-1) ?? '') : undefined;
      const name = textOf(pickle.name);
      return {
        suitePath: features.get(ids[0] ?? '') ?? [],
        // The examples of an outline share one name.
        name: row ? `${name} (${row.text})` : name,
        file: textOf(pickle.uri),
        line: row?.line ?? nodes.get(ids[0] ?? '')?.line,
      };
    }

    function failOutside(name: string, told: string): void {
      record({
        outcome: 'errored',
        suitePath: [],
        name,
        file: name.endsWith('.feature') ? name : undefined,
        failures: [{ kind: 'error', stack: told }],
        place: reader.place(),
      });
    }

    const kinds: Readonly<Record<string, (message: Fields) => void>> = {
      gherkinDocument: readDocument,
      pickle: (pickle) =>
        pickles.set(textOf(pickle.id), {
          id: pickle.id,
          uri: pickle.uri,
          name: pickle.name,
          astNodeIds: pickle.astNodeIds,
          steps: listOf(pickle.steps).map(({ id, text }) => ({ id, text })),
        }),
      testCase(testCase) {
        const pickle = pickles.get(textOf(testCase.pickleId));
        if (pickle === undefined) return;
        const texts = new Map(listOf(pickle.steps).map(({ id, text }) => [id, textOf(text)]));
        const steps = listOf(testCase.testSteps).map(
          (step) => [textOf(step.id), texts.get(step.pickleStepId) ?? 'a hook'] as const,
        );
        testCases.set(textOf(testCase.id), { pickle, steps: new Map(steps) });
      },
      testCaseStarted: (started) =>
        tries.set(textOf(started.id), { testCase: textOf(started.testCaseId), steps: [], out: '' }),
      testStepFinished(finished) {
        const run = tries.get(textOf(finished.testCaseStartedId));
        const result = fieldsOf(finished.testStepResult);
        const exception = fieldsOf(result.exception);
        const text = testCases.get(run?.testCase ?? '')?.steps.get(textOf(finished.testStepId)) ?? '';
        run?.steps.push({
          status: textOf(result.status),
          text,
          told: textOf(result.message) || textOf(exception.stackTrace),
          type: textOf(exception.type),
        });
      },
      attachment(attachment) {
        const run = tries.get(textOf(attachment.testCaseStartedId));
        const isLog =
          /^text\/x[.]cucumber[.]log/.test(textOf(attachment.mediaType)) &&
          attachment.contentEncoding === 'IDENTITY';
        if (run && isLog && run.out.length < 64 * 1024) run.out += `${textOf(attachment.body)}\n`;
      },
      testCaseFinished: finishTry,
      parseError: (error) =>
        failOutside(textOf(fieldsOf(error.source).uri) || 'a feature', textOf(error.message)),
      testRunHookFinished(finished) {
        const result = fieldsOf(finished.result);
        if (result.status === 'FAILED') failOutside('a hook of the run', textOf(result.message));
      },
      testRunFinished(finished) {
        hasEnded = true;
        if (textOf(finished.message) !== '') failOutside('the run', textOf(finished.message));
      },
    };
    const reader = createJsonLines({
      take(envelope) {
        for (const [kind, message] of Object.entries(envelope))
          if (Object.hasOwn(kinds, kind)) kinds[kind]?.(fieldsOf(message));
      },
    });
    return {
      write: reader.write,
      place: reader.place,
      end: () =>
        reader.end() ??
        (hasEnded ? undefined : 'it has no end of the run: the run was stopped, or the file is cut off'),
    };
  },
};

function lineOf(node: Fields): number {
  return numberOf(fieldsOf(node.location).line) ?? 0;
}

/** A scenario that failed in every try is one failure; one that finally passed is flaky. */
function withTries(
  end: Pick<ReadTest, 'outcome' | 'failures'>,
  earlier: readonly ReadFailure[],
): Pick<ReadTest, 'outcome' | 'failures' | 'retries'> {
  const [first, ...others] = earlier;
  if (first === undefined) return end;
  if (end.outcome === 'passed')
    return { outcome: 'flaky', failures: [first], retries: [...others, 'passed'] };
  return {
    outcome: end.outcome,
    failures: [first],
    retries: [...others, ...(end.failures ?? []).slice(0, 1)],
  };
}

/** A table with a size limit, so that a huge report does not fill the memory. */
function createTable<Value>() {
  const values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set(key: string, value: Value) {
      if (values.size < MOST_KNOWN || values.has(key)) values.set(key, value);
    },
    delete: (key: string) => values.delete(key),
  };
}
