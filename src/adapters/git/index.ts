/** The git adapter's door: git started as a program, hardened. */
export { openGitChanges } from './open-git-changes.ts';
export { openGitReader, openOwnGitReader } from './open-git-reader.ts';
export { openRepository } from './open-repository.ts';
