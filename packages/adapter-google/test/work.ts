import type { Content } from '@google/genai';
import { printed, shownIds } from '../../adapter/test/work.ts';

export { printed as output, SMALL, TASK } from '../../adapter/test/work.ts';

/** Returns the recall id of the first shortened text. */
export function firstId(sent: unknown): string {
  const [id] = shownIds(sent);
  if (id === undefined) throw new Error('nothing that was sent has an id');
  return id;
}

/** Returns the next call of a scripted model: `steps` commands, then a recall of the first shortened text, then `undefined`. */
export function nextCall(
  at: number,
  steps: number,
  sent: unknown,
): { readonly name: string; readonly args: Record<string, unknown> } | undefined {
  if (at < steps) return { name: 'bash', args: { command: `make test-${at}` } };
  return at === steps ? { name: 'recall', args: { id: firstId(sent) } } : undefined;
}

/** Returns the output of a command that `nextCall` returned. */
export function run(args: Readonly<Record<string, unknown>> | undefined): string {
  return printed(Number(/\d+$/.exec(String(args?.['command']))?.[0]));
}

/** Counts the commands of which some contents say that they failed: steps of a record, and results in the form of an error. */
export function failuresIn(contents: readonly Content[]): { recorded: number; errors: number } {
  const parts = contents.flatMap((content) => content.parts ?? []);
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  const failed = results.filter(
    ({ name, response = {} }) => name === 'bash' && 'error' in response,
  );
  const steps = parts.flatMap(
    ({ text = '' }) => text.match(/^• Ran `make test-\d+`, failed/gm) ?? [],
  );
  return { recorded: steps.length, errors: failed.length };
}
