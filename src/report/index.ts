/** The report room's door: what a run came to, for a terminal, a browser and a person who asks why. */
export { renderExplanation } from './render-explanation.ts';
export { type HtmlOptions, renderHtml } from './render-html.ts';
export { type RunView, renderRun } from './render-run.ts';
export { type RunsView, renderRuns } from './render-runs.ts';
export { renderStep } from './render-step.ts';
export { renderTerminal } from './render-terminal.ts';
export { plainColors, type ReportColors, type TerminalLayout } from './report-colors.ts';
export type { ShownExplanation, ShownInput, ShownRecord } from './shown-explanation.ts';
export { glossary } from './words.ts';
