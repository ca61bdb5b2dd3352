// All that is compiled for every consumer of the sample as one text to compare; as a program, prints it for a story.
import { pathToFileURL } from 'node:url';
import { compilePromptPack, renderPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, type Oracle, type PolicyDraft } from '../../src/disclosure/oracle/index.ts';
import { tellStory } from './sample-story.ts';
import { cursor, policy } from './sample-world.ts';

/** The consumers the sample's matrix names. */
export const consumers = ['narrator', 'player', 'keeper'] as const;

/** Returns the bytes of the working set, and for each consumer pack, text and both envelopes. */
export async function compiledOutputs(
  oracle: Oracle,
  at = cursor,
  under: PolicyDraft = policy,
): Promise<string> {
  const set = await compileWorkingSet(oracle, at, under);
  const outputs = consumers.flatMap((consumer) => {
    const options = { consumer, guard: set.guard, beat: { beat_type: 'payoff' }, style: { tone: 'dry' } };
    const { pack, envelope, auditEnvelope } = compilePromptPack(set, options);
    return [pack.hash, renderPack(pack), JSON.stringify([envelope, auditEnvelope])];
  });
  return [set.id, set.hash, new TextDecoder().decode(set.bytes), ...outputs].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.stdout.write(await compiledOutputs(await tellStory()));
