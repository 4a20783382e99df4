import type { AdapterOptions } from '@palimpsest/adapter';

/** A window that a handful of steps fills. */
export const SMALL: AdapterOptions = {
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
};

export const TASK = 'Make the build green. Never touch main.';

/** What a tool says: many lines that say little, and one that matters. */
export function output(at: number): string {
  const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${at} passed`);
  return [...noise, `Error: gate_${at} has no tariff`].join('\n');
}

/** The id of the first text that was shortened, as a model reads it. */
export function firstId(sent: unknown): string {
  const [, id] = /#([0-9a-f]{8})\b/.exec(JSON.stringify(sent)) ?? [];
  if (id === undefined) throw new Error('nothing that was sent has an id');
  return id;
}

/** A script of a model: so many commands, then it recalls the first shortened text, then it is done. */
export function nextCall(
  at: number,
  steps: number,
  sent: unknown,
): { readonly name: string; readonly args: Record<string, unknown> } | undefined {
  if (at < steps) return { name: 'bash', args: { command: `make test-${at}` } };
  return at === steps ? { name: 'recall', args: { id: firstId(sent) } } : undefined;
}

/** The command a call of `nextCall` asked for, answered. */
export function run(args: Readonly<Record<string, unknown>> | undefined): string {
  return output(Number(/\d+$/.exec(String(args?.['command']))?.[0]));
}
