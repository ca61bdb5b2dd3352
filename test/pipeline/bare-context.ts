// A context with nothing in it, and what a call throws as data, for tests of masks.

import { PenumbraError } from '../../src/kernel/index.ts';
import type { NodeContext } from '../../src/pipeline/index.ts';

/** The context of a node `a` at which nothing has happened. */
export const bareContext: NodeContext = {
  node: 'a',
  state: { loops: {}, visits: {}, worn: [], remands: 0, handoffs: 0, court_ms: 0, role_failed: false },
  prior: null,
  meta: {},
  openSources: [],
  mode: null,
};

/** Returns the code and the data of what a call throws, or null where it does not. */
export function faultOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof PenumbraError) return { code: error.code, ...error.data };
    throw error;
  }
  return null;
}
