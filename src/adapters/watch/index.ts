/** The watch adapter's door: changes of files as the system tells them. */
export { openWatcher } from './open-watcher.ts';
