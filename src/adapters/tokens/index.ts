/** The token adapter's door. */
export { openTokenCounter } from './open-token-counter.ts';
