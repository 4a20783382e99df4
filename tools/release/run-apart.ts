import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MINUTES = 60_000;
const start = promisify(execFile);

/** Runs a command and returns its standard output. Rejects if it fails, with all its output. */
export type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;

/**
 * Returns a function that runs commands without user settings: no git, npm or pnpm settings of this user apply, and packages are installed
 * from and published to one registry only. `home` is an empty folder.
 */
export function runApart(home: string, registry: string, token: string): Run {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.npmrc'), npmSettings(registry, token));
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm|pnpm|git|xdg|turbo)_|_proxy$/i.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    CI: 'true',
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Rehearsal',
    GIT_AUTHOR_EMAIL: 'rehearsal@localhost',
    GIT_COMMITTER_NAME: 'Rehearsal',
    GIT_COMMITTER_EMAIL: 'rehearsal@localhost',
  };
  return async (command, args, cwd) => {
    try {
      const options = { cwd, env, timeout: 2 * MINUTES, maxBuffer: 64 * 1024 * 1024 };
      return (await start(command, args, options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')} failed in ${cwd}\n${stdout}${stderr}`, {
        cause: error,
      });
    }
  };
}

/** Returns the text of npm's settings file. */
function npmSettings(registry: string, token: string): string {
  const host = registry.replace(/^https?:/, '');
  return [
    `registry=${registry}`,
    `@palimpsest:registry=${registry}`,
    `${host}:_authToken=${token}`,
    'audit=false',
    'fund=false',
    'update-notifier=false',
    '',
  ].join('\n');
}
