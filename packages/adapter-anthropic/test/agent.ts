import type { AdapterOptions } from '@palimpsest/adapter';
import type { Said } from './scripted-api.ts';

/** A context window that a few steps fill. */
export const SETTINGS = { 'context-limit': 6_000, maxOutputTokens: 200 };
export const SMALL: AdapterOptions = { settings: SETTINGS };

export const STEPS = 14;
export const TASK = 'Make the build green. Never touch main.';

/** The index of the step whose tool call fails. */
export const FAILS = 2;

/** The output of a tool: many trivial lines and one that matters. */
export function resultOf(step: number): string {
  const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${step} passed`);
  return [...noise, `Error: gate_${step} has no tariff`].join('\n');
}

/** A tool that runs commands with a long output. The command of step `FAILS` fails. */
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

/** A model that works through its steps, recalls the first shortened text, and ends. */
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
