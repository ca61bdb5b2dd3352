/** What the frames of a trace name in the project itself: its production frames, and their components. */
import type { FailureBlock, TraceBlock } from '../blocks/case-blocks.ts';
import { sideOfPath } from '../paths/file-side.ts';

/** A frame as shown in a pack. */
export type TracedFrame = TraceBlock['frames'][number];

const JVM_FILE = /\.(?:java|kts?|scala|groovy)$/;
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/;
/** Folders below which the project's layout begins. */
const PROJECT_FOLDERS = new Set('src lib libs packages pkg cmd internal source test tests spec'.split(' '));
/** How many folders of an absolute path are kept if the project root is unknown. */
const LAST_FOLDERS = 2;
/** The fewest package parts that two classes of one project share. */
const SHARED_PACKAGE = 2;

/** Returns the own frames outside tests, innermost first. */
export function productionFrames(
  trace: TraceBlock | undefined,
  failure: FailureBlock | undefined,
): readonly TracedFrame[] {
  const packages = (failure?.tests ?? []).flatMap(({ suite, class_name }) =>
    testPackages(class_name ?? suite),
  );
  return (trace?.frames ?? []).filter(
    (frame) => frame.kind === 'own' && !isTestFrame(frame) && isOfProject(frame, packages),
  );
}

export function isTestFrame(frame: TracedFrame): boolean {
  return sideOfPath(framePath(frame)) === 'test';
}

/**
 * Returns the component of a frame: its package as a path, or its folder; undefined for a file at the root.
 */
export function componentOf(frame: TracedFrame): string | undefined {
  const path = framePath(frame);
  const folders = path.split('/').slice(0, -1);
  const component = ABSOLUTE.test(path) ? projectFolders(folders) : folders;
  const plain = component.filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
  return plain === '' ? undefined : plain;
}

/** A JVM class names its package; other frames name their file. */
function framePath({ file = '', module = '' }: TracedFrame): string {
  const isJvm = module.includes('.') && (file === '' || (JVM_FILE.test(file) && !file.includes('/')));
  if (!isJvm) return file;
  const parts = module.split('.');
  const outer = parts.pop()?.split('$', 1)[0] ?? '';
  return [...parts, file === '' ? `${outer}.java` : file].join('/');
}

/**
 * Guesses where the project begins in a path of another machine. The innermost match is used, because of
 * paths like `/usr/src/app`.
 */
function projectFolders(folders: readonly string[]): readonly string[] {
  const start = folders.findLastIndex((folder) => PROJECT_FOLDERS.has(folder));
  return start < 0 ? folders.slice(-LAST_FOLDERS) : folders.slice(start);
}

function testPackages(name: string): readonly string[] {
  const parts = name.split('.');
  const isClass = parts.length > SHARED_PACKAGE && parts.every((part) => /^[\w$]+$/.test(part));
  return isClass ? [parts.slice(0, SHARED_PACKAGE).join('/')] : [];
}

/**
 * Library packages can be told from own ones only by comparing them with the tests' packages, if the tests
 * have any.
 */
function isOfProject(frame: TracedFrame, packages: readonly string[]): boolean {
  const isJvm = JVM_FILE.test(frame.file ?? '') && (frame.module ?? '').includes('.');
  if (!isJvm || packages.length === 0) return true;
  const path = `${framePath(frame)}/`;
  return packages.some((start) => path.startsWith(`${start}/`));
}
