/** Public entry point to the watch adapter: file changes as reported by the system. */
export { openWatcher } from './open-watcher.ts';
