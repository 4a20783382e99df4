import type {
  CompressionLogger,
  CompressionStrategy,
  SettingSpec,
  SettingValues,
  StrategyPlugin,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import type { DependencyContainer } from './container.ts';

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
export type StrategyInfo = Omit<StrategyPlugin, 'specification' | 'create'>;

/** Strategies by name. */
export interface StrategyRegistry {
  /** Where everything is registered, for hosts that resolve `strategyToken(name)` or `STRATEGY_NAMES` themselves. */
  readonly container: DependencyContainer;
  /**
   * Adds a strategy. In a child registry it may have the name of one of the parent's and stands in for it there.
   *
   * @throws {RegistrationError} for what is no plugin, another specification than 1, a blank name, a name that is taken here
   *   (unless `replace` is true), a `humanText` that is none, or a setting that somebody declared otherwise
   */
  register(plugin: StrategyPlugin, options?: { readonly replace?: boolean }): StrategyRegistry;
  /** The names one can resolve, sorted; those of parents included. */
  names(): string[];
  /** What is known about every strategy one can resolve, sorted by name. */
  plugins(): StrategyInfo[];
  /** Every setting that is known: those of this package, then those of plugins. The same list until something is registered. */
  settingSpecs(): readonly SettingSpec[];
  /**
   * The strategy of that name, created on first use and kept: one for each registry.
   *
   * @throws {UnknownStrategyError} when nobody registered it
   * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED` when it could not be created, `STRATEGY_CYCLE` when strategies
   *   need each other to be created, `STRATEGY_NAME_MISMATCH` when it has another name than its plugin
   */
  resolve(name: string): CompressionStrategy;
  /** A registry for one session: it sees everything registered here, now and later, and changes nothing here. */
  createChild(options?: ChildOptions): StrategyRegistry;
  /** Ends this registry. Strategies created by it that have a `dispose` method are disposed of, newest first; those of children are not. */
  dispose(): void;
}
