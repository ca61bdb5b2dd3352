/** The folders that failing tests point to: those of the files they are likely about, by where the tests lie. */
import type { FailureBlock } from '../blocks/case-blocks.ts';

/** The layout of Maven and Gradle, below which packages begin. */
const SOURCE_ROOT = /^(?:.*\/)?src\/\w*[tT]est\/\w+\//;
const CLASS_NAME = /^[\w$]+(?:\.[\w$]+)+$/;
/** Folders that say it is a test and nothing of what is tested. */
const TEST_FOLDER = /^(?:tests?|specs?|__tests__|unit|integration|e2e|\.|)$/;

/** Returns the packages of test classes and the folders of test files, mirrored to the side of production code. */
export function testFolders(failure: FailureBlock | undefined): readonly string[] {
  const folders = (failure?.tests ?? []).flatMap(({ suite, class_name, file }) => [
    ...(file === undefined ? [] : [file.replace(SOURCE_ROOT, '').split('/').slice(0, -1)]),
    ...[class_name, suite].flatMap((name) =>
      name !== undefined && CLASS_NAME.test(name) ? [name.split('.').slice(0, -1)] : [],
    ),
  ]);
  const mirrored = folders.map((parts) => parts.filter((part) => !TEST_FOLDER.test(part)).join('/'));
  return [...new Set(mirrored)].filter((folder) => folder !== '');
}
