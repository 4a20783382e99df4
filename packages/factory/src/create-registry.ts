import {
  defined,
  type CompressionStrategy,
  type SettingSpec,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { DependencyContainer } from 'tsyringe';
import { instancePerContainerCachingFactory, rootContainer } from './container.ts';
import {
  checkPlugin,
  checkSettingConflicts,
  joinSpecs,
  RegistrationError,
} from './plugin-check.ts';
import { createStrategy, provideServices, resolveStrategy, servicesIn } from './services.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';
import type {
  ChildOptions,
  RegistryOptions,
  StrategyInfo,
  StrategyRegistry,
} from './strategy-registry.ts';
import { STRATEGY_NAMES, strategyToken } from './tokens.ts';

/** Creates an empty registry. */
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
  options: ChildOptions,
  parent?: Parent,
): StrategyRegistry {
  const own = new Map<string, StrategyPlugin>();
  const created: CompressionStrategy[] = [];
  let known: { inherited: readonly SettingSpec[]; specs: readonly SettingSpec[] } | undefined;
  let isDisposed = false;

  function visible(): ReadonlyMap<string, StrategyPlugin> {
    return new Map([...(parent?.visible() ?? []), ...own]);
  }

  function names(): string[] {
    return [...visible().keys()].toSorted();
  }

  function settingSpecs(): readonly SettingSpec[] {
    const inherited = parent?.settingSpecs() ?? SETTING_SPECS;
    if (known?.inherited !== inherited) {
      const added = [...own.values()].flatMap((plugin) => plugin.settings ?? []);
      known = { inherited, specs: joinSpecs(inherited, added) };
    }
    return known.specs;
  }

  function refuseWhenDisposed(): void {
    if (isDisposed)
      throw new RegistrationError(
        'This registry was disposed of. Create another one.',
        'REGISTRY_DISPOSED',
      );
  }

  provideServices(container, options);
  container.register(CREATED, { useValue: created });
  // One list per registry: `resolveAll` in a child would hide the names of its parents.
  container.register(STRATEGY_NAMES, { useFactory: names });

  const registry: StrategyRegistry = {
    container,
    register(plugin, { replace = false } = {}) {
      refuseWhenDisposed();
      checkPlugin(plugin);
      if (own.has(plugin.name) && !replace) throw nameTaken(plugin.name);
      checkSettingConflicts(plugin, visible().values());
      own.set(plugin.name, plugin);
      known = undefined;
      container.register(strategyToken(plugin.name), {
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
      return names().map((name) => list(plugins.get(name)!));
    },
    settingSpecs,
    services: () => servicesIn(container),
    resolve(name) {
      refuseWhenDisposed();
      return resolveStrategy(container, name);
    },
    createChild(childOptions = {}) {
      refuseWhenDisposed();
      return openRegistry(container.createChildContainer(), childOptions, {
        visible,
        settingSpecs,
      });
    },
    dispose() {
      isDisposed = true;
      disposeAll(created.splice(0).toReversed());
    },
  };
  return registry;
}

function nameTaken(name: string): RegistrationError {
  return new RegistrationError(
    `A strategy named "${name}" is registered here already. Choose another name, pass { replace: true }, or register it in a child registry.`,
    'DUPLICATE_STRATEGY',
  );
}

function list({
  name,
  requiresLLM,
  humanText,
  longHumanText,
  description,
  settings,
}: StrategyPlugin): StrategyInfo {
  return {
    name,
    requiresLLM,
    humanText,
    description,
    ...defined({ longHumanText, settings }),
  };
}

/** Calls `dispose` on every object that has one. An error in one call does not stop the others. */
function disposeAll(objects: readonly object[]): void {
  const errors: unknown[] = [];
  for (const object of objects) {
    if (!('dispose' in object) || typeof object.dispose !== 'function') continue;
    try {
      object.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} could not be disposed of.`);
}
