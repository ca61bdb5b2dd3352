/** What the frames of a trace name of the project itself: its production frames, and the components they are in. */
import type { FailureBlock, TraceBlock } from '../blocks/case-blocks.ts';
import { sideOfPath } from '../paths/file-side.ts';

/** A frame as a pack tells it. */
export type TracedFrame = TraceBlock['frames'][number];

const JVM_FILE = /\.(?:java|kts?|scala|groovy)$/;
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/;
/** Folders below which the layout of a project begins. */
const PROJECT_FOLDERS = new Set('src lib libs packages pkg cmd internal source test tests spec'.split(' '));
/** How many folders of an absolute path are kept where the root of the project is unknown. */
const LAST_FOLDERS = 2;
/** How many parts of a package two classes of one project share at least. */
const SHARED_PACKAGE = 2;

/** Returns the own frames that are no tests, innermost first. */
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

/** Tells whether a frame is in a test. */
export function isTestFrame(frame: TracedFrame): boolean {
  return sideOfPath(framePath(frame)) === 'test';
}

/** Returns the component a frame is in: its package as a path, or its folder; nothing for a file at the root. */
export function componentOf(frame: TracedFrame): string | undefined {
  const path = framePath(frame);
  const folders = path.split('/').slice(0, -1);
  const component = ABSOLUTE.test(path) ? projectFolders(folders) : folders;
  const plain = component.filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
  return plain === '' ? undefined : plain;
}

/** A class of the Java machine names its package; other frames name their file. */
function framePath({ file = '', module = '' }: TracedFrame): string {
  const isJvm = module.includes('.') && (file === '' || (JVM_FILE.test(file) && !file.includes('/')));
  if (!isJvm) return file;
  const parts = module.split('.');
  const outer = parts.pop()?.split('$', 1)[0] ?? '';
  return [...parts, file === '' ? `${outer}.java` : file].join('/');
}

/** Where the project begins in a path of another machine is a guess; the innermost, for `/usr/src/app` is none of it. */
function projectFolders(folders: readonly string[]): readonly string[] {
  const start = folders.findLastIndex((folder) => PROJECT_FOLDERS.has(folder));
  return start < 0 ? folders.slice(-LAST_FOLDERS) : folders.slice(start);
}

function testPackages(name: string): readonly string[] {
  const parts = name.split('.');
  const isClass = parts.length > SHARED_PACKAGE && parts.every((part) => /^[\w$]+$/.test(part));
  return isClass ? [parts.slice(0, SHARED_PACKAGE).join('/')] : [];
}

/** Packages of libraries cannot be told from own ones but by the tests', where those have any. */
function isOfProject(frame: TracedFrame, packages: readonly string[]): boolean {
  const isJvm = JVM_FILE.test(frame.file ?? '') && (frame.module ?? '').includes('.');
  if (!isJvm || packages.length === 0) return true;
  const path = `${framePath(frame)}/`;
  return packages.some((start) => path.startsWith(`${start}/`));
}
