import { rejectOnAbort } from '@palimpsest/core-types';
import pLimit from 'p-limit';
import QuickLRU from 'quick-lru';
import {
  readLlmSummarizerOptions,
  type FallbackReason,
  type GenerateRequest,
  type LlmSummarizerOptions,
  type SummaryOutcome,
} from './options.ts';
import { summarizeByModel, type Attempts } from './summarize-by-model.ts';
import { isStructured } from '../structured/structured-lines.ts';
import { summarizeText } from '../summarize-text.ts';
import type { Summarizer, Summary, SummaryRequest } from '@palimpsest/core-types';

/** An asynchronous summarizer. */
export interface LlmSummarizer extends Summarizer {
  summarize(request: SummaryRequest): Promise<Summary>;
}

/**
 * Creates a summarizer that calls a model, on three levels: the model; if its response is rejected (`RejectionReason`), the model once more, for
 * half the length and in bullet points; if that is rejected too, or a call fails or times out, `summarizeText`. Every summary is shorter than
 * the text and fits the budget.
 *
 * Output of programs is never sent to the model. Requests for the same text and budget share one call, and its result is cached. The `signal` of
 * a request ends its wait at once; the call continues while another request waits for the same summary.
 *
 * @throws {OptionError} for an option that is not accepted
 */
export function llmSummarizer(options: LlmSummarizerOptions): LlmSummarizer {
  const { generate, timeoutMs, concurrency, cacheSize, maxTextLength, onOutcome, createNonce } =
    readLlmSummarizerOptions(options);
  const inTurn = pLimit(concurrency);
  const join = shareWork<Summary>();
  const known = new QuickLRU<string, Summary>({ maxSize: Math.max(1, cacheSize) });

  function emitOutcome(text: string, { summary, level, passedOver, calls }: Attempts): void {
    const lengths = { textLength: text.length, summaryLength: summary.text.length };
    try {
      onOutcome({ level, passedOver, calls, ...lengths });
    } catch {
      // An error in the callback must not prevent the summary.
    }
  }

  function withoutModel(text: string, limit: number, reason: FallbackReason): Summary {
    const summary = summarizeText(text, limit);
    const passedOver = [{ level: 'model', reason }] as const;
    emitOutcome(text, { summary, level: 'deterministic', passedOver, calls: 0 });
    return summary;
  }

  return {
    async summarize({ text, budget, signal }) {
      signal?.throwIfAborted();
      const limit = budgetFor(text, budget);
      if (limit < 1 || text.trim() === '') return withoutModel(text, limit, 'no-room');
      if (isStructured(text)) return withoutModel(text, limit, 'structured');
      if (text.length > maxTextLength) return withoutModel(text, limit, 'too-long');
      const key = `${limit} ${text}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      return await join(key, signal, async (ended) => {
        const attempts = await summarizeByModel(text, limit, {
          ask: (request) => inTurn(() => callModel(generate, request, timeoutMs, ended)),
          createNonce,
          signal: ended,
        });
        if (cacheSize > 0 && !attempts.passedOver.some(isFailure)) known.set(key, attempts.summary);
        emitOutcome(text, attempts);
        return attempts.summary;
      });
    },
  };
}

/** Returns the maximum length of a summary: within the budget, and shorter than the text. An invalid number means 0. */
function budgetFor(text: string, budget: number): number {
  return budget > 0 ? Math.max(0, Math.min(Math.floor(budget), text.length - 1)) : 0;
}

/** Returns whether a retry may succeed. A rejected response is expected to recur. */
function isFailure({ reason }: SummaryOutcome['passedOver'][number]): boolean {
  return reason === 'failed' || reason === 'timeout';
}

/** Calls a model with a time limit in milliseconds. A later response is ignored. */
async function callModel(
  generate: (request: GenerateRequest) => Promise<string>,
  asked: Omit<GenerateRequest, 'signal'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const end = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => {
    const message = `The model did not answer within ${timeoutMs} ms.`;
    controller.abort(new DOMException(message, 'TimeoutError'));
  }, timeoutMs);
  try {
    return await rejectOnAbort(
      generate({ ...asked, signal: controller.signal }),
      controller.signal,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Shares work among concurrent callers: joins the work of a key, or begins it. Rejects at once with the reason of the caller's signal. The work
 * is aborted when the last caller leaves.
 */
function shareWork<Result>() {
  const running = new Map<string, Work<Result>>();
  return async (
    key: string,
    signal: AbortSignal | undefined,
    begin: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    signal?.throwIfAborted();
    let work = running.get(key);
    if (work === undefined) {
      const controller = new AbortController();
      work = { result: begin(controller.signal), controller, waiting: 0 };
      running.set(key, work);
    }
    work.waiting++;
    try {
      return await rejectOnAbort(work.result, signal);
    } finally {
      work.waiting--;
      if (work.waiting === 0) {
        running.delete(key);
        if (signal?.aborted === true) work.controller.abort(signal.reason);
      }
    }
  };
}
