import {
  OptionError,
  type CompressionStrategy,
  type Services,
  type SettingSpec,
  type SettingValues,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { DependencyContainer } from 'tsyringe';
import { checkServices, SERVICE_NAMES } from './check-services.ts';
import { instancePerContainerCachingFactory, rootContainer } from './container.ts';
import { createFromPlugin } from './create-from-plugin.ts';
import {
  checkPlugin,
  checkSettingConflicts,
  joinSpecs,
  RegistrationError,
} from './plugin-check.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import type { RegistryOptions, StrategyInfo, StrategyRegistry } from './strategy-registry.ts';
import { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './tokens.ts';

/**
 * Creates an empty registry.
 *
 * @throws {OptionError} when an option or a service is unknown, or a service lacks a method
 */
export function createRegistry(options: RegistryOptions = {}): StrategyRegistry {
  return openRegistry((options.container ?? rootContainer).createChildContainer(), options);
}

interface Parent {
  readonly visible: () => ReadonlyMap<string, StrategyPlugin>;
  readonly settingSpecs: () => readonly SettingSpec[];
}

/** Key of the list of strategies that a registry must dispose of. The registry nearest to the resolving container owns them. */
const CREATED: unique symbol = Symbol('strategies created');

function openRegistry(
  container: DependencyContainer,
  { services = {}, settings, container: _container, ...unknownOptions }: RegistryOptions,
  parent?: Parent,
): StrategyRegistry {
  const [unknownName] = Object.keys(unknownOptions);
  if (unknownName !== undefined) {
    throw new OptionError('options', unknownName, 'one of services, settings, container');
  }
  checkServices(services);
  const readSettings = typeof settings === 'object' ? () => settings : settings;
  for (const [name, useValue] of Object.entries({ ...services, settings: readSettings })) {
    // An absent one must not be registered: it would hide the parent's.
    if (useValue !== undefined) container.register(serviceToken(name as ServiceName), { useValue });
  }
  const own = new Map<string, StrategyPlugin>();
  const created: CompressionStrategy[] = [];
  let known: { inherited: readonly SettingSpec[]; specs: readonly SettingSpec[] } | undefined;
  let isDisposed = false;

  const visible = () => new Map([...(parent?.visible() ?? []), ...own]);
  const names = () => [...visible().keys()].toSorted();

  function settingSpecs(): readonly SettingSpec[] {
    const inherited = parent?.settingSpecs() ?? SETTING_SPECS;
    if (known?.inherited !== inherited) {
      const added = [...own.values()].flatMap((plugin) => plugin.settings ?? []);
      known = { inherited, specs: joinSpecs(inherited, added) };
    }
    return known.specs;
  }

  function refuseWhenDisposed(): void {
    if (!isDisposed) return;
    const message = 'This registry was disposed of. Create another one.';
    throw new RegistrationError(message, 'REGISTRY_DISPOSED');
  }

  container.register(CREATED, { useValue: created });
  // One list per registry: `resolveAll` in a child would hide the names of its parents.
  container.register(STRATEGY_NAMES, { useFactory: names });

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
      container.register(strategyToken(name), {
        useFactory: instancePerContainerCachingFactory((resolving) => {
          const strategy = createStrategy(plugin, resolving);
          resolving.resolve<CompressionStrategy[]>(CREATED).push(strategy);
          return strategy;
        }),
      });
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
    services: () => servicesIn(container),
    resolve(name) {
      refuseWhenDisposed();
      return resolveStrategy(container, name);
    },
    createChild(childOptions = {}) {
      refuseWhenDisposed();
      const child = container.createChildContainer();
      return openRegistry(child, childOptions, { visible, settingSpecs });
    },
    dispose() {
      isDisposed = true;
      disposeAll(created.splice(0).toReversed());
    },
  };
  return registry;
}

/**
 * Creates a plugin's strategy for the resolving container, which may be a child of the registering one. Dependencies
 * resolve from that container.
 */
function createStrategy(
  plugin: StrategyPlugin,
  container: DependencyContainer,
): CompressionStrategy {
  const settings = resolveService(container, 'settings') as (() => SettingValues) | undefined;
  return createFromPlugin(plugin, container, {
    ...servicesIn(container),
    settings: settings ?? (() => ({})),
    strategy: (other) => resolveStrategy(container, other),
  });
}

function resolveStrategy(container: DependencyContainer, name: string): CompressionStrategy {
  parseCompressionStrategyName(name, container.resolve<readonly string[]>(STRATEGY_NAMES));
  return container.resolve<CompressionStrategy>(strategyToken(name));
}

function servicesIn(container: DependencyContainer): Services {
  const found = SERVICE_NAMES.map((name) => [name, resolveService(container, name)] as const);
  return Object.fromEntries(found.filter(([, service]) => service !== undefined));
}

function resolveService(container: DependencyContainer, name: ServiceName): unknown {
  const token = serviceToken(name);
  return container.isRegistered(token, true) ? container.resolve<unknown>(token) : undefined;
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

/** Returns whether a member of a plugin is a fact for listings. */
function isInfo([name]: readonly [string, unknown]): boolean {
  return name !== 'specification' && name !== 'create';
}
