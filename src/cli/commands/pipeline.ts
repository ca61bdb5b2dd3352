/** `penumbra pipeline`: shows, draws and checks pipeline definitions. */
import type { Command } from 'commander';
import { exitCodes } from '../../kernel/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, oneOf } from '../options/read-options.ts';

type Format = 'mermaid' | 'svg';
type LintFlags = { readonly masks?: string };
type GraphFlags = { readonly format?: Format; readonly output?: string };

const NAMED = 'a pipeline file, - for standard input, or the name of a built-in pipeline';
const EXAMPLE =
  '\nExample:\n  $ penumbra pipeline show rca-investigation\n  $ penumbra pipeline lint pipelines/*.yaml\n  $ penumbra pipeline graph court --output court.svg';

export function addPipeline(host: CommandHost): void {
  const pipeline = host.program
    .command('pipeline')
    .description('check, show or draw a pipeline')
    .addHelpText('after', EXAMPLE);
  addLint(pipeline, host);
  addShow(pipeline, host);
  addGraph(pipeline, host);
}

function addLint(pipeline: Command, { terminal, exitWith }: CommandHost): void {
  pipeline
    .command('lint')
    .description('list what is wrong with pipelines, where, and how to fix it; exits with 1 on findings')
    .argument('<pipeline...>', NAMED)
    .option('--masks <module>', 'a module with your own masks', once('--masks'))
    .addHelpText('after', '\nExample:\n  $ penumbra pipeline lint pipelines/*.yaml')
    .action(async (names: readonly string[], flags: LintFlags) => {
      const { lintPipelines } = await import('../../commands/pipelines.ts');
      const document = await lintPipelines(names, flags);
      const { renderPipelineLint } = await import('../../report/index.ts');
      terminal.answer(document, renderPipelineLint(document, terminalLayout(terminal)));
      if (!document.ok) exitWith(exitCodes.checkFailed);
    });
}

function addShow(pipeline: Command, { terminal }: CommandHost): void {
  pipeline
    .command('show')
    .description('list variables, zones and nodes of a pipeline, and its edges in the order they are tried')
    .argument('<pipeline>', NAMED)
    .addHelpText('after', '\nExample:\n  $ penumbra pipeline show court')
    .action(async (name: string) => {
      const { showPipeline } = await import('../../commands/pipelines.ts');
      const document = await showPipeline(name);
      const { renderPipeline } = await import('../../report/index.ts');
      terminal.answer(document, renderPipeline(document, terminalLayout(terminal)));
    });
}

function addGraph(pipeline: Command, { terminal }: CommandHost): void {
  pipeline
    .command('graph')
    .description('draw a pipeline as a Mermaid flow chart or an SVG picture')
    .argument('<pipeline>', NAMED)
    .option(
      '--format <format>',
      'mermaid or svg (default: svg if the output ends in .svg, else mermaid)',
      oneOf('--format', ['mermaid', 'svg'] satisfies Format[]),
    )
    .option('--output <file>', 'write the picture to a file', once('--output'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra pipeline graph court\n  $ penumbra pipeline graph pipeline.yaml --output pipeline.svg',
    )
    .action(async (name: string, { output, format = formatOf(output) }: GraphFlags) => {
      const { drawPipeline } = await import('../../commands/pipelines.ts');
      const document = await drawPipeline(name, { format, ...(output !== undefined && { output }) });
      terminal.answer(document, 'picture' in document ? document.picture : `wrote ${document.file}`);
    });
}

function formatOf(output: string | undefined): Format {
  return output?.toLowerCase().endsWith('.svg') === true ? 'svg' : 'mermaid';
}
