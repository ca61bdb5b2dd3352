/**
 * Reports without their secrets: found in all texts of all failing tests at once, so that one that something marks in one
 * place is known in every other, and replaced before anything is made of them. The fingerprint of a failure is taken
 * afterwards, so a token that was exchanged meanwhile makes no other failure of it.
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

/** A reading without secrets, and what they were, numbered in the order in which they came. */
export type ScreenedReading = { readonly reading: ReportReading; readonly secrets: readonly PlacedSecret[] };

/** Replaces the secrets of a reading; `known` are those of it that were found before, and keep their placeholders. */
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

/** Returns all texts of a reading as one, each on lines of its own, values beside the names that tell what they are. */
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
  // What names a test has no numbers, for it is compared with other runs.
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
  /** Left out, names are texts like others. */
  readonly name?: (name: string) => string;
  readonly property?: (property: ReportProperty) => void;
};

/** Goes through all texts of a reading; what several tests share is looked at once. */
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
