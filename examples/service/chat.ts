import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { openOriginals } from '@palimpsest/originals';
import { redisOriginals } from '@palimpsest/originals/redis';
import { redisSessions, type SessionStore } from '@palimpsest/originals/sessions';
import { queueCompressions } from '@palimpsest/orchestrator/queue';
import { generateText, stepCountIs, wrapLanguageModel, type ModelMessage } from 'ai';
import { estimateTokens, settings, strategies, type Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { chatModel } from './model.ts';
import type { Redis } from './redis.ts';

/** A message of the user and everything that followed it. */
export interface Turn {
  /** From the client, so that it can repeat a request of which it got no answer. */
  readonly id: string;
  readonly messages: readonly ModelMessage[];
}

/** Appends a turn if the history still has the expected number of turns. */
const APPEND = `
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Answers messages of sessions whose whole state is in Redis. */
export function createChat(config: Config, redis: Redis, metrics: Metrics) {
  const { REDIS_URL: url, BASE: base, TTL_SECONDS: ttl } = config;
  const model = chatModel(config);
  const store = countConflicts(redisSessions(redis, { base, ttl }), metrics);
  const removed = redisOriginals(redis, { base, ttl });
  const background = queueCompressions({ connection: url, queue: `${base}-compressions` });
  const keyOf = (session: string) => `${base}:history:${session}`;

  async function read(session: string): Promise<Turn[]> {
    const texts = await redis.lRange(keyOf(session), 0, -1);
    return texts.map((text) => JSON.parse(text) as Turn);
  }

  async function append(session: string, count: number, turn: Turn): Promise<boolean> {
    const values = [`${count}`, JSON.stringify(turn), `${ttl}`];
    return (await redis.eval(APPEND, { keys: [keyOf(session)], arguments: values })) === 1;
  }

  /** Asks the model. Only this request is compressed: the history keeps every message. */
  async function ask(session: string, messages: ModelMessage[], signal: AbortSignal) {
    const adapter = aiSdkAdapter({
      session: { id: session, store },
      originals: openOriginals(removed, { session }),
      registry: strategies,
      estimateTokens,
      settings,
      contextLimit: config.CONTEXT_LIMIT,
      background,
      onPrepared(outcome) {
        const strategy = 'compression' in outcome ? outcome.compression?.strategy : undefined;
        metrics.tokensBefore.record(outcome.tokensBefore);
        metrics.tokensAfter.record(outcome.tokensAfter);
        metrics.outcomes.add(1, { outcome: outcome.kind, strategy: strategy ?? 'none' });
        const { background: job } = outcome;
        if (job !== undefined && job !== 'running') metrics.background.add(1, { state: job });
      },
    });
    const { recall, search_history } = adapter.tools;
    const { responseMessages } = await generateText({
      model: wrapLanguageModel({ model, middleware: adapter.middleware }),
      instructions:
        'Answer briefly. Earlier messages may be summarized: search_history finds them.',
      messages,
      tools: { recall, search_history },
      stopWhen: stepCountIs(10),
      abortSignal: signal,
    });
    await adapter.flush();
    return responseMessages;
  }

  return {
    read,
    /** Answers a message and stores the turn. A turn that is stored already is not repeated. */
    async answer(session: string, id: string, text: string, signal: AbortSignal): Promise<Turn> {
      for (;;) {
        const turns = await read(session);
        const known = turns.find((turn) => turn.id === id);
        if (known !== undefined) return known;
        const message: ModelMessage = { role: 'user', content: text };
        const messages = [...turns.flatMap((turn) => turn.messages), message];
        const turn = { id, messages: [message, ...(await ask(session, messages, signal))] };
        if (await append(session, turns.length, turn)) return turn;
        // Another request of the session was first: this one answers again, after it.
        metrics.conflicts.add(1, { store: 'history' });
      }
    },
    close: () => background.close(),
  };
}

/** Counts the decisions that the adapter repeats because another request committed first. */
function countConflicts(store: SessionStore, metrics: Metrics): SessionStore {
  return {
    ...store,
    async commit(...change) {
      const result = await store.commit(...change);
      if (result === 'conflict') metrics.conflicts.add(1, { store: 'session' });
      return result;
    },
  };
}
