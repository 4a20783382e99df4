import { defined, type SettingValues } from '@palimpsest/core-types';
import { PROXY_TOOL_NAMES, type ProxyToolName, type RequestReport } from '@palimpsest/proxy';
import { findProxy, serveProxy, type RunningProxy } from '@palimpsest/proxy/node';
import type { createPalimpsest } from 'palimpsest';
import { withValue, type Arguments, type Options } from '../arguments/command.ts';
import { readPositive } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import { proxyFolder } from '../folders.ts';
import { LargeRequests } from './large-requests.ts';
import { toServeOptions, type ProxyEvents, type ProxySetup } from './proxy-setup.ts';
import type { MainIo } from '../main-io.ts';
import type { DashboardSessions } from './dashboard/dashboard-sessions.ts';
import { readSettingsFile, SETTINGS_FILE, SETTINGS_FILE_OPTION } from '../settings-file.ts';
import { printError } from '../terminal/notices.ts';
import { printable, quote } from '../terminal/printable.ts';

export const PROXY_OPTIONS: Options = {
  upstream: {
    ...withValue('NAME=URL', 'base URL of a provider: anthropic, openai, gemini or another name'),
    isRepeatable: true,
  },
  window: withValue('N', "the models' context window in tokens (default: 200000)", 'w'),
  originals: withValue(
    'DIR',
    'folder for sessions and the originals of removed text; only you can read it',
  ),
  'keep-secrets': {
    help: 'keep keys, tokens and passwords in the originals (default: a placeholder each)',
  },
  tools: withValue(
    'NAMES',
    `tools to offer to models: ${PROXY_TOOL_NAMES.join(', ')}, or none (default: recall)`,
  ),
  ...SETTINGS_FILE_OPTION,
};

/** Variable with the token of a proxy that listens on another address than loopback. An argument would be visible to other users. */
const TOKEN_VARIABLE = 'PALIMPSEST_TOKEN';

interface StartOptions {
  readonly upstreams?: Readonly<Record<string, string>>;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly onRequest: (report: RequestReport) => void;
  /** What the page of the proxy shows; absent without a page. */
  readonly sessions?: DashboardSessions | undefined;
}

export async function startProxy(
  given: Arguments,
  io: MainIo,
  { upstreams, port, host, onRequest, sessions }: StartOptions,
): Promise<RunningProxy> {
  warnOfUnusedProxy(io);
  const token = io.env[TOKEN_VARIABLE];
  const setup: ProxySetup = {
    upstreams: { ...upstreams, ...readUpstreams(given) },
    folder: proxyFolder(given, io),
    keepSecrets: given.has('keep-secrets'),
    ...defined({
      window: readPositive(given, 'window'),
      settings: await readSettings(given, io),
      tools: readTools(given),
    }),
  };
  if (setup.settings) sessions?.priceBySettings(setup.settings);
  const events: ProxyEvents = {
    onRequest(report) {
      sessions?.add(report);
      onRequest(report);
    },
    onError: (error) => printError(error, io),
    ...(sessions && {
      onMessages: (messages) => sessions.addMessages(messages),
      isOff: (session) => sessions.isOff(session),
    }),
  };
  const large = new LargeRequests(setup, events, () => sessions?.off() ?? []);
  const proxy = await serveProxy({
    ...(await toServeOptions(setup)),
    ...events,
    ...defined({ port, host, token: token === '' ? undefined : token }),
    forLarge: () => large.url(),
  });
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await large.close();
    },
  };
}

/** Says so if the environment names a company proxy that is not an HTTP proxy, without its user and password. */
function warnOfUnusedProxy({ stderr }: MainIo): void {
  // Any provider that `NO_PROXY` does not exclude.
  const proxy = findProxy(new URL('https://provider.invalid')) ?? 'http:';
  if (/^https?:/.test(proxy)) return;
  const name = URL.canParse(proxy)
    ? `${new URL(proxy).protocol}//${new URL(proxy).host}`
    : 'HTTPS_PROXY';
  stderr.write(
    `palimpsest: requests to providers do not go through ${printable(name, 100)}, because that is not an HTTP proxy\n`,
  );
}

/** Reads the file of settings, which may name any strategy that needs no model. */
async function readSettings(given: Arguments, io: MainIo): Promise<SettingValues | undefined> {
  const { createPalimpsest } = await import('palimpsest');
  const { registry } = createPalimpsest();
  const settings = readSettingsFile(given, io, () => registry.settingSpecs());
  if (settings !== undefined) checkStrategies(settings, registry);
  return settings;
}

/** Checks that the proxy, which has no model, can use the strategies of the settings: otherwise it would shorten nothing. */
function checkStrategies(
  settings: SettingValues,
  registry: ReturnType<typeof createPalimpsest>['registry'],
): void {
  const plugins = registry.plugins().filter(({ requiresLLM }) => !requiresLLM);
  const usable = plugins.map(({ name }) => name);
  for (const key of ['compression.strategy', 'compression.fallback']) {
    const name = settings[key];
    const isNone = key === 'compression.fallback' && name === 'none';
    if (typeof name !== 'string' || isNone || usable.includes(name)) continue;
    throw new UsageError(
      `${key}: expected a strategy that needs no model (${usable.join(', ')}), got ${quote(name)}. Change it in ${SETTINGS_FILE}, or add --no-settings-file.`,
    );
  }
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

function readTools(given: Arguments): readonly ProxyToolName[] | undefined {
  const text = given.get('tools');
  if (text === undefined) return undefined;
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  return names as readonly ProxyToolName[];
}
