/** The names in the definitions that the driver knows; everything else about them is data. */

/** The node at which all cases are compared, so that each waits there for the others. */
export const BARRIER = 'correlate';

/** The edge by which a recalled cause skips the search. */
export const RECALL_HIT = 'H1';

/** The terminal at which a court sends a case back. */
export const REMAND = '_remand';

/** The two pipelines a case walks. */
export type CasePipeline = 'light' | 'court';
