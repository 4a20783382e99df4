import type { AdapterOptions } from '@palimpsest/adapter';
import type { Said } from './scripted-api.ts';

/** A window that a handful of steps fills. */
export const SETTINGS = { 'context-limit': 6_000, maxOutputTokens: 200 };
export const SMALL: AdapterOptions = { settings: SETTINGS };

export const STEPS = 14;
export const TASK = 'Make the build green. Never touch main.';

/** The step whose tool fails. */
export const FAILS = 2;

/** What a tool gives: many lines that say little, and one that matters. */
export function resultOf(step: number): string {
  const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${step} passed`);
  return [...noise, `Error: gate_${step} has no tariff`].join('\n');
}

/** Runs a command: one fails, and all of them have much to say. */
export const BASH = {
  name: 'bash',
  description: 'Runs a command.',
  input_schema: { type: 'object' as const, properties: { command: { type: 'string' } } },
  parse: (input: unknown) => input as { readonly command: string },
  run({ command }: { readonly command: string }): string {
    const step = Number(/\d+/.exec(command)?.[0]);
    if (step === FAILS) throw new Error(resultOf(step));
    return resultOf(step);
  },
};

/** A model that works through its steps, asks for the first text that was shortened, and ends. */
export function worker(history: string, turn: number): Said {
  const calls = (name: string, input: unknown): Said => ({
    thinks: `Turn ${turn}.`,
    calls: [{ name, input }],
  });
  if (turn < STEPS) return calls('bash', { command: `make test-${turn}` });
  if (turn > STEPS) return { text: 'Done.' };
  const [, id] = /#([\da-f]{8}(?:\.\d+)?)/.exec(history) ?? [];
  return calls('recall', { id: id ?? 'ffffffff' });
}
