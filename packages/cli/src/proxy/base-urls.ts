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

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the base URLs that the environment sets: the proxy sends requests on to them. */
export function baseUrls(env: Env): Readonly<Record<string, string>> {
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
  env: Env,
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
      ...(config === undefined ? {} : { [config]: withBaseUrls(env[config] ?? '{}', urls) }),
    },
  };
}

/** Returns a configuration of opencode, or of a fork of it, with base URLs. */
function withBaseUrls(given: string, urls: Readonly<Record<string, string>>): string {
  const config = JSON.parse(given) as { readonly provider?: object };
  const provider = {
    anthropic: baseUrl(`${urls['anthropic']}/v1`),
    openai: baseUrl(urls['openai']!),
    google: baseUrl(`${urls['gemini']}/v1beta`),
  };
  return JSON.stringify({ ...config, provider: { ...provider, ...config.provider } });
}

function baseUrl(baseURL: string): object {
  return { options: { baseURL } };
}
