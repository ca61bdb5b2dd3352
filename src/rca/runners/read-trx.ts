/** Results of `dotnet test` as Visual Studio writes them (TRX): results first, then which class each test belongs to. */
import { collectText, intakeLimits, type TextCollector } from '../intake/bounded-text.ts';
import { createXmlLexer, type XmlAttributes } from '../intake/xml-lexer.ts';
import { makeFailure } from './read-json-results.ts';
import type { TestResult } from './runner.ts';

type Draft = {
  readonly id: string;
  readonly name: string;
  readonly outcome: string;
  message?: TextCollector;
  stack?: TextCollector;
};

/** Reads a TRX document. */
export function readTrx(text: string): readonly TestResult[] {
  const drafts: Draft[] = [];
  const classes = new Map<string, string>();
  let test = '';
  let sink: TextCollector | undefined;
  const textOf = (attributes: XmlAttributes, name: string) => attributes.get(name)?.text.trim() ?? '';
  const lexer = createXmlLexer({
    open(name, attributes) {
      const draft = drafts.at(-1);
      sink = undefined;
      if (name === 'UnitTestResult') {
        const [id, testName] = [textOf(attributes, 'testId'), textOf(attributes, 'testName')];
        drafts.push({ id, name: testName, outcome: textOf(attributes, 'outcome') });
      } else if (name === 'UnitTest') test = textOf(attributes, 'id');
      else if (name === 'TestMethod' && test !== '') {
        // Some adapters add the assembly behind the class.
        classes.set(test, textOf(attributes, 'className').split(',', 1)[0] ?? '');
      } else if (name === 'Message' && draft)
        sink = draft.message ??= collectText(intakeLimits.messageLength);
      else if (name === 'StackTrace' && draft) sink = draft.stack ??= collectText(intakeLimits.stackLength);
    },
    text: (piece) => sink?.push(piece),
    close() {
      sink = undefined;
    },
  });
  lexer.write(text);
  lexer.end();
  return drafts.map((draft) => toResult(draft, classes.get(draft.id)));
}

function toResult({ name, outcome, message, stack }: Draft, className: string | undefined): TestResult {
  const short = className && name.startsWith(`${className}.`) ? name.slice(className.length + 1) : name;
  const names = {
    suitePath: className ? [className] : [],
    name: short,
    ...(className ? { className } : {}),
  };
  if (/^passed/i.test(outcome)) return { ...names, status: 'passed' };
  if (!/^(?:failed|error|timeout|aborted)$/i.test(outcome)) return { ...names, status: 'skipped' };
  const told = message?.finish().text.trim() ?? '';
  const type = /^([A-Z][\w.]*(?:Exception|Error)) ?: /.exec(told)?.[1] ?? '';
  const trace = [told, stack?.finish().text ?? ''].filter((part) => part !== '').join('\n');
  return {
    ...names,
    status: 'failed',
    failure: makeFailure({ kind: 'failure', type, message: told, stack: trace }),
  };
}
