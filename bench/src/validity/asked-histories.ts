import { openai } from '@palimpsest/formats/openai';
import { history } from '@palimpsest/testing';
import { conversations, hasCorpus } from '../corpus.ts';
import { createDice } from '../dice.ts';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Whether the histories are recorded ones. */
export const isRecorded: boolean = hasCorpus;

/**
 * Yields histories with tool calls, each as of the last request to its model.
 *
 * @param sessions @default recorded ones, if there are any; otherwise generated ones
 */
export function* askedHistories(
  sessions: Iterable<readonly ChatMessage[]> = isRecorded ? recorded() : generated(),
): Generator<readonly ChatMessage[]> {
  for (const messages of sessions) {
    const asked = messages.slice(
      0,
      messages.findLastIndex(({ role }) => role === 'assistant'),
    );
    if (asked.some(({ tool_calls: calls = [] }) => calls.length > 0)) yield asked;
  }
}

function* recorded(): Generator<readonly ChatMessage[]> {
  for (const { messages } of conversations(true)) yield messages;
}

const GENERATED = 200;

/** Yields sessions of various lengths, with parallel calls, failures, and one or more user messages. */
export function* generated(count = GENERATED): Generator<readonly ChatMessage[]> {
  for (let seed = 0; seed < count; seed += 1) {
    const { between, chance, pick, roll } = createDice(seed);
    const built = history();
    if (chance(0.5)) built.system('Work with care.');
    built.human(`Mend what is broken. ${'It fails often. '.repeat(between(0, 30))}`);
    const speaks = pick([0, 0.1, 0.4]);
    for (let step = between(2, 60); step > 0; step -= 1) {
      if (chance(speaks)) built.ai(`Step ${step} is done.`).human(`Then do step ${step - 1}.`);
      const path = `src/part-${between(0, 9)}.ts`;
      const text = `const line${step} = ${step};\n`.repeat(between(1, 80));
      const kind = roll();
      if (kind < 0.2) {
        built.calls(['read_file', { path }], ['search', { pattern: `line${step}` }]);
        built.result(text).result(`${path}: line${step}`);
      } else if (kind < 0.4) {
        built.call('run_tests', {}).result('', `Error: ${path} does not load`);
      } else {
        const name = pick(['read_file', 'write_file']);
        built.call(name, { path, text }, { thought: `Look at ${path}` }).result(text);
      }
    }
    yield openai.encode(built.ai('All is done.').build()) as ChatMessage[];
  }
}
