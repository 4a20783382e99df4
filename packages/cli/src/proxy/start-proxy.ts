import { defined, type SettingValues } from '@palimpsest/core-types';
import type { RequestReport } from '@palimpsest/proxy';
import { findCompanyProxy, serveProxy, type RunningProxy } from '@palimpsest/proxy/node';
import type { createPalimpsest } from 'palimpsest';
import { UsageError } from '../errors.ts';
import { proxyFolder } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import { readSettingsFile, SETTINGS_FILE } from '../settings-file.ts';
import { printError } from '../terminal/notices.ts';
import { printable, quote } from '../terminal/printable.ts';
import type { DashboardSessions } from './dashboard/dashboard-sessions.ts';
import type { ProxyCommandOptions } from './proxy-command-options.ts';
import { toServeOptions, type ProxyEvents, type ProxySetup } from './proxy-setup.ts';
import { WorkerProxy } from './worker-proxy.ts';

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
  given: ProxyCommandOptions,
  io: MainIo,
  { upstreams, port, host, onRequest, sessions }: StartOptions,
): Promise<RunningProxy> {
  warnOfUnusedCompanyProxy(io);
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
  const workerProxy = new WorkerProxy(setup, events, () => sessions?.offSessions() ?? []);
  const proxy = await serveProxy({
    ...(await toServeOptions(setup)),
    ...events,
    ...defined({ port, host, token: io.env[TOKEN_VARIABLE] || undefined }),
    forLarge: () => workerProxy.url(),
  });
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await workerProxy.close();
    },
  };
}

/** Says so if the environment names a company proxy that is not an HTTP proxy, without its user and password. */
function warnOfUnusedCompanyProxy({ stderr }: MainIo): void {
  // For any provider that `NO_PROXY` does not exclude. Reads `process.env`, as requests do.
  const proxy = findCompanyProxy(new URL('https://provider.invalid'));
  if (proxy === undefined || /^https?:/.test(proxy)) return;
  const name = URL.canParse(proxy)
    ? `${new URL(proxy).protocol}//${new URL(proxy).host}`
    : 'the value of HTTPS_PROXY or ALL_PROXY';
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
