import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { MainIo } from './main-io.ts';

/** Returns the home of the user. An empty variable counts as unset, which `homedir()` of Node does not do. */
export function homeOf(env: MainIo['env']): string {
  return env['HOME'] || env['USERPROFILE'] || userInfo().homedir;
}

/** Returns the folder for what commands keep from one run to the next. */
function stateFolder(env: MainIo['env']): string {
  return join(env['XDG_STATE_HOME'] || join(homeOf(env), '.local', 'state'), 'palimpsest');
}

/** Returns the folder in which the proxy keeps sessions and originals: that of `--originals`, or its own. */
export function proxyFolder(named: string | undefined, { cwd, env }: MainIo): string {
  return named === undefined ? join(stateFolder(env), 'proxy') : resolve(cwd, named);
}
