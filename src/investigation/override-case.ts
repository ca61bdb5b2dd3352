/** Records a person's answer at the current node of a case, in place of the agent's. */
import { misfitOf } from '../court/index.ts';
import { type OpenLedgerOptions, withLedger } from '../engine/index.ts';
import { cite, didYouMean, type Id, isRecord, PenumbraError, shortId } from '../kernel/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { type Artifact, type Graph, openJournal, overrideStep, readRun } from '../pipeline/index.ts';
import { checkLightArtifact } from '../rca/index.ts';
import { type OverrideDocument, requireCase } from '../report/index.ts';
import { nextWalk, type PlannedWalk } from './case/next-walk.ts';
import { loadOwnDefinitions, type OwnDefinitions } from './run/definitions.ts';
import { findRun } from './run/find-run.ts';
import { courtConfigOf } from './run/run-inputs.ts';
import { readReport, readRunRecord } from './run/run-record.ts';
import { requireSameDefinitions } from './run/run-setting.ts';

/** A person's answer, and where it applies. */
export type OverrideOptions = Omit<OpenLedgerOptions, 'create'> &
  OwnDefinitions & {
    readonly run: string;
    readonly case: string;
    /** The current node of the case. */
    readonly node: string;
    /** The fields of the node's artifact. */
    readonly answer: unknown;
    /** The name of the person answering. */
    readonly by: string;
  };

/** Answers once in place of an agent; `resumeRun` continues from there. */
export async function overrideCase(options: OverrideOptions): Promise<OverrideDocument> {
  const { node, by } = options;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    await requireUnended(ledger, run);
    const { id } = requireCase(await readRun(ledger.store, run), options.case);
    const { inputs } = await readRunRecord(ledger, run);
    const definitions = await loadOwnDefinitions(options);
    requireSameDefinitions(run, inputs, definitions);
    const journal = await openJournal(ledger, { run, case: id });
    const { pipeline, pass, start } = requireBegun(
      nextWalk(journal.progress, courtConfigOf(inputs.configuration)),
      id,
    );
    const isCourt = pipeline === 'court';
    const graph = definitions[pipeline];
    const { effects } = await overrideStep(journal, graph, {
      ...start,
      walk: { pipeline, pass },
      map: inputs.fork?.map,
      node,
      artifact: readAnswer(graph, node, options.answer),
      by,
      masks: definitions.masks,
      check: isCourt ? misfitOf : checkLightArtifact,
    });
    const taken = effects.find((effect) => effect.kind === 'edge-taken');
    const { edge = null, to = null } = taken?.kind === 'edge-taken' ? taken : {};
    return { run, case: id, node, by, edge, to };
  });
}

/** The court assembles the opening of a trial itself, so the first step of a trial cannot be overridden. */
function requireBegun(planned: PlannedWalk | null, id: string): PlannedWalk {
  if (planned !== null && (planned.pipeline === 'light' || planned.state !== undefined)) return planned;
  const where =
    planned === null ? 'has come to its end' : "stands before a trial, whose first step is an agent's";
  throw new PenumbraError('usage', `${cite(id)} ${where}`, {
    hint: 'see `penumbra show` for where it stands',
  });
}

/** A person gives only the fields; the node determines the artifact. */
function readAnswer({ nodes, name }: Graph, node: string, answer: unknown): Artifact {
  const found = nodes.find((one) => one.name === node);
  const names = nodes.map((one) => one.name);
  if (found === undefined)
    throw new PenumbraError('usage', `${cite(node)} is no node of ${cite(name)}${didYouMean(node, names)}`, {
      hint: `the nodes are ${names.join(', ')}`,
    });
  if (!isRecord(answer))
    throw new PenumbraError('invalid-frame', 'an answer is a mapping of fields', {
      hint: 'for instance {"decision": "approve", "confidence": 0.9}',
    });
  const { confidence, ...data } = answer as Artifact['data'] & { readonly confidence?: number };
  return { type: found.artifact ?? node, data, ...(confidence !== undefined && { confidence }) };
}

async function requireUnended(ledger: Ledger, run: Id<'run'>): Promise<void> {
  if ((await readReport(ledger, run)) === null) return;
  throw new PenumbraError('usage', `${shortId(run)} has ended, and its answers stand`, {
    hint: `do it again from a step with \`penumbra resume ${shortId(run)} --from STEP\`; that leaves this run as it is`,
  });
}
