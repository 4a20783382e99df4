import type { AdapterOptions } from '../src/adapter-options.ts';

export const SETTINGS = { 'context-limit': 6_000, maxOutputTokens: 200 };

/** A context window that a few steps fill. */
export const SMALL: AdapterOptions = { settings: SETTINGS };

export const TASK = 'Make the build green. Never touch main.';

/** The output of a step: `lines` trivial lines and one that matters. */
export function printed(at: number, lines: number = 120): string {
  const noise = Array.from({ length: lines }, (_, line) => `ok ${line} of suite ${at} passed`);
  return [...noise, `Error: gate_${at} has no tariff`].join('\n');
}

/** Returns the recall ids in a value. */
export function shownIds(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/#([\da-f]{8})/g)].map(([, id]) => id!);
}

/** A call or a result, by the id of the call. */
export type Half = readonly [kind: 'call' | 'result', id: string];

/** Lists calls without a result, and results without a call before them. */
export function listUnpaired(halves: readonly Half[]): string[] {
  const problems: string[] = [];
  const open = new Set<string>();
  for (const [kind, id] of halves) {
    if (kind === 'call') open.add(id);
    else if (!open.delete(id)) problems.push(`a result without a call: ${id}`);
  }
  return [...problems, ...[...open].map((id) => `a call without a result: ${id}`)];
}
