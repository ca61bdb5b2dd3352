/**
 * `penumbra produce`, `synthesize`, `regenerate` and `invalidate`: makes, renews and invalidates derived
 * records.
 */
import type { Command } from 'commander';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, readNames } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

type ProduceFlags = { readonly type?: readonly string[] };

const USUAL_TYPES: readonly string[] = ['outline', 'imports', 'digest'];

export function addProduce({ program, terminal }: CommandHost): void {
  program
    .command('produce')
    .description('make outlines, imports and digests of files without a model; skips what is up to date')
    .argument('[path]', 'a file, or a directory with everything below it (default: the whole workspace)')
    .option(
      '--type <types>',
      'which, comma-separated: outline, imports, digest, terms, and of the whole workspace history (default: "outline,imports,digest")',
      readNames('--type'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra produce\n  $ penumbra produce src/cart.ts --type outline\n\nget, compose and synthesize use them; regenerate and watch --regenerate keep\nthem current.',
    )
    .action((typed: string | undefined, flags: ProduceFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ workspace, pathOf }) => {
        const path = typed === undefined ? '.' : await pathOf(typed);
        const types = [...new Set(flags.type ?? USUAL_TYPES)];
        const production = await workspace.as('synthesis', 'synthesis').produce({
          path,
          types,
          onProgress: (done) => terminal.progress(`records done: ${done}`),
        });
        const document = { path, types, ...production };
        const { renderProduction } = await import('../../report/index.ts');
        terminal.answer(document, renderProduction(document, terminalLayout(terminal)));
      }),
    );
}

type SynthesizeFlags = {
  readonly type: string;
  readonly output?: string;
  readonly agent?: string;
  readonly policy?: string;
  readonly recursive?: boolean;
};

export function addSynthesize({ program, terminal }: CommandHost): void {
  program
    .command('synthesize')
    .description('make a record of a directory from the records of its contents')
    .argument('<directory>', 'the directory')
    .requiredOption(
      '--type <type>',
      'the type of the records to use and to make; * uses all types, and needs --output',
      once('--type'),
    )
    .option('--output <type>', 'the type to make, if it is another', once('--output'))
    .option(
      '--agent <agent>',
      'who makes it; needs the role synthesis (default: "synthesis")',
      once('--agent'),
    )
    .option(
      '--policy <policy>',
      'concatenation, summarisation, filtering, or one of them as JSON with its settings (default: "concatenation")',
      once('--policy'),
    )
    .option('--recursive', 'also all directories below, the deepest first')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra synthesize src --type digest --recursive\n  $ penumbra synthesize src --type note \\\n      --policy \'{"policy": "summarisation", "maxLines": 3}\'',
    )
    .action((directory: string, flags: SynthesizeFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ engine, workspace, pathOf }) => {
        const { type, output, agent = 'synthesis', policy, recursive } = flags;
        const path = await pathOf(directory);
        const made = await workspace.as(agent, 'synthesis').synthesize({
          path,
          type,
          output,
          policy: policy === undefined ? undefined : engine.readPolicy(policy, { custom: new Map() }),
          recursive,
          onProgress: (done) => terminal.progress(`directories done: ${done}`),
        });
        const { renderSynthesis } = await import('../../report/index.ts');
        const document = { path, type: output ?? type, ...made };
        terminal.answer(document, renderSynthesis(document, terminalLayout(terminal)));
      }),
    );
}

type RegenerateFlags = { readonly recursive?: boolean; readonly agent?: string };

export function addRegenerate({ program, terminal }: CommandHost): void {
  program
    .command('regenerate')
    .description(
      'renew derived records whose sources changed, and list stale ones that people or models wrote',
    )
    .argument('[path]', 'only this file or directory (default: the whole workspace)')
    .option('--recursive', 'for a directory, also everything below it')
    .option(
      '--agent <agent>',
      'who does it; needs the role synthesis (default: "synthesis")',
      once('--agent'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra regenerate\n  $ penumbra regenerate src --recursive --json',
    )
    .action((typed: string | undefined, flags: RegenerateFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ workspace, pathOf }) => {
        const { recursive, agent = 'synthesis' } = flags;
        const regeneration = await workspace.as(agent, 'synthesis').regenerate({
          ...(typed !== undefined && { path: await pathOf(typed), recursive: recursive === true }),
          onProgress: (examined) => terminal.progress(`records examined: ${examined}`),
        });
        const { renderRegeneration } = await import('../../report/index.ts');
        terminal.answer(regeneration, renderRegeneration(regeneration, terminalLayout(terminal)));
      }),
    );
}

type InvalidateFlags = { readonly type?: string; readonly agent: string };

export function addInvalidate({ program, terminal }: CommandHost): void {
  program
    .command('invalidate')
    .description('declare records wrong: they and all that rests on them are stale until rewritten')
    .argument('<path|frame>', 'a file or directory, for all its current records, or the id of one record')
    .option('--type <type>', 'only records of this type', once('--type'))
    .option('--agent <agent>', 'who says so; see penumbra agents list', 'person')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra invalidate src/cart.ts --type note\n  $ penumbra invalidate frame:3f2a91c0',
    )
    .action((typed: string, { type, agent }: InvalidateFlags, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace, pathOf }) => {
        const what = await pathOf(typed);
        const invalidation = await engine.invalidateNamed(workspace, { what, type, agent });
        const { renderInvalidation } = await import('../../report/index.ts');
        terminal.answer(invalidation, renderInvalidation(invalidation, terminalLayout(terminal)));
      }),
    );
}
