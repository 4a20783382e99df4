import {
  describeValue,
  type ContentBlock,
  type IContent,
  type TokenEstimator,
} from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';
import { FormatError } from '../framework/format-error.ts';
import { anthropic } from '../formats/anthropic.ts';
import { gemini } from '../formats/gemini.ts';
import { toJson } from '../framework/json.ts';
import { same } from '../framework/same.ts';
import { isRecord } from '../framework/values.ts';

/** Overhead of a request, as entries that a token estimator counts. */
export interface RequestOverhead {
  readonly system: readonly IContent[];
  readonly tools: readonly IContent[];
}

/** Overhead tokens of a request. */
export interface OverheadTokens {
  readonly system: number;
  readonly tools: number;
}

/**
 * Reads system text and tool definitions as entries to count. System text is a text, content blocks, or a message that holds them; an image
 * in it counts as an image. Tool definitions are a text or JSON.
 *
 * @throws {FormatError} for a number or a boolean in their place
 */
export function readOverhead(
  format: FormatName,
  { system, tools }: { readonly system: readonly unknown[]; readonly tools: readonly unknown[] },
): RequestOverhead {
  const parts = system
    .flatMap((one) => partsOf(one, format))
    .map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));
  const read =
    format === 'gemini'
      ? gemini.decode([{ role: 'system', parts }])
      : anthropic.decode([{ role: 'system', content: parts }]);
  const blocks = read.flatMap((entry) => entry.blocks);
  const texts = tools.flatMap((one) => toolsText(one, format));
  return {
    system: entryOf(blocks),
    tools: entryOf(texts.map((text) => ({ type: 'text', text }))),
  };
}

function partsOf(value: unknown, format: FormatName): readonly unknown[] {
  checkShape(value, { format, member: 'system text', accepted: 'a text or a list of parts' });
  if (value === undefined || value === null || value === '') return [];
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    if (!isRecord(part)) return [part];
    const { parts: inside = part['role'] === undefined ? undefined : part['content'] } = part;
    return Array.isArray(inside) || typeof inside === 'string' ? inside : [part];
  });
}

function toolsText(value: unknown, format: FormatName): readonly string[] {
  checkShape(value, { format, member: 'tools', accepted: 'a list of definitions' });
  if (value === undefined || value === null || value === '') return [];
  return [typeof value === 'string' ? value : toJson(value)];
}

function checkShape(
  value: unknown,
  details: { readonly format: FormatName; readonly member: string; readonly accepted: string },
): void {
  if (typeof value !== 'number' && typeof value !== 'boolean') return;
  throw new FormatError({ ...details, index: -1, seen: describeValue(value) });
}

function entryOf(blocks: readonly ContentBlock[]): readonly IContent[] {
  return blocks.length === 0 ? [] : [{ speaker: 'system', blocks: [...blocks] }];
}

/** Creates a counter of overhead tokens. Caches the last request's overhead. */
export function createOverheadCounter(
  estimateTokens: TokenEstimator,
): (overhead: RequestOverhead) => Promise<OverheadTokens> {
  const countChanged = (): ((entries: readonly IContent[]) => Promise<number>) => {
    let last: readonly IContent[] = [];
    let tokens = 0;
    return async (entries) => {
      if (same(last, entries)) return tokens;
      tokens = entries.length === 0 ? 0 : await estimateTokens(entries);
      last = entries;
      return tokens;
    };
  };
  const system = countChanged();
  const tools = countChanged();
  return async (overhead) => ({
    system: await system(overhead.system),
    tools: await tools(overhead.tools),
  });
}
