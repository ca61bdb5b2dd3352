/** Commands that no entry of the table knows: the user says where the names go, and the exit code tells the rest. */
import type { RecognisedRunner, TestName } from './runner.ts';

const PLACEHOLDER = /\{(test|file|class|name)\}/g;

/**
 * Makes a runner of a command with `{test}`, `{file}`, `{class}` and `{name}` in its words. Each stays inside its word.
 * The command runs once for one test; several tests, or a name that is not known, take a command without placeholders.
 */
export function templateRunner(words: readonly string[]): RecognisedRunner {
  const asked = words.flatMap((word) => [...word.matchAll(PLACEHOLDER)].map(([, key]) => key ?? ''));
  return {
    name: words[0] ?? '',
    plan({ tests }) {
      const values = tests !== 'all' && tests.length === 1 && tests[0] ? placeholders(tests[0]) : {};
      const isFilled = asked.length > 0 && asked.every((key) => isFit(values[key], words));
      return {
        words: isFilled
          ? words.map((word) => word.replace(PLACEHOLDER, (_, key: string) => values[key] ?? ''))
          : words.filter((word, index) => word.search(PLACEHOLDER) < 0 && !takesName(word, words[index + 1])),
        environment: {},
        results: { format: 'exit-code', from: 'output' },
      };
    },
  };
}

/** An option goes with the name that would be its value. */
function takesName(word: string, next: string | undefined): boolean {
  return (
    word.startsWith('-') &&
    !word.includes('=') &&
    next !== undefined &&
    /^\{\w+\}$/.test(next) &&
    next.search(PLACEHOLDER) === 0
  );
}

function placeholders(test: TestName): Readonly<Record<string, string | undefined>> {
  const { name, className, file, suitePath } = test;
  return {
    name,
    file,
    class: className ?? suitePath.at(-1),
    test: className ? `${className}.${name}` : name,
  };
}

/** Programs that hand their words, or a part of them, to a shell. */
const SHELLS =
  /(?:^|[/\\])(?:(?:ba|da|z|k|c|tc|fi)?sh|ssh|make|gmake|just|su|xargs|parallel|watch|cmd|powershell|pwsh)(?:\.exe)?$/;
/** What means nothing but itself, in whatever it is put. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./:@,+=-]*$/u;

/**
 * INVARIANT (nothing of a report reaches a shell): values come from reports. One that begins with a dash could be read as
 * an option, no word holds a zero byte, and where a shell may read the word only plain ones are filled in.
 */
function isFit(value: string | undefined, words: readonly string[]): boolean {
  if (value === undefined || value === '' || value.startsWith('-') || value.includes('\0')) return false;
  return PLAIN.test(value) || !words.some((word) => SHELLS.test(word));
}
