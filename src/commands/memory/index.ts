/** Public entry point to memory for people: what is remembered, and the commands that correct it. */
export { correctCauseOf } from './correct-cause.ts';
export { mergeNamed, retireNamed, splitNamed } from './edit-memory.ts';
export { listMemory, showMemory } from './show-memory.ts';
