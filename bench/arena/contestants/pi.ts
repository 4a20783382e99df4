import {
  buildSessionContext,
  compact,
  DEFAULT_COMPACTION_SETTINGS,
  type SessionEntry,
} from '@earendil-works/pi-coding-agent';
import { pi } from '@palimpsest/formats/pi';
import { FIXED_SUMMARY, type Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import { requestTokens } from '../../src/retention/request-tokens.ts';
// Its index does not export the first half of a compaction.
// oxlint-disable-next-line import/no-relative-packages
import { prepareCompaction } from '../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js';

const TIME = '2026-01-01T00:00:00.000Z';

export const piCompaction: Contestant = {
  name: 'pi compaction',
  package: '@earendil-works/pi-coding-agent',
  call: '`prepareCompaction` and `compact` with the default settings (the newest 20,000 tokens stay)',
  asksModel: true,
  async compress(messages) {
    if (requestTokens(messages) <= DEFAULT_COMPACTION_SETTINGS.keepRecentTokens) return messages;
    const { translated, back } = translate(pi, messages);
    const entries = translated.map((message, at) => ({
      type: 'message',
      id: `e${at}`,
      parentId: at === 0 ? null : `e${at - 1}`,
      timestamp: TIME,
      message: { timestamp: at, ...(message as object) },
    })) as unknown as SessionEntry[];
    const preparation = prepareCompaction(entries, DEFAULT_COMPACTION_SETTINGS);
    if (preparation === undefined) return messages;
    const model = {
      id: 'model',
      provider: 'none',
      api: 'none',
      contextWindow: 200_000,
      maxTokens: 8_000,
    };
    const result = await compact(
      preparation,
      model as never,
      'key',
      undefined,
      undefined,
      undefined,
      undefined,
      answered as never,
    );
    const last = entries.at(-1)!;
    const compaction = {
      ...result,
      type: 'compaction',
      id: 'c',
      parentId: last.id,
      timestamp: TIME,
    };
    const context = buildSessionContext([...entries, compaction as unknown as SessionEntry], 'c');
    const left = context.messages.map((message) => {
      const { role, summary } = message as { role: string; summary?: string };
      return role === 'compactionSummary'
        ? { role: 'user', content: summary, timestamp: 0 }
        : message;
    });
    return back(left);
  },
};

/** Answers as a stream whose result is there at once. */
function answered(): object {
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text: FIXED_SUMMARY }],
    stopReason: 'stop',
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } },
    timestamp: 0,
  };
  return {
    result: () => Promise.resolve(message),
    async *[Symbol.asyncIterator]() {
      yield { type: 'done', reason: 'stop', message };
    },
  };
}
