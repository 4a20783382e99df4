import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { holdsCompaction } from './ai-sdk-compaction.ts';
import { readTurn, type AiSdkMessage } from './ai-sdk-read.ts';
import { writeTurn } from './ai-sdk-write.ts';
import { CallNames, nameResponses } from './call-names.ts';
import type { Codec } from './codec.ts';
import { nativePart } from './native.ts';
import { splitTurn, writeTurns, type Turn, type TurnFormat } from './turns.ts';

export type { AiSdkMessage } from './ai-sdk-read.ts';

const format: TurnFormat<AiSdkMessage> = {
  name: 'ai-sdk',
  hasToolNames: true,
  read: readTurn,
  shell({ content: _content, ...rest }) {
    return rest;
  },
  write: writeTurn,
  arrange,
};

/**
 * Messages of the AI SDK, versions 6 and 7, and of its language model prompts. Each result in a tool message becomes one entry. Results of
 * provider-executed tools stay in the model's entry.
 */
export const aiSdk: Codec<AiSdkMessage> = {
  name: 'ai-sdk',
  decode(messages) {
    const names = new CallNames();
    const history: IContent[] = [];
    for (const [index, message] of messages.entries()) {
      const turn = nameResponses(readTurn(message, index), names, index);
      const facts = holdsCompaction(message) ? { metadata: { pinned: true } } : {};
      for (const entry of splitTurn(format, message, turn, facts)) history.push(entry);
    }
    return history;
  },
  encode: (history) => writeTurns(format, history),
};

/** Moves results into tool messages, except those of provider-executed tools. */
function arrange({ speaker, blocks }: Turn): readonly Turn[] {
  if (speaker === 'system') return [{ speaker, blocks }];
  const isAi = speaker === 'ai';
  const executed = new Set(blocks.flatMap(executedId));
  const results: ContentBlock[] = [];
  const others: ContentBlock[] = [];
  for (const block of blocks) {
    const isOwn = nativePart('ai-sdk', block) !== undefined;
    const isResult = isAi
      ? block.type === 'tool_response' && !isOwn && !executed.has(block.callId)
      : block.type === 'tool_response' || (speaker === 'tool' && isOwn);
    (isResult ? results : others).push(block);
  }
  const said: Turn = { speaker: isAi ? 'ai' : 'human', blocks: others };
  const answered: Turn = { speaker: 'tool', blocks: results };
  if (results.length === 0) return [said];
  if (others.length === 0) return [answered];
  return isAi ? [said, answered] : [answered, said];
}

function executedId(block: ContentBlock): readonly string[] {
  return block.type === 'tool_call' && block.providerExecuted === true ? [block.id] : [];
}
