import type {
  CompressionStrategy,
  Services,
  SettingSpec,
  SettingValues,
  StrategyPlugin,
} from '@palimpsest/core-types';

/** The methods of a tsyringe container that a registry needs. */
export interface Container {
  createChildContainer(): Container;
  register(token: symbol, provider: { readonly useFactory: () => unknown }): unknown;
  isRegistered(token: symbol, recursive?: boolean): boolean;
  resolve(token: symbol): unknown;
}

interface ChildOptions {
  /** Services for strategies created by this registry. Absent ones come from the parent. */
  readonly services?: Services;
  /** Settings for strategies created by this registry; a function is called on every read. @default the parent's, else none */
  readonly settings?: SettingValues | (() => SettingValues);
}

export interface RegistryOptions extends ChildOptions {
  /** The host's tsyringe container. Strategies and services are registered in a child of it, so it does not change. @default none */
  readonly container?: Container;
}

/** A plugin for listings: everything but the function that creates the strategy. */
export interface StrategyInfo extends Omit<
  StrategyPlugin,
  'specification' | 'create' | 'services'
> {
  /** Names of the services that it reads. */
  readonly services: readonly (keyof Services)[];
}

/** Strategies by name. */
export interface StrategyRegistry {
  /**
   * The container of this registry, if the host has one: resolves `strategyToken(name)`, `STRATEGY_NAMES` and `serviceToken(name)`. A service
   * that is registered there is the one of this registry.
   */
  readonly container: Container | undefined;
  /**
   * Registers a strategy. A child registry may use a name of its parent; its strategy then replaces the parent's there.
   *
   * @throws {RegistrationError} when the value is not a plugin, its specification is not 1, its name is blank or already registered here
   * (unless `replace` is true), its `humanText` is invalid, or another declaration of one of its settings differs
   */
  register(plugin: StrategyPlugin, options?: { readonly replace?: boolean }): StrategyRegistry;
  /** Returns the names that can be resolved, sorted, including those of parents. */
  names(): string[];
  /** Lists every strategy that can be resolved, sorted by name. */
  plugins(): StrategyInfo[];
  /** Returns all known settings: those of this package, then those of plugins. */
  settingSpecs(): readonly SettingSpec[];
  /**
   * Returns the strategy of that name. It is created on first use, once per registry.
   *
   * @throws {UnknownStrategyError} when no strategy has the name
   * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED` when its creation fails, `STRATEGY_CYCLE` when strategies require each
   * other, `STRATEGY_NAME_MISMATCH` when its name differs from its plugin's
   */
  resolve(name: string): CompressionStrategy;
  /** Returns the services of this registry and of its parents, the nearest of each; else the default of the first strategy that has one. */
  services(): Services;
  /** Returns the names of replaced services that neither a registered strategy nor a host reads. */
  unreadServices(): (keyof Services)[];
  /** Creates a registry for one session. It sees all present and later registrations of this registry, and does not change it. */
  createChild(options?: ChildOptions): StrategyRegistry;
  /** Disposes of this registry and of the strategies it created, newest first. Child registries are not affected. */
  dispose(): void;
}
