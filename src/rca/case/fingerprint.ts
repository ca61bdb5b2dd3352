/**
 * Fingerprints failures. A fingerprint is unaffected by changed numbers, other machines and moved lines, so
 * many failures of one cause fold into one case, and a failure seen before is recognised.
 *
 * It is the tagged hash (`penumbra/failure-fingerprint/1`) of three things:
 * - the exception type, of the root cause if there is one, otherwise the type given by the report;
 * - the message template: values replaced by their kind, see `messageTemplate`;
 * - the place: the own frames from the innermost up to the test, at most three, as module, function and file
 *   name, without lines and folders. If the only own frame is that of the test, it is used.
 */
import { type Sha256, taggedHash } from '../../kernel/index.ts';
import type { FailedTest } from '../intake/reading/failed-test.ts';
import { parseStack, rootException } from '../stack/parse-stack.ts';
import type { StackFrame, StackTrace } from '../stack/stack-trace.ts';

/** A failure's fingerprint and the parts it was made from. */
export interface Fingerprint {
  readonly hash: Sha256;
  readonly exception: string;
  readonly template: string;
  readonly places: readonly string[];
}

const PLACES = 3;
const TEST_FILE =
  /(?:^|[/._-])(?:tests?|spec|specs|__tests__|e2e)(?:[/._-]|$)|Tests?\.\w+$|Spec\.\w+$|IT\.java$/;
const TEST_CLASS = /(?:Tests?|TestCase|Spec|IT)(?:\$[\w$]*)?$|(?:^|\.)Test[A-Z]\w*$/;

/** Returns the trace of a failed test: from its body, or from its message if the body has none. */
export function traceOf(test: Pick<FailedTest, 'message' | 'stack'>): StackTrace {
  const trace = parseStack(test.stack.text);
  const hasFrames = trace.frames.length > 0 || trace.causes.some(({ frames }) => frames.length > 0);
  if (hasFrames || test.stack.text.trimStart().startsWith(test.message.text)) return trace;
  return parseStack(`${test.message.text}\n${test.stack.text}`);
}

export function fingerprint(
  test: Pick<FailedTest, 'type' | 'message' | 'stack'>,
  trace: StackTrace = traceOf(test),
): Fingerprint {
  const root = rootException(trace);
  const exception = (root.exception ?? test.type ?? '').toWellFormed();
  // If the report's message is only a word like `Failed`, the trace has a better one.
  const message = root.message ?? test.message.text;
  const template = messageTemplate(withoutType(message, exception));
  const places = ownPlaces(root.frames);
  const hash = taggedHash('penumbra/failure-fingerprint/1', { exception, places, template });
  return { hash, exception, template, places };
}

/** Reports differ in whether the message begins with the type. */
function withoutType(message: string, exception: string): string {
  const text = message.trim();
  if (exception === '' || !text.startsWith(exception)) return text;
  return text.slice(exception.length).replace(/^:?\s*/, '');
}

function ownPlaces(frames: readonly StackFrame[]): string[] {
  const own = frames.filter(({ kind }) => kind === 'own');
  const firstTest = own.findIndex(isTestFrame);
  const beforeTest = firstTest < 0 ? own : own.slice(0, firstTest);
  return (beforeTest.length > 0 ? beforeTest : own.slice(0, 1)).slice(0, PLACES).map(placeName);
}

function isTestFrame({ file, module }: StackFrame): boolean {
  return (file !== undefined && TEST_FILE.test(file)) || (module !== undefined && TEST_CLASS.test(module));
}

function placeName({ module, function: name, file }: StackFrame): string {
  const fileName = file?.slice(file.lastIndexOf('/') + 1);
  return [module, name, fileName]
    .map((part) => part ?? '')
    .join('|')
    .toWellFormed();
}

const TEMPLATE_LENGTH = 1_000;

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b[a-z][a-z+.-]{1,20}:\/\/[^\s'"<>`]{1,500}/gi, '<url>'],
  [
    /(?:\/(?:private\/)?(?:var\/folders|var\/tmp|tmp|dev\/shm)|[A-Za-z]:[\\/][^\s'"<>]{0,200}[\\/]Temp)[\\/][^\s'":<>,;)]{0,300}/gi,
    '<temp>',
  ],
  [/(?<=[A-Za-z\]])@[0-9a-f]{1,16}\b/g, '@<id>'],
  [/\b0x[0-9a-f]{1,32}\b/gi, '<hex>'],
  [/"[^"\n]{0,300}"/g, '<text>'],
  [/(?<!\w)'[^'\n]{0,300}'(?!\w)/g, '<text>'],
  [/`[^`\n]{0,300}`/g, '<text>'],
  [/[“‘«][^”’»\n]{0,300}[”’»]/g, '<text>'],
  // JUnit puts values in angle brackets: `expected:<[a]> but was:<[b]>`.
  [/(?<=(?:expected|was|actual|got)[: ]{1,2})<[^<>\n]{0,300}>/gi, '<value>'],
  [/\b(?=[0-9a-f]{0,40}\d)[0-9a-f]{8,64}\b/gi, '<hex>'],
  [/(?<!\w)[+-]?\d{1,40}(?:[.,_]\d{1,40}){0,8}(?:e[+-]?\d{1,4})?/gi, '<n>'],
];

/**
 * Returns a message with values replaced by their kinds and whitespace collapsed. The most specific kinds are
 * replaced first. Every pattern is bounded, so the work is linear.
 */
export function messageTemplate(message: string): string {
  let template = message.slice(0, TEMPLATE_LENGTH);
  for (const [pattern, kind] of replacements) template = template.replace(pattern, kind);
  return template.replace(/\s+/g, ' ').trim().toWellFormed();
}
