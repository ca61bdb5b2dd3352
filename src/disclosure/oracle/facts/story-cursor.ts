/**
 * The current place in the story. For an investigation, the campaign is a case, the scene is its step and the
 * session is its run.
 */

import { PenumbraError } from '../../../kernel/index.ts';
import { hasFields, isText, type Scope } from '../../index.ts';

/** The place for which a working set is compiled. */
export type StoryCursor = {
  readonly world: string;
  readonly campaign: string;
  readonly scene: string;
  readonly session: string;
  readonly mode: string;
};

/** The same place in terms of an investigation: a case of a workspace at a step of a run. */
export type CaseCursor = {
  readonly workspace: string;
  readonly case: string;
  readonly step: string;
  readonly run: string;
  readonly mode: string;
};

export function caseCursor({ workspace, case: campaign, step, run, mode }: CaseCursor): StoryCursor {
  return { world: workspace, campaign, scene: step, session: run, mode };
}

export function isCursor(value: unknown): value is StoryCursor {
  return hasFields(value, { world: isText, campaign: isText, scene: isText, session: isText, mode: isText });
}

export function requireCursor(cursor: StoryCursor): void {
  if (isCursor(cursor)) return;
  throw new PenumbraError('usage', 'a cursor is not as it should be', {
    hint: 'a cursor has the texts world, campaign, scene, session and mode',
  });
}

/** Returns a cursor in the format of a working set. */
export function toScope({ world, campaign, scene, session, mode }: StoryCursor): Scope {
  return { world_id: world, campaign_id: campaign, scene_id: scene, session_id: session, mode };
}
