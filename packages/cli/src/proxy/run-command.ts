import { isRecord } from '@palimpsest/core-types';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { formatNotes, type DefineCommand } from '../arguments/options.ts';
import { errorCode, UsageError } from '../errors.ts';
import { membersAt, parseSettings } from '../settings-text.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';
import { addProxyOptions } from './proxy-command-options.ts';
import { startProxy } from './start-proxy.ts';
import { RequestSums } from './sum-requests.ts';

export const defineRun: DefineCommand = (command, io) => {
  addProxyOptions(command)
    .usage('[options] -- COMMAND')
    .passThroughOptions()
    .argument('[COMMAND...]', 'the command; what follows it are its own arguments')
    .addHelpText(
      'after',
      formatNotes(
        io,
        'Starts a proxy on a free port and the command with the base URLs of its providers set to it, and ends the proxy with the command. Known by name: claude, codex, opencode, kilo and gemini. Other commands read ANTHROPIC_BASE_URL, OPENAI_BASE_URL or GOOGLE_GEMINI_BASE_URL. If such a variable is set already, requests go on to its URL.',
        'The exit code is that of the command.',
      ),
    )
    .action(async ([name, ...rest], options) => {
      if (name === undefined) {
        throw new UsageError(
          'No command to run: write it after --, as in palimpsest run -- claude.',
        );
      }
      const sums = new RequestSums();
      const proxy = await startProxy(options, io, {
        upstreams: baseUrls(io.env),
        onRequest: (report) => sums.add(report),
      });
      try {
        const { args, env } = pointAtProxy(name, rest, io.env, proxy.url);
        io.exitWith(await runChild(name, args, env, io));
      } finally {
        await proxy.close();
        const line = sums.format();
        if (line !== undefined) io.stderr.write(`palimpsest: ${line}\n`);
      }
    });
};

/** Runs a command on the terminal of this process. Returns its exit code; 128 and the number of the signal that ended it. */
async function runChild(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { cwd, takeSignals }: MainIo,
): Promise<number> {
  const child = spawn(command, [...args], { cwd, env, stdio: 'inherit' });
  // A terminal sends an interrupt to the command itself.
  takeSignals?.((signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
  return await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      const name = printable(command, 80);
      const reason = errorCode(error) === 'ENOENT' ? 'was not found' : 'could not be started';
      reject(new UsageError(`"${name}" ${reason}.`, { cause: error }));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** A provider, the variable with its base URL, and what clients append to the base URL of its server. */
interface Provider {
  readonly upstream: string;
  readonly variable: string;
  readonly path: string;
}

const PROVIDERS: readonly Provider[] = [
  { upstream: 'anthropic', variable: 'ANTHROPIC_BASE_URL', path: '' },
  { upstream: 'openai', variable: 'OPENAI_BASE_URL', path: '/v1' },
  { upstream: 'gemini', variable: 'GOOGLE_GEMINI_BASE_URL', path: '' },
];

/** Commands that do not read the variables of all providers, and the variable with a configuration that they merge with their other ones. */
const CONFIG_VARIABLES: Readonly<Record<string, string>> = {
  opencode: 'OPENCODE_CONFIG_CONTENT',
  kilo: 'KILO_CONFIG_CONTENT',
};

/** Returns the base URLs that the environment sets: the proxy sends requests on to them. */
function baseUrls(env: MainIo['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PROVIDERS.flatMap(({ upstream, variable }) => {
      const url = env[variable] ?? '';
      return url === '' ? [] : [[upstream, url]];
    }),
  );
}

/** Returns the arguments and the environment with which a command sends its requests to a proxy. */
export function pointAtProxy(
  command: string,
  args: readonly string[],
  env: MainIo['env'],
  proxy: string,
): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const urls = Object.fromEntries(
    PROVIDERS.map(({ upstream, variable, path }) => {
      const isSet = (env[variable] ?? '') !== '';
      return [upstream, `${proxy}/${upstream}${isSet ? '' : path}`];
    }),
  );
  const variables = Object.fromEntries(
    PROVIDERS.map(({ upstream, variable }) => [variable, urls[upstream]]),
  );
  const [name = ''] = command.split(/[\\/]/).slice(-1);
  const config = CONFIG_VARIABLES[name];
  return {
    args: name === 'codex' ? ['-c', `openai_base_url="${urls['openai']}"`, ...args] : args,
    env: {
      ...env,
      ...variables,
      ...withoutProxy(env),
      ...(config === undefined ? {} : { [config]: withBaseUrls(config, env, urls) }),
    },
  };
}

const THIS_MACHINE = ['127.0.0.1', 'localhost', '::1'];

/**
 * Returns variables by which a command asks this machine without a company proxy: that would read keys and prompts, which are encrypted
 * only from here on. Some commands read only one spelling, so each one that is not set gets the hosts of the other.
 */
function withoutProxy({ NO_PROXY, no_proxy }: MainIo['env']): NodeJS.ProcessEnv {
  return {
    NO_PROXY: addThisMachine(NO_PROXY || no_proxy),
    no_proxy: addThisMachine(no_proxy || NO_PROXY),
  };
}

function addThisMachine(list = ''): string {
  const hosts = list.split(/[\s,]+/).filter((host) => host !== '');
  return hosts.includes('*') ? '*' : [...new Set([...hosts, ...THIS_MACHINE])].join(',');
}

/** Returns the configuration in a variable with the base URLs of a proxy, unless it has others. */
function withBaseUrls(
  variable: string,
  env: MainIo['env'],
  urls: Readonly<Record<string, string>>,
): string {
  const config = parseSettings(env[variable] ?? '');
  if (!isRecord(config)) {
    // The text may have keys: it is not shown.
    throw new UsageError(`${variable}: expected a JSON object, got another text.`);
  }
  const providers = Object.entries({
    anthropic: `${urls['anthropic']}/v1`,
    openai: urls['openai'],
    google: `${urls['gemini']}/v1beta`,
  }).map(([name, baseURL]) => {
    const options = { baseURL, ...membersAt(config, 'provider', name, 'options') };
    return [name, { ...membersAt(config, 'provider', name), options }];
  });
  const provider = { ...membersAt(config, 'provider'), ...Object.fromEntries(providers) };
  return JSON.stringify({ ...config, provider });
}
