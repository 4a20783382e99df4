import { fileOriginals } from '@palimpsest/originals/node';
import type { RequestReport } from '@palimpsest/proxy';
import { serveProxy, type RunningProxy } from '@palimpsest/proxy/node';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { asSwitch, withValue, type Arguments, type Options } from '../arguments/command.ts';
import { readPositive } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printError } from '../terminal/notices.ts';

/** Options of both commands that start a proxy. */
export const PROXY_OPTIONS: Options = {
  upstream: {
    ...withValue('NAME=URL', 'base URL of a provider: anthropic, openai, gemini or another name'),
    isRepeatable: true,
  },
  window: withValue('N', "the models' context window in tokens (default: 200000)", 'w'),
  originals: withValue('DIR', 'folder for the originals of removed text; only you can read it'),
  'no-recall': asSwitch('do not offer models the tool that recalls removed text'),
};

/** Variable with the token of a proxy that listens on another address than loopback. An argument would be visible to other users. */
const TOKEN_VARIABLE = 'PALIMPSEST_TOKEN';

interface StartOptions {
  readonly upstreams?: Readonly<Record<string, string>>;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly onRequest: (report: RequestReport) => void;
}

/** Starts the proxy that the options describe. */
export async function startProxy(
  given: Arguments,
  io: MainIo,
  { upstreams, port, host, onRequest }: StartOptions,
): Promise<RunningProxy> {
  const window = readPositive(given, 'window');
  const token = io.env[TOKEN_VARIABLE];
  return await serveProxy({
    upstreams: { ...upstreams, ...readUpstreams(given) },
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(token === undefined || token === '' ? {} : { token }),
    ...(window === undefined ? {} : { compression: { contextLimit: window } }),
    originals: fileOriginals(findFolder(given, io)),
    recall: !given.has('no-recall'),
    onRequest,
    onError: (error) => printError(error, io),
  });
}

function readUpstreams(given: Arguments): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.all('upstream').map((text) => {
      const [, name, url] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (name !== undefined && url !== undefined) return [name, url];
      throw new UsageError(
        `--upstream: expected NAME=URL, such as openai=https://api.openai.com, got "${text}".`,
      );
    }),
  );
}

function findFolder(given: Arguments, { cwd, env }: MainIo): string {
  const named = given.get('originals');
  if (named !== undefined) return resolve(cwd, named);
  const { XDG_STATE_HOME: state = '', HOME: home = homedir() } = env;
  return join(state === '' ? join(home, '.local', 'state') : state, 'palimpsest', 'proxy');
}
