/** Settings of a repository that would run a program or change what a log or a comparison tells, set to what we rely on. */
export const logSettings: readonly string[] = [
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'log.mailmap=false',
  'core.quotePath=true',
  'diff.orderFile=/dev/null',
  'diff.ignoreSubmodules=none',
  'diff.suppressBlankEmpty=false',
  'diff.interHunkContext=0',
  'blame.ignoreRevsFile=',
].flatMap((setting) => ['-c', setting]);
