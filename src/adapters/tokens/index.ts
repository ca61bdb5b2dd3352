/** Public entry point to the token adapter. */
export { openTokenCounter } from './open-token-counter.ts';
