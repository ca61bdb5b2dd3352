/**
 * The package that receives the system's events, in a module of its own so that it is loaded on first use.
 */
export { subscribe } from '@parcel/watcher';
