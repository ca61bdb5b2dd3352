/** The four masks of the proposing side: earlier causes, the repository, the other cases, and the right to decide. */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import { defineMask, type Mask } from './mask.ts';

const wearers = { alignment: 'light' } as const;

/** Opens what is remembered of earlier cases; only with it can a recalled cause skip the search. */
export const maskOfRecall: Mask = defineMask({
  name: 'mask-of-recall',
  description: 'Opens prior causes and symptoms',
  validNodes: ['recall'],
  wearers,
  before: (context) => grant(context, ['prior-causes', 'symptoms'], { prior_rca_available: true }),
});

/** Opens the repository and selects the guard mode in which it may be searched. */
export const maskOfTheForge: Mask = defineMask({
  name: 'mask-of-the-forge',
  description: 'Opens the repository: tree, outlines, imports, history and search',
  validNodes: ['investigate'],
  wearers,
  before: (context) => ({
    ...grant(context, ['tree', 'outlines', 'imports', 'history', 'search'], {
      workspace_repos_available: true,
    }),
    mode: 'forge',
  }),
});

/** Opens the other cases of the run. */
export const maskOfCorrelation: Mask = defineMask({
  name: 'mask-of-correlation',
  description: 'Opens the other cases',
  validNodes: ['correlate'],
  wearers,
  before: (context) => grant(context, ['other-cases'], { cross_case_matching: true }),
});

/** Makes the decision of a review binding; a node cannot do that for itself. */
export const maskOfJudgment: Mask = defineMask({
  name: 'mask-of-judgment',
  description: 'Makes the decision of a review binding',
  validNodes: ['review'],
  wearers,
  before: (context) => grant(context, [], { review_authority: true }),
  after: (artifact) => ({ ...artifact, data: { ...artifact.data, binding: true } }),
});

/** Opens sources and sets flags for one step. */
export function grant(
  context: NodeContext,
  sources: readonly string[],
  flags: { readonly [flag: string]: CanonicalValue },
): NodeContext {
  return {
    ...context,
    openSources: [...new Set([...(context.openSources ?? []), ...sources])],
    meta: { ...context.meta, ...flags },
  };
}
