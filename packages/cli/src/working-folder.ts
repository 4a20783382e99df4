import type { MainIo } from './main-io.ts';

/** How the script of this repository starts the command. */
const OWN_SCRIPT = /\bpackages\/cli\/src\/bin\.ts\b/;

/**
 * Returns the folder that relative file names are resolved against: where the user typed the command. A package manager runs the script
 * of this repository in the repository, and tells the folder it was called from. Scripts of other projects name files of their own
 * folder, so for them the current folder counts.
 */
export function workingFolder(env: MainIo['env'], current: string): string {
  const { INIT_CWD, npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env;
  const isOwnScript = event === 'palimpsest' && OWN_SCRIPT.test(script);
  return isOwnScript && INIT_CWD !== undefined && INIT_CWD !== '' ? INIT_CWD : current;
}
