import { anthropic } from '@palimpsest/formats/anthropic';
import { openai } from '@palimpsest/formats/openai';
import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { findViolations } from '@palimpsest/engine/history';
import { createCompactor, splitCompaction } from '@palimpsest/host';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { describe, expect, test } from 'vitest';
import type { SessionMessage as ClaudeMessage } from '../../packages/claude-code/src/mod-types.ts';
import { convert } from '../../packages/claude-code/src/session-messages.ts';
import { applyCompaction } from '../../packages/opencode/src/apply-compaction.ts';
import type { Part, SessionMessage } from '../../packages/opencode/src/opencode-types.ts';
import { toTranscript } from '../../packages/opencode/src/transcript.ts';
import { hasCorpus, wantsAll } from '../src/corpus.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { readHistories } from '../src/retention/families.ts';
import { share, sum } from '../src/retention/pooling.ts';
import { score, type Score, type ScoreGroup } from '../src/retention/score.ts';

/** Compacts a session of a host with that host's conversion, and returns what the model sees. */
type Compact = (messages: readonly PiMessage[], targetTokens: number) => Promise<ChatMessage[]>;

interface Call {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

const asChat = (messages: readonly PiMessage[]): ChatMessage[] =>
  openai.encode(pi.decode(messages)) as ChatMessage[];

const compactWithLibrary: Compact = async (messages, targetTokens) => {
  const host = createCompactor({ codec: pi });
  return asChat((await host.compact(messages, { targetTokens })).messages);
};

const compactInOpencode: Compact = async (messages, targetTokens) => {
  const session = opencodeSession(messages);
  const transcript = toTranscript(session);
  const host = createCompactor({ codec: pi });
  const { messages: compacted } = await host.compact(transcript, { targetTokens });
  const { text, tailStart } = splitCompaction(transcript, compacted);
  const first = transcript[tailStart]?.messageID;
  const applied = { ...(text !== undefined && { text, first }), results: [] };
  return asChat(toTranscript(applyCompaction(session, applied)));
};

const compactInClaudeCode: Compact = async (messages, targetTokens) => {
  const { messages: converted, back } = convert(claudeSession(messages));
  const host = createCompactor({ codec: anthropic });
  const { messages: compacted } = await host.compact(converted, { targetTokens });
  return openai.encode(anthropic.decode(convert(back(compacted)).messages)) as ChatMessage[];
};

const HOSTS = { opencode: compactInOpencode, 'claude-code': compactInClaudeCode };

const GROUPS: readonly ScoreGroup[] = ['all', 'far', 'lines', 'demands_short', 'task'];

describe.skipIf(!hasCorpus)(`recorded sessions (${wantsAll ? '100' : 'the sample'})`, () => {
  test(
    'keep within 1 point of what the library keeps of them, through the conversion of each host',
    { timeout: 3_600_000 },
    async () => {
      const scores: Record<string, Score[]> = { library: [], opencode: [], 'claude-code': [] };
      const problems: string[] = [];
      const histories = readHistories(wantsAll ? 'coding-claude-code' : 'sample');
      for (const history of histories.slice(0, 100)) {
        const messages = conversationOf(history.messages);
        const targetTokens = Math.ceil(estimateEntryTokens(pi.decode(messages)) / 3);
        for (const [name, compact] of Object.entries({ library: compactWithLibrary, ...HOSTS })) {
          const left = await compact(messages, targetTokens);
          const broken = findViolations(openai.decode(left));
          if (broken.length > 0)
            problems.push(`${name} ${history.id}: ${JSON.stringify(broken[0])}`);
          scores[name]!.push(score(history, { messages: left, target: targetTokens }));
        }
      }
      const shares = Object.entries(scores).map(([name, all]) => [
        name,
        ...GROUPS.map((group) => share(sum(all.map(({ groups }) => groups[group])))),
      ]);
      expect(problems).toEqual([]);
      const [library, ...others] = shares;
      for (const [name, ...each] of others) {
        for (const [at, value] of each.entries()) {
          const difference = Math.abs(Number(value) - Number(library![at + 1]));
          expect(difference, `${name}: ${GROUPS[at]}`).toBeLessThanOrEqual(1);
        }
      }
    },
  );
});

/** Returns messages without system messages, which hosts keep apart, and without reasoning, which Claude Code does not hand over. */
function conversationOf(recorded: readonly ChatMessage[]): readonly PiMessage[] {
  const entries = openai.decode(recorded as never).map(({ blocks, ...entry }) => ({
    ...entry,
    blocks: blocks.filter(({ type }) => type !== 'thinking'),
  }));
  return pi
    .encode(entries.filter(({ blocks }) => blocks.length > 0))
    .filter(({ role }) => role !== 'system');
}

/** Messages of opencode: a call and its result are one part. */
function opencodeSession(messages: readonly PiMessage[]): readonly SessionMessage[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'toolResult' ? [[message.toolCallId, message]] : [],
    ),
  );
  return messages.flatMap(({ role, content }, at) => {
    if (role === 'toolResult') return [];
    const id = `m${at}`;
    const parts = blocksOf(content).map((block, index): Part => {
      const part = { id: `p${at}-${index}` };
      if (block.type !== 'toolCall') return { ...part, type: 'text', text: block.text ?? '' };
      const { id: callID, name: tool, arguments: input } = block;
      const result = results.get(callID);
      results.delete(callID);
      const output = textOf(result?.content);
      const state =
        result?.isError === true
          ? ({ status: 'error', input, error: output } as const)
          : ({ status: 'completed', input, output } as const);
      return { ...part, type: 'tool', callID, tool, state };
    });
    return [{ info: { id, sessionID: 's', role: role === 'user' ? role : 'assistant' }, parts }];
  });
}

/** Messages of Claude Code: results stand in the user message that follows. */
function claudeSession(messages: readonly PiMessage[]): readonly ClaudeMessage[] {
  const session: ClaudeMessage[] = [];
  for (const { role, content, toolCallId, isError } of messages) {
    const text = textOf(content);
    if (role !== 'toolResult') {
      const toolUses = blocksOf(content).flatMap(({ type, id, name, arguments: input }) =>
        type === 'toolCall' ? [{ tool_use_id: id, tool: name, input }] : [],
      );
      session.push({ role: role === 'user' ? role : 'assistant', text, toolUses });
      continue;
    }
    const result = { tool_use_id: String(toolCallId), text, isError: isError === true };
    const last = session.at(-1);
    if (last?.toolResults === undefined) {
      session.push({ role: 'user', text: '', toolUses: [], toolResults: [result] });
    } else {
      session.splice(-1, 1, { ...last, toolResults: [...last.toolResults, result] });
    }
  }
  return session;
}

function blocksOf(content: unknown): readonly Call[] {
  if (typeof content === 'string') return [{ type: 'text', text: content } as Call];
  return (content as readonly Call[]).filter(({ type }) => type === 'text' || type === 'toolCall');
}

function textOf(content: unknown): string {
  return blocksOf(content ?? [])
    .flatMap(({ text }) => (text === undefined ? [] : [text]))
    .join('\n');
}
