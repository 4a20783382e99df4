import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { defined, type SettingValues } from '@palimpsest/core-types';
import { PROXY_TOOL_NAMES, type ProxyToolName, type RequestReport } from '@palimpsest/proxy';
import { findProxy, serveProxy, type RunningProxy } from '@palimpsest/proxy/node';
import type { createPalimpsest } from 'palimpsest';
import { parsePositive, parseText } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import { proxyFolder } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import { NO_SETTINGS_FILE_HELP, readSettingsFile, SETTINGS_FILE } from '../settings-file.ts';
import { printError } from '../terminal/notices.ts';
import { printable, quote } from '../terminal/printable.ts';
import type { DashboardSessions } from './dashboard/dashboard-sessions.ts';
import { LargeRequests } from './large-requests.ts';
import { toServeOptions, type ProxyEvents, type ProxySetup } from './proxy-setup.ts';

/** What `proxy` and `run` have in common. */
// A type, because options of commands have an index signature.
export type ProxyOptions = {
  readonly upstream?: Readonly<Record<string, string>> | undefined;
  readonly window?: number | undefined;
  readonly originals?: string | undefined;
  readonly keepSecrets?: true | undefined;
  readonly tools?: readonly ProxyToolName[] | undefined;
  readonly settingsFile: boolean;
};

export function addProxyOptions(command: Command): Command<[], ProxyOptions> {
  return command
    .option(
      '--upstream <NAME=URL>',
      'base URL of a provider: anthropic, openai, gemini or another name; repeatable',
      parseUpstream,
    )
    .option(
      '-w, --window <N>',
      "the models' context window in tokens (default: 200000)",
      parsePositive,
    )
    .option(
      '--originals <DIR>',
      'folder for sessions and the originals of removed text; only you can read it',
      parseText,
    )
    .option(
      '--keep-secrets',
      'keep keys, tokens and passwords in the originals (default: a placeholder for each)',
    )
    .option(
      '--tools <NAMES>',
      `tools to offer to models: ${PROXY_TOOL_NAMES.join(', ')}, or none (default: recall)`,
      parseTools,
    )
    .option('--no-settings-file', NO_SETTINGS_FILE_HELP);
}

function parseUpstream(
  text: string,
  earlier: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const [, name, url] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined && url !== undefined) return { ...earlier, [name]: url };
  throw new InvalidArgumentError('Expected NAME=URL, such as openai=https://api.openai.com.');
}

/** Parses names with commas between them. The proxy checks them. */
function parseTools(text: string): readonly ProxyToolName[] {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  return names as readonly ProxyToolName[];
}

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
  given: ProxyOptions,
  io: MainIo,
  { upstreams, port, host, onRequest, sessions }: StartOptions,
): Promise<RunningProxy> {
  warnOfUnusedProxy(io);
  const { createPalimpsest } = await import('palimpsest');
  const { registry } = createPalimpsest();
  const settings = given.settingsFile ? readSettings(registry, io) : undefined;
  if (settings) sessions?.priceBySettings(settings);
  const setup: ProxySetup = {
    upstreams: { ...upstreams, ...given.upstream },
    folder: proxyFolder(given.originals, io),
    ...defined({
      keepSecrets: given.keepSecrets,
      window: given.window,
      settings,
      tools: given.tools,
    }),
  };
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
    ...defined({ port, host, token: io.env[TOKEN_VARIABLE] || undefined }),
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

type Registry = ReturnType<typeof createPalimpsest>['registry'];

/**
 * Reads the file of settings.
 *
 * @throws {UsageError} for a strategy that needs a model: the proxy has none, and would shorten nothing
 */
function readSettings(registry: Registry, io: MainIo): SettingValues | undefined {
  const settings = readSettingsFile(io, () => registry.settingSpecs());
  const plugins = registry.plugins().filter(({ requiresLLM }) => !requiresLLM);
  const usable = plugins.map(({ name }) => name);
  for (const key of ['compression.strategy', 'compression.fallback']) {
    const name = settings?.[key];
    const isNone = key === 'compression.fallback' && name === 'none';
    if (typeof name !== 'string' || isNone || usable.includes(name)) continue;
    throw new UsageError(
      `${key}: expected a strategy that needs no model (${usable.join(', ')}), got ${quote(name)}. Change it in ${SETTINGS_FILE}, or add --no-settings-file.`,
    );
  }
  return settings;
}
