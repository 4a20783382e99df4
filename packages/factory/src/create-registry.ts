import {
  OptionError,
  type CompressionStrategy,
  type Services,
  type SettingSpec,
  type SettingValues,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { checkServices, SERVICE_NAMES } from './check-services.ts';
import { createFromPlugin } from './create-from-plugin.ts';
import { checkPlugin, checkSettingConflicts, RegistrationError } from './plugin-check.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import type {
  Container,
  RegistryOptions,
  StrategyInfo,
  StrategyRegistry,
} from './strategy-registry.ts';
import { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './container-keys.ts';

/** Services that the selector, `compress()`, the orchestrator and the adapters read, beside those that strategies declare. */
const READ_BY_HOSTS = ['tokenizer', 'directives', 'toolTaxonomy', 'originals', 'clock'];

/**
 * Creates an empty registry.
 *
 * @throws {OptionError} when an option or a service is unknown, or a service lacks a method
 */
export function createRegistry(options: RegistryOptions = {}): StrategyRegistry {
  const { container } = options;
  const tokenizer = estimateEntryTokens;
  return openRegistry(options, {
    container,
    plugins: () => [],
    service: (name) =>
      container?.isRegistered(serviceToken(name), true) === true
        ? container.resolve(serviceToken(name))
        : { tokenizer }[name as string],
  });
}

/** The parts that a registry inherits from its parent, or from the host's container. */
interface Parent {
  readonly container: Container | undefined;
  /** Of plugins with the same name, the last one counts. */
  readonly plugins: () => readonly StrategyPlugin[];
  readonly service: (name: ServiceName) => unknown;
}

function openRegistry(
  { services = {}, settings, container: _container, ...unknownOptions }: RegistryOptions,
  parent: Parent,
): StrategyRegistry {
  const [unknownName] = Object.keys(unknownOptions);
  if (unknownName !== undefined) {
    throw new OptionError('options', unknownName, 'one of services, settings, container');
  }
  checkServices(services);
  const ownServices = {
    ...services,
    settings: typeof settings === 'object' ? () => settings : settings,
  };
  const container = parent.container?.createChildContainer();
  const ownPlugins = new Map<string, StrategyPlugin>();
  const created = new Map<StrategyPlugin, CompressionStrategy>();
  /** Names of the strategies that are being created, innermost last. */
  const pending: string[] = [];
  let isDisposed = false;

  const plugins = () => [...parent.plugins(), ...ownPlugins.values()];
  const pluginsByName = () => new Map(plugins().map((plugin) => [plugin.name, plugin]));
  const names = () => [...pluginsByName().keys()].toSorted();
  const defaultsOf = (name: string): unknown[] =>
    plugins()
      .map(({ services: all }) => all?.[name as keyof Services])
      .filter((one) => one !== undefined);
  const findService = (name: ServiceName): unknown =>
    ownServices[name] ?? parent.service(name) ?? defaultsOf(name)[0];
  // A host may have registered another one in the container.
  const service = (name: ServiceName): unknown =>
    container === undefined ? findService(name) : container.resolve(serviceToken(name));

  function settingSpecs(): readonly SettingSpec[] {
    const all = plugins().flatMap((plugin) => plugin.settings ?? []);
    return [...new Map([...SETTING_SPECS, ...all].map((spec) => [spec.key, spec])).values()];
  }

  function allServices(): Services {
    const all = SERVICE_NAMES.map((name) => [name, service(name)] as const);
    return Object.fromEntries(all.filter(([, one]) => one !== undefined));
  }

  /** Returns the services that a plugin declares. Its own default comes before those of other plugins. */
  function servicesFor({ services: declared = {} }: StrategyPlugin): Services {
    const all = Object.entries(declared).map(([name, ownDefault]) => {
      const one = service(name as ServiceName);
      const isDefault = defaultsOf(name).includes(one);
      return [name, isDefault ? (ownDefault ?? one) : (one ?? ownDefault)] as const;
    });
    return Object.fromEntries(all.filter(([, one]) => one !== undefined));
  }

  function unreadServices(): (keyof Services)[] {
    const declared = plugins().flatMap(({ services: all = {} }) => Object.keys(all));
    const read = new Set([...READ_BY_HOSTS, ...declared]);
    return SERVICE_NAMES.filter((name) => !read.has(name) && service(name) !== undefined);
  }

  function resolve(name: string): CompressionStrategy {
    throwIfDisposed();
    const plugin = pluginsByName().get(parseCompressionStrategyName(name, names()))!;
    const existing = created.get(plugin);
    if (existing !== undefined) return existing;
    const strategy = createFromPlugin(plugin, pending, {
      ...servicesFor(plugin),
      settings: (service('settings') as (() => SettingValues) | undefined) ?? (() => ({})),
      strategy: resolve,
    });
    created.set(plugin, strategy);
    return strategy;
  }

  function throwIfDisposed(): void {
    if (!isDisposed) return;
    const message = 'This registry was disposed of. Create another one.';
    throw new RegistrationError(message, 'REGISTRY_DISPOSED');
  }

  container?.register(STRATEGY_NAMES, { useFactory: names });
  for (const name of [...SERVICE_NAMES, 'settings'] as const)
    container?.register(serviceToken(name), { useFactory: () => findService(name) });

  const registry: StrategyRegistry = {
    container,
    register(plugin, { replace = false } = {}) {
      throwIfDisposed();
      checkPlugin(plugin);
      const { name } = plugin;
      if (ownPlugins.has(name) && !replace) {
        throw new RegistrationError(
          `A strategy named "${name}" is registered here already. Choose another name, pass { replace: true }, or register it in a child registry.`,
          'DUPLICATE_STRATEGY',
        );
      }
      checkSettingConflicts(plugin, pluginsByName().values());
      ownPlugins.set(name, plugin);
      container?.register(strategyToken(name), { useFactory: () => resolve(name) });
      return registry;
    },
    names,
    plugins() {
      const visible = pluginsByName();
      return names().map((name) => {
        const { specification: _, services: read = {}, ...plugin } = visible.get(name)!;
        const members = Object.entries(plugin).filter(([member]) => member !== 'create');
        const info = { ...Object.fromEntries(members), services: Object.keys(read) };
        return info as unknown as StrategyInfo;
      });
    },
    settingSpecs,
    services: allServices,
    unreadServices,
    resolve,
    createChild(options = {}) {
      throwIfDisposed();
      return openRegistry(options, { container, plugins, service });
    },
    dispose() {
      isDisposed = true;
      const strategies = [...created.values()].toReversed();
      created.clear();
      disposeAll(strategies);
    },
  };
  return registry;
}

/** Calls `dispose` on every object that has one. An error in one call does not stop the others. */
function disposeAll(objects: readonly object[]): void {
  const errors: unknown[] = [];
  for (const object of objects) {
    try {
      if ('dispose' in object && typeof object.dispose === 'function') object.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} could not be disposed of.`);
}
