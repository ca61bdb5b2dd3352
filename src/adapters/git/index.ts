/** The git adapter's door: git started as a program, hardened. */
export { openGitReader } from './open-git-reader.ts';
export { openRepository } from './open-repository.ts';
