/** Reads the failures printed by Playwright's terminal reporters. */

import { dedent } from '../formats/tap-diagnosis.ts';
import { intakeLimits } from '../reading/bounded-text.ts';
import { type ReadAttachment, type ReadFailure, splitFailure } from '../reading/record-test.ts';
import {
  type LineKind,
  type LogRunner,
  type LogSection,
  type LogTests,
  MOST_WAITING,
  type OpenFailure,
  openFailure,
} from './log-section.ts';

export const playwrightLog: LogRunner = {
  name: 'Playwright',
  begins: /^ {2}1\) (?:\[[^\]]+\] › )?\S+:\d+:\d+ › \S/,
  open: openPlaywright,
};

const HEAD = /^ {2}\d+\) (\S.*?)(?: ─+)?$/;
const TEST = /^(?:\[([^\]]+)\] › )?(\S+?):(\d{1,9}):\d+ › (.+)$/;
const SUMMARY = /^ {2}(\d{1,9}) (failed|flaky|interrupted|skipped|did not run|passed)(?: \(.*\))?$/;
/** The line below is the path, or the content if there is no file. */
const ATTACHED = /^ {4}attachment #\d+: (.+?) \([\w/.+-]+\) ─+$/;
const CONTEXT = /^ {4}Error Context: (\S+)$/;
const PATH = /^ {4}(\S*[/\\]\S*\.\w{1,10})$/;
const PART = /^ {4}(?:Retry #\d+|attachment #\d+: .*|Error Context: .*) ?─*$/;

type Head = { readonly head: string; readonly attachments: ReadAttachment[] };

function openPlaywright(tests: LogTests): LogSection {
  let block: OpenFailure<Head> | undefined;
  let title: string | undefined;
  let blocks: OpenFailure<Head>[] = [];
  let part: 'text' | 'retry' | 'attachment' = 'text';
  let listed = '';
  const flaky = new Set<string>();

  function flush(): void {
    for (const { head: told, place, text } of blocks) {
      const { head, attachments } = told;
      const [, project, file = '', line, titles = head] = TEST.exec(head) ?? [];
      const path = titles.split(' › ');
      tests.fail({
        suitePath: path.slice(0, -1),
        name: path.at(-1) ?? '',
        variant: project,
        file,
        line: Number(line),
        failure: failureIn(text()),
        attachments,
        ...(flaky.has(head) && { isFlaky: true, retries: ['passed'] }),
        place,
      });
    }
    blocks = [];
    block = undefined;
    flaky.clear();
  }

  function take(line: string): LineKind {
    const head = HEAD.exec(line);
    if (head !== null && TEST.test(head[1] ?? '')) {
      if (blocks.length >= MOST_WAITING) flush();
      block = openFailure({ head: head[1] ?? '', attachments: [] }, tests.place());
      blocks.push(block);
      part = 'text';
      return 'own';
    }
    const summary = SUMMARY.exec(line);
    if (summary !== null) {
      const [, times, word = ''] = summary;
      block = undefined;
      listed = word;
      if (word === 'passed' || word === 'skipped') tests.count(word, Number(times));
      if (word === 'failed') tests.declare(Number(times));
      return word === 'passed' ? 'last' : 'own';
    }
    if (block === undefined) {
      if (listed === 'flaky' && flaky.size < MOST_WAITING) flaky.add(line.replace(/ ─*$/, '').trim());
      return /^\S/.test(line) ? 'foreign' : 'text';
    }
    const context = CONTEXT.exec(line)?.[1];
    const path = context ?? (title === undefined ? undefined : PATH.exec(line)?.[1]);
    const { attachments } = block.head;
    if (path !== undefined && attachments.length < intakeLimits.attachments)
      attachments.push({ name: title ?? 'error context', path });
    title = ATTACHED.exec(line)?.[1];
    if (PART.test(line)) {
      part = line.startsWith('    Retry') ? 'retry' : part === 'retry' ? part : 'attachment';
      return 'own';
    }
    if (part === 'attachment' && /^ {4}─+$/.test(line)) part = 'text';
    // The line reporter prints the running test between failures.
    else if (part === 'text' && !/^\[\d+\/\d+\] /.test(line)) block.push(line);
    return 'text';
  }

  return { take, end: flush };
}

function failureIn(text: string): ReadFailure {
  return { kind: 'failure', ...splitFailure(dedent(text.split('\n')).join('\n').trim()) };
}
