import { createStrategy } from '@palimpsest/engine';
import type { CompressionStrategy } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { repairHistory } from '@palimpsest/history';

import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { scriptedProvider } from '@palimpsest/testing';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { conversations } from '../corpus.ts';
import { createDice } from '../dice.ts';

/** Context windows of models that write summaries, in tokens. */
const WINDOWS = [16_000, 32_000, 128_000] as const;

/** Number of model calls per compression, over recorded conversations. */
export interface ModelCalls {
  readonly strategy: string;
  readonly window: number;
  /** How content that does not fit is handled: reduced by `salience` first, or summarized in parts. */
  readonly reducer: 'salience' | 'none';
  readonly compressions: number;
  /** Number of calls → number of compressions with that many. */
  readonly calls: Readonly<Record<number, number>>;
  /** Largest request, in tokens of the same estimator as the window. */
  readonly largestRequest: number;
}

/** Counts model calls. The model's response is always valid, so no call is repeated. */
export async function modelCalls(): Promise<ModelCalls[]> {
  const rows: ModelCalls[] = [];
  for (const window of WINDOWS)
    for (const reducer of ['salience', 'none'] as const)
      for (const plugin of [middleOut, oneShot]) {
        const calls: Record<number, number> = {};
        let compressions = 0;
        let largestRequest = 0;
        let strategy = '';
        for (const { messages } of conversations()) {
          const provider = scriptedProvider([ANSWER]);
          const subject: CompressionStrategy = createStrategy(plugin, {
            model: { provider, contextLimit: window },
            nonce: drawnMarks(window),
            ...(reducer === 'salience' ? { strategy: () => createStrategy(salience) } : {}),
          });
          strategy = subject.name;
          const { history } = repairHistory(openai.decode(messages));
          const { kind } = await subject.compress({
            history,
            estimateTokens: estimateEntryTokens,
            currentTokenCount: estimateEntryTokens(history),
            runtimeContext: { ephemerals: {} },
          });
          if (kind === 'noop') continue;
          compressions += 1;
          calls[provider.requests.length] = (calls[provider.requests.length] ?? 0) + 1;
          for (const { contents } of provider.requests)
            largestRequest = Math.max(largestRequest, estimateEntryTokens(contents));
        }
        rows.push({ strategy, window, reducer, compressions, calls, largestRequest });
      }
  return rows;
}

/** Creates delimiters that look random but are equal in every run: their token count depends on their digits. */
function drawnMarks(seed: number): () => string {
  const { between } = createDice(seed);
  return () => Array.from({ length: 16 }, () => between(0, 15).toString(16)).join('');
}

const ANSWER = '<state_snapshot>\n<goal>Go on.</goal>\n<plan>Next step.</plan>\n</state_snapshot>';
