import type { AdapterOptions } from '@palimpsest/adapter';
import type { Said } from './scripted-api.ts';

/** A context window that a few steps fill. */
export const SMALL: AdapterOptions = {
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
};

export const STEPS = 14;
export const TASK = 'Make the build green. Never touch main.';

/** The output of a tool: many trivial lines and one that matters. */
export function resultOf(step: number): string {
  const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${step} passed`);
  return [...noise, `Error: gate_${step} has no tariff`].join('\n');
}

export const BASH = {
  name: 'bash',
  description: 'Runs a command.',
  parameters: { type: 'object', properties: { command: { type: 'string' } } },
};

export function bash(input: string): string {
  const { command } = JSON.parse(input) as { readonly command: string };
  return resultOf(Number(/\d+/.exec(command)?.[0]));
}

/** A model that works through its steps, recalls the first shortened text, and ends. */
export function worker(history: string, turn: number): Said {
  if (turn < STEPS) return { calls: [{ name: 'bash', input: { command: `make test-${turn}` } }] };
  if (turn > STEPS) return { text: 'Done.' };
  const [, id] = /#([\da-f]{8}(?:\.\d+)?)/.exec(history) ?? [];
  return { calls: [{ name: 'recall', input: { id } }] };
}
