import { truncateText, type RandomStringSource } from '@palimpsest/text';
import pLimit from 'p-limit';
import { escapeHidden } from '../showing/escape-hidden.ts';
import type { RenderedEntry } from '../showing/render-history.ts';
import type { Asker } from './ask-model.ts';
import {
  buildRequest,
  MERGE_NOTE,
  partNote,
  VERIFY_NOTE,
  type QuotedSection,
  type SummaryMode,
} from './build-request.ts';
import { divideEntries, type RequestTokenCounter } from './request-budget.ts';
import type { ParsedResponse } from './parse-response.ts';

/** Tokens reserved for the header of a partial snapshot when it is merged. */
const MARK_TOKENS = 50;

const CONCURRENCY = 3;

export interface DraftRequest {
  readonly asker: Asker;
  readonly prompt: string;
  readonly entries: readonly RenderedEntry[];
  readonly quotations: readonly QuotedSection[];
  /** Tokens of history that a request may quote in addition to `quotations`, and the function that counts them. */
  readonly budget: number;
  readonly countTokens: RequestTokenCounter;
  /** Maximum length of the snapshot, in characters. */
  readonly maxCharacters: number;
  readonly nonce: RandomStringSource;
}

/** Writes and verifies a snapshot; its maximum length, and the model calls so far (the list grows). */
export interface SnapshotDraft extends Pick<DraftRequest, 'maxCharacters'>, Pick<Asker, 'calls'> {
  write(mode: SummaryMode): Promise<ParsedResponse>;
  /** Asks the model to correct a snapshot, given its sources. Returns `undefined` if both do not fit into one request. */
  verify(text: string): Promise<ParsedResponse | undefined>;
}

/**
 * Prepares the requests for a snapshot. If the entries do not fit into one request, summarizes them in parts that fit the window, and merges
 * the parts. Each entry is read once.
 */
export async function draftSnapshot(request: DraftRequest): Promise<SnapshotDraft> {
  const { asker, prompt, quotations, maxCharacters, nonce, budget, countTokens } = request;
  const weight = await countTokens(request.entries);
  const isWhole = weight <= budget;
  const entries = isWhole ? request.entries : await summarizeParts(request);
  const notes = isWhole ? [] : [MERGE_NOTE];
  const ask = (mode: SummaryMode, more: readonly QuotedSection[], note: readonly string[]) =>
    asker.ask(
      buildRequest({
        prompt,
        entries,
        quotations: [...quotations, ...more],
        notes: [...notes, ...note],
        mode,
        maxCharacters: mode === 'aggressive' ? Math.ceil(maxCharacters / 2) : maxCharacters,
        nonce,
      }),
    );
  return {
    maxCharacters,
    calls: asker.calls,
    write: (mode) => ask(mode, [], []),
    async verify(text) {
      const draft = { number: 0, speaker: 'ai', text } as const;
      if (!isWhole || weight + (await countTokens([draft])) > budget) return undefined;
      return ask('normal', [{ name: 'draft', text }], [VERIFY_NOTE]);
    },
  };
}

/** Summarizes consecutive parts and merges the snapshots until they fit into one request. Returns the snapshots as entries. */
async function summarizeParts({
  asker,
  prompt,
  entries,
  maxCharacters,
  nonce,
  budget,
  countTokens,
}: DraftRequest): Promise<RenderedEntry[]> {
  const limit = pLimit(CONCURRENCY);
  // A request that merges must fit at least two snapshots.
  const length = Math.max(1, Math.min(maxCharacters, Math.floor(budget / 2) - MARK_TOKENS));
  let shown = [...entries];
  for (let isFirst = true; isFirst || (await countTokens(shown)) > budget; isFirst = false) {
    const parts = await divideEntries(shown, budget, countTokens);
    const stop = new AbortController();
    const writePart = async (part: readonly RenderedEntry[], index: number): Promise<string> => {
      const note = isFirst ? partNote(index + 1, parts.length) : MERGE_NOTE;
      const contents = buildRequest({
        prompt,
        entries: part,
        notes: [note],
        mode: 'normal',
        maxCharacters: length,
        nonce,
      });
      try {
        const { text } = await asker.ask(contents, stop.signal);
        return truncateText(escapeHidden(text), length);
      } catch (error) {
        // After one failure, the other parts are useless.
        stop.abort(error);
        throw error;
      }
    };
    const texts = await Promise.all(
      parts.map((part, index) => limit(() => writePart(part, index))),
    );
    const isFewer = texts.length < shown.length;
    shown = texts.map((text, index) => ({ number: index + 1, speaker: 'ai', text }));
    // If the estimate of short texts alone exceeds `budget`, more merging gains nothing.
    if (parts.length === 1 || (!isFirst && !isFewer)) break;
  }
  return shown;
}
