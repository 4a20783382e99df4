import type { FuzzKind } from './fuzz-kind.ts';

/** Loads the kinds of this folder, or those that a module exports as its default. */
export async function loadKinds(module?: string): Promise<readonly FuzzKind[]> {
  if (module === undefined) return (await import('./kinds.ts')).KINDS;
  const loaded = (await import(module)) as { readonly default: readonly FuzzKind[] };
  return loaded.default;
}
