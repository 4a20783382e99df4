import {
  OptionError,
  type CompressionStrategy,
  type Services,
  type SettingValues,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { DependencyContainer } from 'tsyringe';
import { checkServices, SERVICE_NAMES } from './check-services.ts';
import { createFromPlugin } from './create-from-plugin.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import type { RegistryOptions } from './strategy-registry.ts';
import { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './tokens.ts';

/**
 * Registers the services that are present. An absent one must not be registered: it would hide the parent's and fail when resolved.
 *
 * @throws {OptionError} when an option or a service is unknown, or a service lacks a method
 */
export function provideServices(
  container: DependencyContainer,
  { services = {}, settings, container: _container, ...unknownOptions }: RegistryOptions,
): void {
  const [unknownName] = Object.keys(unknownOptions);
  if (unknownName !== undefined) {
    throw new OptionError('options', unknownName, 'one of services, settings, container');
  }
  checkServices(services);
  for (const name of SERVICE_NAMES) {
    if (services[name] === undefined) continue;
    container.register(serviceToken(name), { useValue: services[name] });
  }
  if (settings !== undefined)
    container.register(serviceToken('settings'), {
      useValue: typeof settings === 'function' ? settings : () => settings,
    });
}

export function servicesIn(container: DependencyContainer): Services {
  const found = SERVICE_NAMES.map((name) => [name, resolveService(container, name)] as const);
  return Object.fromEntries(found.filter(([, service]) => service !== undefined));
}

function settingsIn(container: DependencyContainer): () => SettingValues {
  const settings = resolveService(container, 'settings') as (() => SettingValues) | undefined;
  return settings ?? (() => ({}));
}

function resolveService(container: DependencyContainer, name: ServiceName): unknown {
  const token = serviceToken(name);
  return container.isRegistered(token, true) ? container.resolve<unknown>(token) : undefined;
}

/**
 * Creates a plugin's strategy for the resolving container, which may be a child of the registering one. Dependencies
 * resolve from that container.
 */
export function createStrategy(
  plugin: StrategyPlugin,
  container: DependencyContainer,
): CompressionStrategy {
  return createFromPlugin(plugin, container, {
    ...servicesIn(container),
    settings: settingsIn(container),
    strategy: (other) => resolveStrategy(container, other),
  });
}

export function resolveStrategy(container: DependencyContainer, name: string): CompressionStrategy {
  parseCompressionStrategyName(name, container.resolve<readonly string[]>(STRATEGY_NAMES));
  return container.resolve<CompressionStrategy>(strategyToken(name));
}
