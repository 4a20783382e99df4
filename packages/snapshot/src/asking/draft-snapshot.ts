import { cutText } from '@palimpsest/text';
import pLimit from 'p-limit';
import type { NonceSource } from '../showing/nonce.ts';
import type { ShownEntry } from '../showing/quote-history.ts';
import type { Asker } from './asker.ts';
import { buildRequest, type Quotation } from './build-request.ts';
import { divideEntries, shownLength } from './divide-entries.ts';
import { MERGE_NOTE, partNote, VERIFY_NOTE, type SummaryMode } from './instructions.ts';
import type { Answer } from './read-answer.ts';

/** Parts of one conversation that are asked for at a time. */
const CONCURRENCY = 3;

export interface DraftRequest {
  readonly asker: Asker;
  readonly prompt: string;
  readonly entries: readonly ShownEntry[];
  readonly quotations: readonly Quotation[];
  /** Characters a request may quote. */
  readonly room: number;
  readonly maxCharacters: number;
  readonly nonce: NonceSource;
}

/** A snapshot in the making: written once, and written again where it does not do. */
export interface SnapshotDraft {
  write(mode: SummaryMode): Promise<Answer>;
  /** The snapshot as a model corrects it that sees what it was written of; `undefined` where that does not fit into one request. */
  verify(text: string): Promise<Answer> | undefined;
}

/**
 * What does not fit into one request is summarized in parts, and the parts are joined: each entry is read once, and every request stays
 * within the window.
 */
export async function draftSnapshot(request: DraftRequest): Promise<SnapshotDraft> {
  const { asker, prompt, quotations, maxCharacters, nonce } = request;
  const room = Math.max(1, request.room - quotedLength(quotations));
  const isWhole = shownLength(request.entries) <= room;
  const entries = isWhole ? request.entries : await summarizeParts(request, room);
  const notes = isWhole ? [] : [MERGE_NOTE];
  const ask = (mode: SummaryMode, more: readonly Quotation[], note: readonly string[]) =>
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
    verify: (text) =>
      isWhole ? ask('normal', [{ name: 'draft', text }], [VERIFY_NOTE]) : undefined,
  };
}

/** Snapshots of consecutive parts as entries of a conversation of their own, joined until they fit into one request. */
async function summarizeParts(
  { asker, prompt, entries, maxCharacters, nonce }: DraftRequest,
  room: number,
): Promise<ShownEntry[]> {
  const limit = pLimit(CONCURRENCY);
  // Two snapshots at least have to fit into a request that joins them.
  const length = Math.min(maxCharacters, Math.max(1, Math.floor(room / 2) - 100));
  let shown = [...entries];
  for (let isFirst = true; isFirst || shownLength(shown) > room; isFirst = false) {
    const parts = divideEntries(shown, room);
    const stop = new AbortController();
    const writePart = async (part: readonly ShownEntry[], index: number): Promise<string> => {
      const note = isFirst ? partNote(index + 1, parts.length) : MERGE_NOTE;
      const contents = buildRequest({
        prompt,
        entries: part,
        notes: [note],
        mode: 'normal',
        maxCharacters: length,
        nonce,
      });
      const { text } = await asker.ask(contents, stop.signal);
      return cutText(text, length);
    };
    // Where one part fails, nobody needs the others.
    const texts = await Promise.all(
      parts.map((part, index) => limit(() => writePart(part, index))),
    ).catch((error: unknown) => {
      limit.clearQueue();
      stop.abort(error);
      throw error;
    });
    shown = texts.map((text, index) => ({ number: index + 1, speaker: 'ai', text }));
    if (parts.length === 1) break;
  }
  return shown;
}

function quotedLength(quotations: readonly Quotation[]): number {
  return quotations.reduce((sum, { text }) => sum + text.length, 0);
}
