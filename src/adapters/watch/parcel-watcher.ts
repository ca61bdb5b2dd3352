/** The package that receives the system's events, behind a module of its own so that it is loaded when first used. */
export { subscribe } from '@parcel/watcher';
