import type { CompressionResult, NoopReason } from '@palimpsest/core-types';

/** Who tries next where a strategy finds nothing to do: its name and its reason to another name. */
export type ReRoutes = Readonly<Record<string, Readonly<Partial<Record<NoopReason, string>>>>>;

/** A history too short for a middle may still have a beginning that a model can summarize. */
export const RE_ROUTES: ReRoutes = {
  'middle-out': {
    'too-few-compressible': 'one-shot',
    'shrunk-below-minimum': 'one-shot',
  },
};

/** The name of the strategy that should try next, where there is another. */
export function reRouteOf(
  routes: ReRoutes,
  strategy: string,
  result: CompressionResult,
): string | undefined {
  if (result.kind !== 'noop' || !Object.hasOwn(routes, strategy)) return undefined;
  const byReason = routes[strategy]!;
  const next = Object.hasOwn(byReason, result.reason) ? byReason[result.reason] : undefined;
  return next === strategy ? undefined : next;
}
