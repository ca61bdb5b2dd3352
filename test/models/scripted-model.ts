/** Models that answer by a script over the real wire: one that answers as the heuristics would, and what others make of that. */
import { answerSeat, type CourtRole } from '../../src/court/index.ts';
import { type PromptPack, parsePack, parseRendered } from '../../src/disclosure/lens/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { type Artifact, wholeData } from '../../src/pipeline/index.ts';
import { type LightArtifactType, lightHeuristics } from '../../src/rca/index.ts';

/** A question as a script sees it. */
export type Question = {
  readonly pack: PromptPack;
  /** The node, and at a trial the seat: `investigate`, `hearing expert`. */
  readonly step: string;
  /** What the heuristic answers, as JSON. */
  readonly faithful: { readonly [field: string]: CanonicalValue };
  /** Why an earlier answer was refused. */
  readonly refused: readonly string[];
};

/** Reads a request's text as the pack it renders. */
export function readQuestion(text: string): Question {
  const pack = parsePack(parseRendered(text));
  const { channels } = pack.task.bounds as unknown as { readonly channels: object };
  const { node, role, refused } = channels as {
    readonly node: string;
    readonly role?: CourtRole;
    readonly refused?: { readonly reasons: readonly string[] };
  };
  const answer =
    role === undefined
      ? lightHeuristics[pack.task.type as LightArtifactType](pack)
      : answerSeat({ node, role }, pack);
  const said = 'data' in answer ? wholeData(answer as Artifact) : answer;
  return {
    pack,
    step: role === undefined ? node : `${node} ${role}`,
    faithful: said as Question['faithful'],
    refused: refused?.reasons ?? [],
  };
}
