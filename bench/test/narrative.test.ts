import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { findDemands, keptDemands } from '../src/retention/demands.ts';
import { keptNarrative } from '../src/retention/narrative/kept-narrative.ts';
import { findNarrativeProbes } from '../src/retention/narrative/narrative-probes.ts';
import { wordsOf } from '../src/retention/narrative/words.ts';
import { call, result, user } from './example-session.ts';

const agent = (content: string): ChatMessage => ({ role: 'assistant', content });
const commit = (message: string): ChatMessage =>
  call('c', { command: `git commit -m "${message}"` });

const FINDING = 'The parser drops trailing commas because the tokenizer swallows whitespace.';
const RESTATED = 'Fix trailing commas dropped by the parser when the tokenizer swallows whitespace';
/** Rates every plain word as rare as possible. */
const rarity = (stem: string): number => (wordsOf(stem)[0]?.isPlain === false ? 0 : 4);

describe('narrative probes', () => {
  test('are sentences of the history that the agent restates in a commit message', () => {
    const messages = [user('Look into it.'), agent(FINDING), result('c', 'ok'), commit(RESTATED)];
    const [probe, ...others] = findNarrativeProbes(messages, 3, rarity);
    expect(others).toEqual([]);
    expect(probe).toMatchObject({ sentence: FINDING, restatedAs: RESTATED });
  });

  test('omit what a tool shows again between the cut and the restatement', () => {
    const messages = [agent(FINDING), result('c', `# notes\n${FINDING}`), commit(RESTATED)];
    expect(findNarrativeProbes(messages, 1, rarity)).toEqual([]);
  });

  test('count as kept when three successive lines contain most of the sentence', () => {
    const messages = [agent(FINDING), commit(RESTATED)];
    const probes = findNarrativeProbes(messages, 1, rarity);
    const lines = FINDING.split(' because ').join('\nbecause ');
    expect(keptNarrative(probes, [agent(lines)], rarity)).toEqual([true]);
    const scattered = [agent('The parser drops trailing commas'), agent('the tokenizer')];
    expect(keptNarrative(probes, scattered, rarity)).toEqual([false]);
    expect(keptNarrative(probes, [{ role: 'system', content: FINDING }], rarity)).toEqual([false]);
  });
});

describe('directives', () => {
  const history = [
    user('Add a flag.\nNever push to main. It is blue.'),
    agent('You should not count this.'),
    user(`Keep the   old name.\n${'log line\n'.repeat(300)}`),
  ];

  test('are user sentences with a word of obligation, and the task', () => {
    expect(findDemands(history)).toEqual([
      { group: 'short', text: 'Never push to main.' },
      { group: 'long', text: 'Keep the old name.' },
      { group: 'task', text: 'Add a flag. Never push to main. It is blue.' },
    ]);
  });

  test('count as kept when they are verbatim, except for white space', () => {
    const left = [user('Add a flag.\nNever push to\nmain. It is …')];
    expect(keptDemands(findDemands(history), left)).toEqual([true, false, false]);
  });
});
