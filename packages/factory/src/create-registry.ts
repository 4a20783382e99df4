import {
  OptionError,
  type CompressionStrategy,
  type Services,
  type SettingSpec,
  type SettingValues,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { checkServices, SERVICE_NAMES } from './check-services.ts';
import { createFromPlugin } from './create-from-plugin.ts';
import {
  checkPlugin,
  checkSettingConflicts,
  joinSpecs,
  RegistrationError,
} from './plugin-check.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import type {
  Container,
  RegistryOptions,
  StrategyInfo,
  StrategyRegistry,
} from './strategy-registry.ts';
import { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './tokens.ts';

/**
 * Creates an empty registry.
 *
 * @throws {OptionError} when an option or a service is unknown, or a service lacks a method
 */
export function createRegistry(options: RegistryOptions = {}): StrategyRegistry {
  const { container } = options;
  return openRegistry(options, {
    container,
    visible: () => new Map(),
    settingSpecs: () => SETTING_SPECS,
    service: (name) => (container === undefined ? undefined : resolveService(container, name)),
  });
}

/** What a registry inherits: from its parent, or from the host's container. */
interface Parent {
  readonly container: Container | undefined;
  readonly visible: () => ReadonlyMap<string, StrategyPlugin>;
  readonly settingSpecs: () => readonly SettingSpec[];
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
  const given = { ...services, settings: typeof settings === 'object' ? () => settings : settings };
  const container = parent.container?.createChildContainer();
  const own = new Map<string, StrategyPlugin>();
  const created = new Map<StrategyPlugin, CompressionStrategy>();
  let known: { inherited: readonly SettingSpec[]; specs: readonly SettingSpec[] } | undefined;
  let isDisposed = false;

  const visible = () => new Map([...parent.visible(), ...own]);
  const names = () => [...visible().keys()].toSorted();
  const service = (name: ServiceName): unknown => given[name] ?? parent.service(name);

  function settingSpecs(): readonly SettingSpec[] {
    const inherited = parent.settingSpecs();
    if (known?.inherited !== inherited) {
      const added = [...own.values()].flatMap((plugin) => plugin.settings ?? []);
      known = { inherited, specs: joinSpecs(inherited, added) };
    }
    return known.specs;
  }

  function allServices(): Services {
    const found = SERVICE_NAMES.map((name) => [name, service(name)] as const);
    return Object.fromEntries(found.filter(([, one]) => one !== undefined));
  }

  function resolve(name: string): CompressionStrategy {
    refuseWhenDisposed();
    const plugin = visible().get(parseCompressionStrategyName(name, names()))!;
    const strategy =
      created.get(plugin) ??
      createFromPlugin(plugin, registry, {
        ...allServices(),
        settings: (service('settings') as (() => SettingValues) | undefined) ?? (() => ({})),
        strategy: resolve,
      });
    created.set(plugin, strategy);
    return strategy;
  }

  function refuseWhenDisposed(): void {
    if (!isDisposed) return;
    const message = 'This registry was disposed of. Create another one.';
    throw new RegistrationError(message, 'REGISTRY_DISPOSED');
  }

  container?.register(STRATEGY_NAMES, { useFactory: names });

  const registry: StrategyRegistry = {
    container,
    register(plugin, { replace = false } = {}) {
      refuseWhenDisposed();
      checkPlugin(plugin);
      const { name } = plugin;
      if (own.has(name) && !replace) {
        throw new RegistrationError(
          `A strategy named "${name}" is registered here already. Choose another name, pass { replace: true }, or register it in a child registry.`,
          'DUPLICATE_STRATEGY',
        );
      }
      checkSettingConflicts(plugin, visible().values());
      own.set(name, plugin);
      known = undefined;
      container?.register(strategyToken(name), { useFactory: () => resolve(name) });
      return registry;
    },
    names,
    plugins() {
      const plugins = visible();
      return names().map((name) => {
        const facts = Object.entries(plugins.get(name)!).filter(isInfo);
        return Object.fromEntries(facts) as unknown as StrategyInfo;
      });
    },
    settingSpecs,
    services: allServices,
    resolve,
    createChild(options = {}) {
      refuseWhenDisposed();
      return openRegistry(options, { container, visible, settingSpecs, service });
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

/** Returns whether a member of a plugin is a fact for listings. */
function isInfo([name]: readonly [string, unknown]): boolean {
  return name !== 'specification' && name !== 'create';
}

function resolveService(container: Container, name: ServiceName): unknown {
  const token = serviceToken(name);
  return container.isRegistered(token, true) ? container.resolve(token) : undefined;
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
