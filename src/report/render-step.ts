/** One step in full: who worked there and why, what it was shown, what it did, and what came of it. */
import type { RunStep } from '../record/index.ts';
import { artifactWord, capabilityWords, edgeWord, nodeWord } from './describe-step.ts';
import { labelledLines } from './labelled-lines.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

/** Renders one step; nothing is folded. */
export function renderStep(step: RunStep, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['agent', step.agent === null ? ['nobody was chosen'] : [agentWords(step.agent)]],
    ['capability', capabilityWords(step)],
    ['opened', step.sources.map(({ source, by }) => `${visibleLine(source)}, by ${visibleLine(by)}`)],
    ['pack', step.packs.map(({ pack, consumer }) => `${visibleLine(pack)}, for ${visibleLine(consumer)}`)],
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
    ['artifact', step.artifact === null ? [] : [artifactWord(step), visibleLine(step.artifact.frame)]],
    ['failed', step.failure === null ? [] : [visibleProse(step.failure)]],
    ['next', step.edge === null ? [] : [edgeWord(step)]],
  ];
  const title = wrapText(`step ${step.step}: ${nodeWord(step.node)}`, layout.width).map(layout.colors.bold);
  return `${[...title, ...rows.flatMap(([label, text]) => labelledLines(label, text, layout))].join('\n')}\n`;
}

function agentWords({ name, reason }: NonNullable<RunStep['agent']>): string {
  return reason === '' ? visibleLine(name) : `${visibleLine(name)}, because ${visibleProse(reason)}`;
}

function replyWords({ ok, reasons }: RunStep['replyChecks'][number]): string {
  return [ok ? 'accepted' : 'refused', ...reasons.map(visibleProse)].join(': ');
}
