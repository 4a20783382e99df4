import { printed } from '../../adapter/test/work.ts';
import type { Said } from './scripted-api.ts';

export { printed as resultOf, SETTINGS, SMALL, TASK } from '../../adapter/test/work.ts';

export const STEPS = 14;

/** The index of the step whose tool call fails. */
export const FAILS = 2;

/** A tool that runs commands with a long output. The command of step `FAILS` fails. */
export const BASH = {
  name: 'bash',
  description: 'Runs a command.',
  input_schema: { type: 'object' as const, properties: { command: { type: 'string' } } },
  parse: (input: unknown) => input as { readonly command: string },
  run({ command }: { readonly command: string }): string {
    const step = Number(/\d+/.exec(command)?.[0]);
    if (step === FAILS) throw new Error(printed(step));
    return printed(step);
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
