import type { MainIo } from './main-io.ts';

/** The script of this repository that starts the command. */
const OWN_SCRIPT = /\bpackages\/cli\/src\/bin\.ts\b/;

/**
 * Returns the folder in which the user typed the command. A package manager runs the script of this repository in the root
 * folder and passes the user's folder on. In scripts of other projects, file names are relative to the current folder.
 */
export function findWorkingFolder(env: MainIo['env'], current: string): string {
  const { INIT_CWD, npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env;
  const isOwnScript = event === 'palimpsest' && OWN_SCRIPT.test(script);
  return isOwnScript && INIT_CWD !== undefined && INIT_CWD !== '' ? INIT_CWD : current;
}
