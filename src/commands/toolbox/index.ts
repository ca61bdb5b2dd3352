/** The door of what agent hosts are offered. */
export { openToolbox, type Toolbox, type ToolboxOptions } from './open-toolbox.ts';
