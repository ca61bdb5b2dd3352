/** What the tools ask of a workspace to write and derive frames, as the agent of the session. */
import type { SynthesisPort } from '../../context/index.ts';

/** The writing part of a workspace, for one agent. */
export type ContextChanges = Pick<SynthesisPort, 'putFrame' | 'synthesize' | 'regenerate'>;
