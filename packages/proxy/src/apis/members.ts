import { fieldsOf, type AgentTool, type Fields } from '@palimpsest/adapter';

/** Returns whether an object names a tool of the proxy. */
export type IsOwn = (value: unknown) => boolean;

/** @param names tools that the request was offered */
export function createIsOwn(names: readonly string[]): IsOwn {
  const own: ReadonlySet<unknown> = new Set(names);
  return (value) => own.has(fieldsOf(value)['name']);
}

/** A body with the tools of the proxy. */
export interface Offer {
  readonly value: Fields;
  /** Names of the tools that were added. */
  readonly names: readonly string[];
}

/**
 * Returns the body with tools after its own, without those whose names the client uses; `undefined` if none is left.
 *
 * @param declared descriptions of the client's tools
 */
export function offerTools(
  value: Fields,
  tools: readonly AgentTool[],
  declared: readonly unknown[],
  write: (tools: readonly AgentTool[]) => readonly object[],
): Offer | undefined {
  const taken = new Set(declared.map((tool) => fieldsOf(tool)['name']));
  const free = tools.filter(({ name }) => !taken.has(name));
  if (free.length === 0) return undefined;
  return {
    value: { ...value, tools: [...listOf(value['tools']), ...write(free)] },
    names: free.map(({ name }) => name),
  };
}

/** Returns the elements of a list; none for another value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 ? value : undefined;
}
