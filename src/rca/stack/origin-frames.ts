/**
 * Where a failure began: the project's production frames, innermost first. A frame that only raises an
 * assertion (a custom `assertTotal`, a wrapper of `expect`, the `t.Errorf` of a test utility) is where the
 * failure was noticed and is no suspect; neither is anything that ran during a panic.
 */
import type { FileSide } from '../paths/file-side.ts';
import { rootException } from './parse-stack.ts';
import type { StackFrame, StackTrace, ThrownException } from './stack-trace.ts';

/** A frame's file in the repository, and its side; undefined if it is not in the repository. */
export type PlaceOf = (frame: StackFrame) => { readonly path: string; readonly side: FileSide } | undefined;

/** Names of functions that check something and raise an error if it does not hold. */
const CHECKS =
  /^_{0,2}(?:assert|expect|ensure|require|must|should|verify|validate|check|compare|confirm|fail|match|wait_?for|eventually|invariant|want)(?:$|[A-Z_\d]|s$|ed$|ion|That|er$)/;
/** Folders of test support files, which are built like any other. */
const SUPPORT_FOLDER =
  /(?:^|\/)(?:test[-_]?(?:utils?|utilities|help(?:ers?)?|support|kit|lib|harness|common|framework|fixtures?)s?|testing|assert(?:ion)?s?|matchers?|expectations?)\//i;
/**
 * Names of test support files: `assert.go`, `test-support.ts`, `CartAssertions.java`, `spec_helper.rb`,
 * `AbstractCartTest.java`.
 */
const SUPPORT_FILE =
  /(?:^|\/)(?:(?:[^/]*[._-])?(?:asserts?|assertions?|expect|matchers?|conftest|(?:spec|rails|test)_helper|test[-_]?(?:utils?|utilities|help(?:ers?)?|support|kit|harness|common|base|suite|case))|[^/]*(?:Asserts?|Assertions?|Matchers?|Test(?:Utils?|Helpers?|Support|Base|Case|Kit|Harness)))\.\w+$/;
/** Files of a program's own precondition checks, such as `Preconditions.checkArgument`. */
const GUARD_FILE =
  /(?:^|\/)(?:preconditions?|invariants?|guards?|contracts?|checks?|ensure|require|verify)\.\w+$/i;
const ASSERTION =
  /assert|ComparisonFailure|ExpectationFailed|ExpectationNotMet|MultipleFailuresError|TestFailure|^Failed$|XunitException/i;
const RUST_TEST_MODULE = /(?:^|::)tests?(?:::|$)/;

/** Returns the production frames of the root exception, innermost first, without test helpers. */
export function originFrames(trace: StackTrace, placeOf: PlaceOf): readonly StackFrame[] {
  const root = rootException(trace);
  const found = productionFrames(root, trace, placeOf);
  if (found.length > 0 || root === trace) return found;
  // If a cause has only library frames, the next exception outwards with project frames is used.
  const outwards = [...trace.causes.toReversed(), trace].filter((thrown) => thrown !== root);
  return outwards.map((thrown) => productionFrames(thrown, trace, placeOf)).find(hasAny) ?? [];
}

/**
 * Returns whether a frame only raises a test's assertion; `isAsserting` is set if the failure is an
 * assertion.
 */
function isHelperFrame(frame: StackFrame, path: string, isAsserting: boolean): boolean {
  if (frame.isAssertion === true) return true;
  const isCheck = CHECKS.test(plainName(frame.function ?? ''));
  const isSupport = SUPPORT_FOLDER.test(path) || SUPPORT_FILE.test(path);
  // Whatever else a helper does may be at fault, unless an assertion failed.
  return isSupport ? isCheck || isAsserting : isCheck && GUARD_FILE.test(path);
}

function productionFrames(
  thrown: ThrownException,
  { language }: StackTrace,
  placeOf: PlaceOf,
): readonly StackFrame[] {
  const isAsserting =
    ASSERTION.test(thrown.exception ?? '') || /^assert|^expected /i.test(thrown.message ?? '');
  const frames = language === 'go' ? belowPanic(thrown.frames) : thrown.frames;
  return frames.filter((frame) => {
    const place = placeOf(frame);
    if (place === undefined || place.side === 'test' || isRustTest(frame, language)) return false;
    return !isHelperFrame(frame, place.path, isAsserting);
  });
}

/** Frames above Go's last `panic` were deferred calls that ran because of it. */
function belowPanic(frames: readonly StackFrame[]): readonly StackFrame[] {
  const last = frames.findLastIndex(
    ({ module, function: name }) =>
      (module === undefined && name === 'panic') || (module === 'runtime' && name === 'gopanic'),
  );
  return frames.slice(last + 1);
}

/** Rust unit tests are in the file they test. */
function isRustTest({ module = '' }: StackFrame, language: StackTrace['language']): boolean {
  return language === 'rust' && RUST_TEST_MODULE.test(module);
}

function hasAny(frames: readonly StackFrame[]): boolean {
  return frames.length > 0;
}

/** The function's own name, without its owner, `async`, and compiler suffixes. */
function plainName(name: string): string {
  const bare = name.replace(/^(?:async |new )+/, '').replace(/(?:\.func\d+|\.<locals>\..*|\$.*|\[.*)$/, '');
  const own = bare.slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('#'), bare.lastIndexOf(':')) + 1);
  // Go capitalises exported names.
  return own.charAt(0).toLowerCase() + own.slice(1);
}

/** Returns the frames of a trace from the root cause outwards. */
export function framesOutwards(trace: StackTrace): readonly StackFrame[] {
  const root = rootException(trace).frames;
  const lists = [...trace.causes.toReversed().map(({ frames }) => frames), trace.frames];
  return [root, ...lists.filter((frames) => frames !== root)].flat();
}
