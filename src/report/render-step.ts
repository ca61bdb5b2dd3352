/** One step in full: who worked there and why, what it was shown, what it did, and what came of it. */
import type { RunStep } from '../record/index.ts';
import { capabilityWords, choiceWord, edgeWord, placeWord, purposeWord } from './describe-step.ts';
import { labelledLines } from './labelled-lines.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { plainWord } from './words.ts';
import { wrapText } from './wrap-text.ts';

/** Renders one step; nothing is folded. */
export function renderStep(step: RunStep, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['question', [purposeWord(step)].filter((text) => text !== '')],
    ['agent', [agentWords(step)]],
    ['with', capabilityWords(step)],
    ['opened', openedLines(step)],
    [
      'was told',
      step.packs.map(({ pack, consumer }) => `${visibleLine(pack)}, for ${visibleLine(consumer)}`),
    ],
    ['asked', step.asks.map(({ model, request }) => `${visibleLine(model)}, request ${shortName(request)}`)],
    ['reply', step.replyChecks.map(replyWords)],
    [
      'tools',
      step.tools.map(
        ({ tool, command, code }) => `${visibleLine(code)}  ${visibleLine(tool)} ${visibleLine(command)}`,
      ),
    ],
    [
      'decided',
      step.decisions.map(({ decision, reason }) => `${visibleLine(decision)}: ${visibleProse(reason)}`),
    ],
    ['record', step.artifact === null ? [] : [recordWords(step.artifact)]],
    ['failed', step.failure === null ? [] : [visibleProse(step.failure)]],
    ['then', [edgeWord(step)].filter((text) => text !== '')],
  ];
  const title = wrapText(`step ${step.step}: ${placeWord(step)}`, layout.width).map(layout.colors.bold);
  return `${[...title, ...rows.flatMap(([label, text]) => labelledLines(label, text, layout))].join('\n')}\n`;
}

function agentWords(step: RunStep): string {
  if (step.agent === null) return 'none was chosen';
  const reason = choiceWord(step);
  return `${visibleLine(step.agent.name)}${reason === '' ? '' : `: ${reason}`}`;
}

/** Lists what was opened, the sources of one mask on one line. */
function openedLines({ sources }: RunStep): readonly string[] {
  const masks = [...new Set(sources.map(({ by }) => by))];
  return masks.map((mask) => {
    const opened = sources.filter(({ by }) => by === mask).map(({ source }) => visibleLine(source));
    return `${opened.join(', ')}, by ${visibleLine(mask)}`;
  });
}

function recordWords({ type, frame }: NonNullable<RunStep['artifact']>): string {
  return `${visibleLine(plainWord('artifact', type))}, ${visibleLine(frame)}`;
}

function replyWords({ ok, reasons }: RunStep['replyChecks'][number]): string {
  return [ok ? 'accepted' : 'refused', ...reasons.map(visibleProse)].join(': ');
}
