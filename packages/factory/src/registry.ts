import type {
  CompressionLogger,
  CompressionStrategy,
  SettingSpec,
  SettingValues,
  StrategyPlugin,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  instancePerContainerCachingFactory,
  rootContainer,
  type DependencyContainer,
} from './container.ts';
import { disposeAll } from './dispose-all.ts';
import { checkSettingConflicts, joinSpecs } from './known-specs.ts';
import { checkPlugin } from './plugin-check.ts';
import { RegistrationError } from './registration-error.ts';
import { SETTING_SPECS } from './setting-specs.ts';
import { createStrategy, resolveStrategy } from './strategy-factory.ts';
import { serviceToken, STRATEGY_NAMES, strategyToken } from './tokens.ts';

/** What strategies are created with, beside each other. */
export interface RegistryServices {
  readonly toolTaxonomy?: ToolTaxonomy;
  readonly logger?: CompressionLogger;
}

export interface ChildOptions {
  /** Services for strategies created here. What is absent comes from the parent. */
  readonly services?: RegistryServices;
  /** What strategies created here read as their settings; a function is asked every time. @default the parent’s, at last none */
  readonly settings?: SettingValues | (() => SettingValues);
}

export interface RegistryOptions extends ChildOptions {
  /** Container of the host. Strategies are registered in a child of it, so it stays as it is. @default the global container */
  readonly container?: DependencyContainer;
}

/** A plugin as it is listed for people who choose. */
export type StrategyListing = Omit<StrategyPlugin, 'specification' | 'create'>;

/** Strategies by name. */
export interface StrategyRegistry {
  /** Where everything is registered, for hosts that resolve `strategyToken(name)` or `STRATEGY_NAMES` themselves. */
  readonly container: DependencyContainer;
  /**
   * Adds a strategy. In a child registry it may have the name of one of the parent's and stands in for it there.
   *
   * @throws {RegistrationError} for what is no plugin, another specification than 1, a blank name, a name that is taken here
   *   (unless `replace` is true), or a setting that somebody declared otherwise
   */
  register(plugin: StrategyPlugin, options?: { readonly replace?: boolean }): StrategyRegistry;
  /** The names one can resolve, sorted; those of parents included. */
  names(): string[];
  /** What is known about every strategy one can resolve, sorted by name. */
  plugins(): StrategyListing[];
  /** Every setting that is known: those of this package, then those of plugins. The same list until something is registered. */
  settingSpecs(): readonly SettingSpec[];
  /**
   * The strategy of that name, created on first use and kept: one for each registry.
   *
   * @throws {UnknownStrategyError} when nobody registered it
   * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED` when it could not be created, `STRATEGY_CYCLE` when strategies
   *   need each other to be created
   */
  resolve(name: string): CompressionStrategy;
  /** A registry for one session: it sees everything registered here, now and later, and changes nothing here. */
  createChild(options?: ChildOptions): StrategyRegistry;
  /** Ends this registry. Strategies created by it that have a `dispose` method are disposed of, newest first; those of children are not. */
  dispose(): void;
}

/** An empty registry. */
export function createRegistry(options: RegistryOptions = {}): StrategyRegistry {
  return openRegistry((options.container ?? rootContainer).createChildContainer(), options);
}

interface Parent {
  readonly visible: () => ReadonlyMap<string, StrategyPlugin>;
  readonly settingSpecs: () => readonly SettingSpec[];
}

/** Where the strategies a registry has to dispose of are kept: the registry nearest to the container that resolves. */
const CREATED: unique symbol = Symbol('strategies created');

function openRegistry(
  container: DependencyContainer,
  { services = {}, settings }: ChildOptions,
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

  provideServices(container, services, settings);
  container.register(CREATED, { useValue: created });
  // One list for each registry: `resolveAll` in a child would hide what its parents registered.
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
    resolve(name) {
      refuseWhenDisposed();
      return resolveStrategy(container, name);
    },
    createChild(options = {}) {
      refuseWhenDisposed();
      return openRegistry(container.createChildContainer(), options, { visible, settingSpecs });
    },
    dispose() {
      isDisposed = true;
      disposeAll(created.splice(0).toReversed());
    },
  };
  return registry;
}

/** Registers what is there; an absent value in the container would hide the parent's and fail when it is resolved. */
function provideServices(
  container: DependencyContainer,
  { toolTaxonomy, logger }: RegistryServices,
  settings: ChildOptions['settings'],
): void {
  if (toolTaxonomy !== undefined)
    container.register(serviceToken('toolTaxonomy'), { useValue: toolTaxonomy });
  if (logger !== undefined) container.register(serviceToken('logger'), { useValue: logger });
  if (settings !== undefined)
    container.register(serviceToken('settings'), {
      useValue: typeof settings === 'function' ? settings : () => settings,
    });
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
  description,
  settings,
}: StrategyPlugin): StrategyListing {
  const listing = { name, requiresLLM, humanText, description };
  return settings === undefined ? listing : { ...listing, settings };
}
