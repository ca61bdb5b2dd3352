/** Finds the reports that were named (files, directories, globs, standard input) and opens them as hashed streams. */
import { createReadStream, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  cite,
  compareCodePoints,
  createSha256,
  PenumbraError,
  type Sha256,
  sha256,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import type { ReportSource } from '../../../rca/index.ts';
import { pathWithin } from '../../path-within.ts';

/** A report that is read once; its hash covers all of it, however far it was read. */
export type OpenedReport = ReportSource & { hash(): Promise<Sha256> };

const STANDARD_INPUT = '-';
/** How names of files are understood: what counts in a folder, and what is said where there is nothing. */
export type NamedAs = {
  readonly currentDirectory: string;
  readonly inDirectory: string;
  readonly what: string;
  readonly hint: string;
};

const asReport = {
  inDirectory: '**/*.xml',
  what: 'report',
  hint: 'name a JUnit XML file, a directory with such files, a pattern, or - for standard input',
};

/** Opens the reports that names stand for, each once. */
export function openReports(
  names: readonly string[],
  { root, currentDirectory = process.cwd() }: { readonly root: string; readonly currentDirectory?: string },
): readonly OpenedReport[] {
  const files = [...new Set(names.flatMap((name) => reportsNamed(name, currentDirectory)))];
  const named = files.map((file) => ({ file, name: shownName(file, root) }));
  // Reports of one name from outside the workspace are told apart by what they hold, not by where they lie.
  const isAmbiguous = (name: string) => named.filter((other) => other.name === name).length > 1;
  const keyed = named.map((one) => ({ ...one, key: isAmbiguous(one.name) ? hashOf(one.file) : '' }));
  keyed.sort(
    (left, right) => compareCodePoints(left.name, right.name) || compareCodePoints(left.key, right.key),
  );
  return keyed.map(({ file, name }) =>
    openStream(name, file === STANDARD_INPUT ? process.stdin : createReadStream(file)),
  );
}

/** Opens a report that is at hand as a text. */
export function openReportText(name: string, text: string): OpenedReport {
  return { name, bytes: bytesOf(text), hash: async () => sha256(text) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function reportsNamed(name: string, currentDirectory: string): readonly string[] {
  return name === STANDARD_INPUT ? [name] : namedFiles(name, { ...asReport, currentDirectory });
}

/** Returns the files that a name stands for: itself, all in a folder, or what a pattern matches; at least one. */
export function namedFiles(name: string, as: NamedAs): readonly string[] {
  const { currentDirectory, inDirectory } = as;
  const path = resolve(currentDirectory, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    return requireSome(globSync(inDirectory, { cwd: path }), name, as).map((file) => join(path, file));
  if (found) return [path];
  const matches = globSync(name, { cwd: currentDirectory }).map((file) => resolve(currentDirectory, file));
  return requireSome(matches, name, as);
}

function requireSome(files: readonly string[], name: string, { what, hint }: NamedAs): readonly string[] {
  if (files.length > 0) return sortByCodePoint([...files]);
  throw new PenumbraError('unreadable-input', `${cite(name)} names no ${what}`, { hint });
}

/** A name that is the same in every clone, as far as the report lies in the workspace. */
export function shownName(file: string, root: string): string {
  if (file === STANDARD_INPUT) return 'stdin';
  return pathWithin(root, file) ?? basename(file);
}

function hashOf(file: string): string {
  return file === STANDARD_INPUT ? '' : sha256(readFileSync(file));
}

function openStream(name: string, stream: AsyncIterable<Uint8Array>): OpenedReport {
  const iterator = stream[Symbol.asyncIterator]();
  const digest = createSha256();
  const next = async () => {
    const step = await iterator.next();
    if (step.done !== true) digest.update(step.value);
    return step;
  };
  return {
    name,
    // Without `return`: a reader that has seen enough leaves the rest to the hash.
    bytes: { [Symbol.asyncIterator]: () => ({ next }) },
    async hash() {
      while ((await next()).done !== true);
      return digest.digest();
    },
  };
}
