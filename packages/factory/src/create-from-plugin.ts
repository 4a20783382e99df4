import {
  CompressionStrategyError,
  PalimpsestError,
  type CompressionStrategy,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';

/** Creations in progress, innermost last. Creation is synchronous, so one list serves all owners. */
const underway: { readonly owner: object; readonly name: string }[] = [];

const SELF_EXPLANATORY: ReadonlySet<string> = new Set([
  'STRATEGY_CREATE_FAILED',
  'STRATEGY_CYCLE',
  'STRATEGY_NAME_MISMATCH',
]);

/**
 * Creates the strategy of a plugin, and checks it.
 *
 * @param owner the container or list that creates it; the same strategy may be in creation once per owner
 * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED`, `STRATEGY_CYCLE`, `STRATEGY_NAME_MISMATCH`
 */
export function createFromPlugin(
  plugin: StrategyPlugin,
  owner: object,
  services: StrategyServices,
): CompressionStrategy {
  const { name } = plugin;
  refuseCycle(name, owner);
  underway.push({ owner, name });
  try {
    const strategy: unknown = plugin.create(services);
    if (!isStrategy(strategy)) throw new TypeError('create() returned no strategy');
    if (strategy.name !== name) throw nameMismatch(name, strategy.name);
    return strategy;
  } catch (error) {
    if (PalimpsestError.isInstance(error) && SELF_EXPLANATORY.has(error.code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CompressionStrategyError(
      `Strategy "${name}" could not be created: ${reason}`,
      'STRATEGY_CREATE_FAILED',
      { strategy: name, cause: error },
    );
  } finally {
    underway.pop();
  }
}

/** Rejects cycles. The same name may occur twice with different owners: a child's strategy may wrap its parent's. */
function refuseCycle(name: string, owner: object): void {
  const start = underway.findIndex(
    (creation) => creation.name === name && creation.owner === owner,
  );
  if (start < 0) return;
  const chain = [...underway.slice(start).map((creation) => creation.name), name].join(' → ');
  throw new CompressionStrategyError(
    `Strategies need each other to be created: ${chain}. Ask for the other strategy in compress() instead of create().`,
    'STRATEGY_CYCLE',
    { strategy: name },
  );
}

function nameMismatch(name: string, seen: unknown): CompressionStrategyError {
  return new CompressionStrategyError(
    `Strategy plugin "${name}" created a strategy named ${JSON.stringify(seen)}. Name both the same.`,
    'STRATEGY_NAME_MISMATCH',
    { strategy: name },
  );
}

function isStrategy(value: unknown): value is CompressionStrategy {
  return (
    typeof value === 'object' &&
    value !== null &&
    'compress' in value &&
    typeof value.compress === 'function'
  );
}
