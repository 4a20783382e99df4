import { truncateText, type RandomStringSource } from '@palimpsest/text';
import pLimit from 'p-limit';
import { visible } from '../showing/visible.ts';
import type { RenderedEntry } from '../showing/quote-history.ts';
import type { Asker } from './asker.ts';
import { buildRequest, type QuotedSection } from './build-request.ts';
import { divideEntries } from './divide-entries.ts';
import { MERGE_NOTE, partNote, VERIFY_NOTE, type SummaryMode } from './instructions.ts';
import type { ParsedResponse } from './parse-response.ts';
import type { RequestScale } from './request-room.ts';

/** Tokens around the snapshot of a part where it is joined to others. */
const MARK_TOKENS = 50;

/** Parts of one conversation that are asked for at a time. */
const CONCURRENCY = 3;

export interface DraftRequest {
  readonly asker: Asker;
  readonly prompt: string;
  readonly entries: readonly RenderedEntry[];
  readonly quotations: readonly QuotedSection[];
  /** Tokens of history a request may quote beside `quotations`, and how they are counted. */
  readonly room: number;
  readonly weigh: RequestScale;
  readonly maxCharacters: number;
  readonly nonce: RandomStringSource;
}

/** A snapshot in the making: written once, and written again where it does not do. */
export interface SnapshotDraft {
  write(mode: SummaryMode): Promise<ParsedResponse>;
  /** The snapshot as a model corrects it that sees what it was written of; `undefined` where that does not fit into one request. */
  verify(text: string): Promise<ParsedResponse | undefined>;
}

/**
 * What does not fit into one request is summarized in parts, and the parts are joined: each entry is read once, and every request stays
 * within the window.
 */
export async function draftSnapshot(request: DraftRequest): Promise<SnapshotDraft> {
  const { asker, prompt, quotations, maxCharacters, nonce, room, weigh } = request;
  const weight = await weigh(request.entries);
  const isWhole = weight <= room;
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
    write: (mode) => ask(mode, [], []),
    async verify(text) {
      const draft = { number: 0, speaker: 'ai', text } as const;
      if (!isWhole || weight + (await weigh([draft])) > room) return undefined;
      return ask('normal', [{ name: 'draft', text }], [VERIFY_NOTE]);
    },
  };
}

/** Snapshots of consecutive parts as entries of a conversation of their own, joined until they fit into one request. */
async function summarizeParts({
  asker,
  prompt,
  entries,
  maxCharacters,
  nonce,
  room,
  weigh,
}: DraftRequest): Promise<RenderedEntry[]> {
  const limit = pLimit(CONCURRENCY);
  // Two snapshots at least have to fit into a request that joins them.
  const length = Math.max(1, Math.min(maxCharacters, Math.floor(room / 2) - MARK_TOKENS));
  let shown = [...entries];
  for (let isFirst = true; isFirst || (await weigh(shown)) > room; isFirst = false) {
    const parts = await divideEntries(shown, room, weigh);
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
        return truncateText(visible(text), length);
      } catch (error) {
        // Where one part fails, nobody needs the others.
        stop.abort(error);
        throw error;
      }
    };
    const texts = await Promise.all(
      parts.map((part, index) => limit(() => writePart(part, index))),
    );
    const isFewer = texts.length < shown.length;
    shown = texts.map((text, index) => ({ number: index + 1, speaker: 'ai', text }));
    // Where the caller counts more for a short text than there is room, joining on brings nothing.
    if (parts.length === 1 || (!isFirst && !isFewer)) break;
  }
  return shown;
}
