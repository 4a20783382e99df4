import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

/** A port of this machine where nothing listens. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Returns an environment in which npm and pnpm reach only this machine, whatever the configuration of a person says: other addresses go to a
 * proxy that does not exist. No login of a person is in it.
 *
 * @param npmrc the only configuration that is read
 */
export function onlyLoopback(given: NodeJS.ProcessEnv, npmrc: string): NodeJS.ProcessEnv {
  // What a package manager sets for its scripts, and what a person set, would name another registry or proxy.
  const isOwn = /^(?:(?:p?npm)_|(?:https?|all|no)_proxy$|node_auth_token$)/i;
  const apart = Object.entries(given).filter(([name]) => !isOwn.test(name));
  return {
    ...Object.fromEntries(apart),
    NPM_CONFIG_USERCONFIG: npmrc,
    NPM_CONFIG_FETCH_RETRIES: '0',
    PNPM_CONFIG_FETCH_RETRIES: '0',
    // A file that does not exist: npm refuses to read one file twice.
    NPM_CONFIG_GLOBALCONFIG: `${npmrc}.global`,
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    ALL_PROXY: NOWHERE,
    NO_PROXY: '127.0.0.1',
  };
}

/** Returns the text of a configuration with one registry, also for the scope of the packages, and one token. */
export function formatNpmrc(registry: string, token: string): string {
  const host = registry.slice('http:'.length);
  return [
    `registry=${registry}`,
    `@palimpsest:registry=${registry}`,
    `${host}:_authToken=${token}`,
    `proxy=${NOWHERE}`,
    `https-proxy=${NOWHERE}`,
    'noproxy=127.0.0.1',
    'fetch-retries=0',
    '',
  ].join('\n');
}

/** @throws {AssertionError} if a package manager would publish anywhere but to `registry` */
export function assertPublishesTo(
  registry: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  programs: readonly string[] = ['npm', 'pnpm'],
): void {
  assert.match(registry, /^http:\/\/127\.0\.0\.1:\d+\/$/, 'the registry is on this machine');
  for (const program of programs) {
    for (const key of ['registry', '@palimpsest:registry']) {
      const found = execFileSync(program, ['config', 'get', key], { cwd, env, encoding: 'utf8' });
      assert.equal(found.trim(), registry, `${program} would use another ${key}`);
    }
  }
}
