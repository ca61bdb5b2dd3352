/** Whether two names mean one test, although different reporters wrote them. */
import type { TestName } from './runner.ts';
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

type Owners = { readonly suites: string; readonly className: string };

/** Returns what a report puts around a test, as dotted names; empty where it tells nothing. */
function owners(test: TestName): Owners {
  const className = dotted(classTitle(test) ?? '');
  // Some reporters repeat the name of the test as its class.
  return {
    suites: dotted(suiteTitles(test).join(' ')),
    className: className === dotted(test.name) ? '' : className,
  };
}

function dotted(text: string): string {
  return plain(text).replace(/::|[\\/$ ]/g, '.');
}

/** Classes may lack their package, titles are told whole; a report that tells nothing contradicts nothing. */
function agree(one: Owners, other: Owners): boolean {
  if (one.className !== '' && other.className !== '') return isEnd(one.className, other.className);
  if (one.suites !== '' && other.suites !== '' && one.suites === other.suites) return true;
  const [left, right] = [one.className || one.suites, other.className || other.suites];
  if (left === '' || right === '') return true;
  return (one.className !== '' || other.className !== '') && isEnd(left, right);
}

function isEnd(one: string, other: string): boolean {
  return `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`);
}
