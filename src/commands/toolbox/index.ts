/** Public entry point to what is offered to agent hosts. */
export { openToolbox, type Toolbox, type ToolboxOptions } from './open-toolbox.ts';
