import { printed } from '../../adapter/test/work.ts';
import type { Said } from './scripted-api.ts';

export { printed as resultOf, SMALL, TASK } from '../../adapter/test/work.ts';

export const STEPS = 14;

export const BASH = {
  name: 'bash',
  description: 'Runs a command.',
  parameters: { type: 'object', properties: { command: { type: 'string' } } },
};

export function bash(input: string): string {
  const { command } = JSON.parse(input) as { readonly command: string };
  return printed(Number(/\d+/.exec(command)?.[0]));
}

/** A model that works through its steps, recalls the first shortened text, and ends. */
export function worker(history: string, turn: number): Said {
  if (turn < STEPS) return { calls: [{ name: 'bash', input: { command: `make test-${turn}` } }] };
  if (turn > STEPS) return { text: 'Done.' };
  const [, id] = /#([\da-f]{8}(?:\.\d+)?)/.exec(history) ?? [];
  return { calls: [{ name: 'recall', input: { id } }] };
}
