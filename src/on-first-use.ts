/**
 * The asynchronous functions of the library. Each imports its implementation when it is first called, so that a program
 * which only reads packs or walks a pipeline does not pay for investigations, files and databases.
 */

/** Finds why tests fail, from the reports of their runner; nothing is run. */
export const investigate = onFirstUse(async () => (await import('./commands/runs.ts')).investigate);

/** Goes on with a run that was stopped. */
export const resumeRun = onFirstUse(async () => (await import('./commands/runs.ts')).resumeRun);

/** Lists the runs of a ledger, newest first. */
export const listRuns = onFirstUse(async () => (await import('./commands/runs.ts')).listRuns);

/** Shows a run: what happened in it and, where it has ended, its report. */
export const showRun = onFirstUse(async () => (await import('./commands/runs.ts')).showRun);

/** Proves the causes of a run by experiments. */
export const prove = onFirstUse(async () => (await import('./commands/proofs.ts')).prove);

/** Runs a test command, investigates what fails, and proves why. */
export const why = onFirstUse(async () => (await import('./commands/proofs.ts')).why);

/** Opens the ledger of a workspace; close its store when done. */
export const openLedger = onFirstUse(async () => (await import('./engine/open-ledger.ts')).openLedger);

/** Exports a ledger to a file, or to standard output for `-`. */
export const exportToFile = onFirstUse(async () => (await import('./commands/archive.ts')).exportToFile);

/** Opens an archive to import, `-` for standard input. */
export const openArchive = onFirstUse(async () => (await import('./commands/archive.ts')).openArchive);

/** Opens a workspace; close it when done. */
export const openWorkspace = onFirstUse(
  async () => (await import('./engine/open-workspace.ts')).openWorkspace,
);

/** Loads a user's own masks from a module. */
export const loadMasks = onFirstUse(async () => (await import('./engine/pipelines/load-masks.ts')).loadMasks);

/** Opens a guarded session over real directories. */
export const openGuardSession = onFirstUse(
  async () => (await import('./engine/guard/open-guard-session.ts')).openGuardSession,
);

/** Opens the context of a workspace for the tools of a session. */
export const openContextServices = onFirstUse(
  async () => (await import('./engine/guard/context-services.ts')).openContextServices,
);

/** Tries a conclusion. */
export const runCourt = onFirstUse(async () => (await import('./court/trial/run-trial.ts')).runCourt);

/** Reads failed tests from reports. */
export const readReports = onFirstUse(async () => (await import('./rca/intake/read-reports.ts')).readReports);

function onFirstUse<Given extends readonly unknown[], Result>(
  load: () => Promise<(...given: Given) => Promise<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => (await load())(...given);
}
