import type { IContent } from '@palimpsest/core-types';
import type { PromptMessage } from './language-model.ts';
import { invalidOption } from './invalid-option.ts';

interface TextMessage {
  readonly speaker: 'system' | 'human' | 'ai';
  readonly text: string;
}

/**
 * Returns the messages of a request. Skips blank entries and reasoning, and joins neighbors of one speaker, since some chat templates
 * require roles to alternate.
 *
 * @throws {OptionError} for tool entries, for blocks other than text, and for a request without a user or assistant message
 */
export function readMessages(contents: readonly IContent[]): TextMessage[] {
  const messages: TextMessage[] = [];
  for (const [index, entry] of contents.entries()) {
    const text = readText(entry, index);
    if (text.trim() !== '') messages.push({ speaker: readSpeaker(entry, index), text });
  }
  if (!messages.some(({ speaker }) => speaker !== 'system')) {
    const expected = 'at least one `human` or `ai` entry that is not blank';
    throw invalidOption('contents', 'no message to respond to', expected);
  }
  return joinNeighbors(messages);
}

/** Formats messages as one text. Speakers are named if the model spoke before. */
export function formatMessages(messages: readonly TextMessage[]): string {
  const isDialogue = messages.some(({ speaker }) => speaker === 'ai');
  return messages
    .map(({ speaker, text }) => (isDialogue ? `${speaker}: ${text}` : text))
    .join('\n\n');
}

/**
 * Returns messages as a prompt of the AI SDK that every provider accepts: a system message only at the start, then a user message. Later
 * system messages become user messages.
 */
export function toPrompt(messages: readonly TextMessage[]): PromptMessage[] {
  const [first] = messages;
  const hasSystem = first?.speaker === 'system';
  const rest = messages.slice(hasSystem ? 1 : 0).map(({ speaker, text }): TextMessage => ({
    speaker: speaker === 'ai' ? 'ai' : 'human',
    text,
  }));
  if (rest[0]?.speaker === 'ai')
    rest.unshift({ speaker: 'human', text: '(earlier turns left out)' });
  const prompt = joinNeighbors(rest).map(({ speaker, text }): PromptMessage => ({
    role: speaker === 'ai' ? 'assistant' : 'user',
    content: [{ type: 'text', text }],
  }));
  return hasSystem ? [{ role: 'system', content: first.text }, ...prompt] : prompt;
}

function joinNeighbors(messages: readonly TextMessage[]): TextMessage[] {
  const runs: { readonly speaker: TextMessage['speaker']; readonly texts: string[] }[] = [];
  for (const { speaker, text } of messages) {
    const last = runs.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else runs.push({ speaker, texts: [text] });
  }
  return runs.map(({ speaker, texts }) => ({ speaker, text: texts.join('\n\n') }));
}

function readSpeaker({ speaker }: IContent, index: number): TextMessage['speaker'] {
  if (speaker !== 'tool') return speaker;
  const expected = 'entries of `system`, `human` and `ai`';
  throw invalidOption(`contents[${index}]`, 'an entry of a tool', expected);
}

/** Replaces lone surrogates: JSON can hold them, but servers reject it. */
function readText({ blocks }: IContent, index: number): string {
  const texts: string[] = [];
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block.text.toWellFormed());
    else if (block.type !== 'thinking') {
      const received = `a block of type \`${block.type}\``;
      throw invalidOption(`contents[${index}]`, received, 'text blocks');
    }
  }
  return texts.join('\n\n');
}
