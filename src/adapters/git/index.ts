/** Public entry point to the git adapter, which runs the git program in a hardened way. */
export { openGitChanges } from './open-git-changes.ts';
export { openGitReader, openOwnGitReader } from './open-git-reader.ts';
export { openRepository } from './open-repository.ts';
