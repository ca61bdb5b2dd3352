/**
 * Removes secrets from reports. They are searched in all texts of all failing tests at once, so a secret that
 * is recognisable in one place is replaced everywhere, before anything is derived from the texts.
 * Fingerprints are computed afterwards, so a rotated token does not change a failure's identity.
 */
import {
  findSecrets,
  type PlacedSecret,
  placeholderOf,
  replaceSecrets,
  type SecretScanner,
  withoutNumbers,
} from '../../context/index.ts';
import { deepFreeze } from '../../kernel/index.ts';
import type { ReportReading } from './read-reports.ts';
import type { BoundedText } from './reading/bounded-text.ts';
import type { FailedAttempt, FailedTest, ReportProperty, TestOutput } from './reading/failed-test.ts';

/** A reading without secrets, and the secrets removed, numbered in order of appearance. */
export type ScreenedReading = { readonly reading: ReportReading; readonly secrets: readonly PlacedSecret[] };

/** Replaces the secrets of a reading. `known` are its secrets found before, which keep their placeholders. */
export function screenReading(
  reading: ReportReading,
  scanner: SecretScanner,
  known: readonly PlacedSecret[] = [],
): ScreenedReading {
  const values = new Set(known.map(({ value }) => value));
  const found = findSecrets(scanner, allTexts(reading)).filter(({ value }) => !values.has(value));
  const secrets = [
    ...known,
    ...found.map((secret, index) => ({
      ...secret,
      placeholder: placeholderOf(secret, known.length + index + 1),
    })),
  ];
  return { reading: secrets.length === 0 ? reading : replaceInReading(reading, secrets), secrets };
}

/** Returns all texts of a reading joined, each on its own lines, with property values beside their names. */
export function allTexts(reading: ReportReading): string {
  const texts = new Set<string>();
  const collect = createReplacer({
    text: (text) => {
      texts.add(text);
      return text;
    },
    property: ({ name, value }) => texts.add(`${name}=${value}`),
  });
  collect(reading);
  return [...texts].join('\n\n');
}

function replaceInReading(reading: ReportReading, secrets: readonly PlacedSecret[]): ReportReading {
  // The names of a test get no numbers, because they are compared with other runs.
  const unnumbered = withoutNumbers(secrets);
  return deepFreeze(
    createReplacer({
      text: (text) => replaceSecrets(text, secrets),
      name: (name) => replaceSecrets(name, unnumbered),
    })(reading),
  );
}

type Replacer = {
  readonly text: (text: string) => string;
  /** If omitted, names are treated like other texts. */
  readonly name?: (name: string) => string;
  readonly property?: (property: ReportProperty) => void;
};

/** Walks all texts of a reading; texts shared by several tests are processed once. */
function createReplacer({
  text,
  name = text,
  property,
}: Replacer): (reading: ReportReading) => ReportReading {
  const seen = new WeakMap<object, unknown>();
  const once = <Value extends object>(value: Value, make: (value: Value) => Value): Value => {
    if (!seen.has(value)) seen.set(value, make(value));
    return seen.get(value) as Value;
  };
  const bounded = (value: BoundedText) => once(value, (one) => ({ ...one, text: text(one.text) }));
  const output = (value: TestOutput) =>
    once(value, ({ out, err }) => ({ out: bounded(out), err: bounded(err) }));
  const properties = (value: readonly ReportProperty[]) =>
    once(value, (all) =>
      all.map((one) => {
        property?.(one);
        return { name: name(one.name), value: text(one.value) };
      }),
    );
  const attempt = <Attempt extends FailedAttempt>(value: Attempt): Attempt => ({
    ...value,
    ...(value.type !== undefined && { type: name(value.type) }),
    message: bounded(value.message),
    stack: bounded(value.stack),
  });
  const test = (value: FailedTest): FailedTest => ({
    ...attempt(value),
    suite: name(value.suite),
    suitePath: once(value.suitePath, (path) => path.map(name)),
    name: name(value.name),
    ...(value.className !== undefined && { className: name(value.className) }),
    ...(value.file !== undefined && { file: name(value.file) }),
    output: output(value.output),
    suiteOutput: output(value.suiteOutput),
    further: value.further.map(attempt),
    retries: value.retries.map((retry) => (retry.outcome === 'failed' ? attempt(retry) : retry)),
    ...(value.attachments !== undefined && {
      attachments: value.attachments.map(({ name: title, path }) => ({
        ...(title !== undefined && { name: text(title) }),
        path: text(path),
      })),
    }),
    properties: properties(value.properties),
    environment: properties(value.environment),
    source: once(value.source, (source) => ({ ...source, name: name(source.name) })),
  });
  return (reading) => ({
    ...reading,
    failures: reading.failures.map(test),
    flaky: reading.flaky.map(test),
    read: reading.read.map((one) => ({ ...one, source: name(one.source) })),
    unread: reading.unread.map(({ source, reason }) => ({ source: name(source), reason: text(reason) })),
  });
}
