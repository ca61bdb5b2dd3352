/** The git adapter's door: git started as a program, hardened. */
export { openRepository } from './open-repository.ts';
