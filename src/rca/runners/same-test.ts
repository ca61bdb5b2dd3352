/** Whether two names mean one test, although different reporters wrote them. */
import type { TestName } from '../experiments/experiment.ts';
import { classTitle, decodeReferences, suiteTitles, titleReadings } from './title-pattern.ts';

/**
 * Tells whether two names mean the same test: titles may be joined or apart, classes short or with their package, and
 * files with other folders in front. Arguments in a name (`adds[1]`) are part of it, so that cases stay apart.
 */
export function isSameTest(one: TestName, other: TestName): boolean {
  if (!isSameFile(one.file, other.file)) return false;
  if (plain(one.name) === plain(other.name)) return agree(owners(one), owners(other));
  const [bare, otherBare] = [plain(one.name), plain(other.name)];
  const titles = new Set(titleReadings(one).map((parts) => plain(parts.join(' '))));
  return titleReadings(other).some((parts) => {
    const title = plain(parts.join(' '));
    return titles.has(title) && (title !== bare || title !== otherBare);
  });
}

/** Returns a title in the one spelling in which titles are compared. */
function plain(title: string): string {
  return decodeReferences(title)
    .replace(/\s[>›»]\s/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function isSameFile(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [left, right] = [partsOf(one), partsOf(other)];
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.every((part, index) => part === long[long.length - short.length + index]);
}

function partsOf(file: string): readonly string[] {
  return file
    .replace(/^file:\/\//, '')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');
}

/** Returns what stands around a test, in each way that its report tells: suites and class. */
function owners(test: TestName): readonly string[] {
  const [suites, owner] = [suiteTitles(test), classTitle(test)];
  const told = [suites.join(' '), suites.at(-1) ?? '', owner ?? ''];
  // Some reporters repeat the name of the test as its class.
  return told.map(dotted).filter((text) => text !== '' && text !== dotted(test.name));
}

function dotted(text: string): string {
  return plain(text).replace(/::|[\\/$ ]/g, '.');
}

/** Owners agree where one is the end of the other; a report that names none contradicts nothing. */
function agree(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return true;
  return left.some((one) =>
    right.some((other) => `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`)),
  );
}
