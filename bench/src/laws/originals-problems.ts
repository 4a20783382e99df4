import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { createPalimpsest } from 'palimpsest';
import type { Conversation } from '../corpus.ts';
import { createForgetfulModel } from '../strategies.ts';

const palimpsest = createPalimpsest();

/** Model for the strategies that use one. */
const model = createForgetfulModel();

export interface OriginalsRun {
  readonly problems: readonly string[];
  /** Number of compressions that stored something. */
  readonly compressions: number;
}

/**
 * Compresses a conversation in three rounds, a third of it each: everything must be restored after every round. If the strategy starts from
 * the originals, three rounds must equal one at the last target, unless that one misses the target and is larger.
 */
export async function originalsProblems(
  { id, messages }: Conversation,
  strategy: string,
  targetRatio = 0.5,
): Promise<OriginalsRun> {
  const originals = await emptyStore(id);
  const problems: string[] = [];
  let current: unknown[] = [];
  let given = 0;
  let targetTokens = 1;
  let tokensAfter = 0;
  for (const round of [1, 2, 3]) {
    const end = Math.ceil((messages.length * round) / 3);
    const before = [...current, ...messages.slice(given, end)];
    given = end;
    const options = { strategy, targetRatio, originals, model };
    const { messages: after, report } = await palimpsest.compress(before, options);
    ({ targetTokens, tokensAfter } = report);
    // Parsed from JSON, as in another process.
    current = JSON.parse(JSON.stringify(after)) as unknown[];
    const told = await originals.restore(current);
    // If equal messages repeat, two rounds can leave the same output. That is reported, and the newest is meant here.
    const isAmbiguous = told.ambiguous.length > 0;
    const restored = isAmbiguous ? await originals.restore(current, { ambiguity: 'newest' }) : told;
    if (restored.missing.length > 0) {
      problems.push(`round ${round}: missing ${JSON.stringify(restored.missing[0])}`);
    }
    const expected = JSON.stringify(messages.slice(0, given));
    if (JSON.stringify(restored.messages) !== expected) {
      problems.push(`round ${round}: other messages came back`);
    }
  }
  if (palimpsest.registry.resolve(strategy).startsFromOriginals === true) {
    const options = { strategy, targetTokens, originals: await emptyStore(id) };
    const { messages: once, report } = await palimpsest.compress<unknown>(messages, options);
    // If the originals miss the target and come out larger, the strategy compresses the messages instead.
    const isExempt = report.tokensAfter > targetTokens && report.tokensAfter > tokensAfter;
    if (!isExempt && JSON.stringify(once) !== JSON.stringify(current)) {
      problems.push('three rounds leave something else than one');
    }
  }
  return { problems, compressions: originals.list().length };
}

async function emptyStore(session: string): Promise<Originals> {
  return await openOriginals(memoryOriginals({ maxBytes: 1e9 }), { session });
}
