import {
  type ContentBlock,
  DROPPED_POINTER,
  type IContent,
  PRUNED_POINTER,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  type ToolUse,
  isMarker,
  soleText,
  withSoleText,
} from '@palimpsest/core-types';
import {
  hasFailed,
  isLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';
import type { Read } from './stale-reads.ts';

/** A tool call and its position. */
export interface ToolCall {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** Semantics of the call; `undefined` until first needed. */
  use: ToolUse | undefined;
}

/** A tool result, its position and its current state. */
export interface ToolResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `undefined` if no pending call before the result has its id. */
  readonly call: ToolCall | undefined;
  /** Whether the call failed; `undefined` until first needed. */
  hasFailed: boolean | undefined;
  /** Whether it is removed with its call, as part of a stale read. */
  isRemoved: boolean;
  /** Its replacement if it is a stale read that leaves a pointer. */
  pointer: ToolResponseBlock | undefined;
  /** Whether its tool has as many newer results as are kept. */
  isOld: boolean;
  /** Its replacement if it is old, once computed: the same object if nothing is saved. */
  pruned: ToolResponseBlock | undefined;
}

/** Returns the semantics of a call; asks the taxonomy once per call. */
export function useOf(call: ToolCall, taxonomy: ToolTaxonomy): ToolUse {
  return (call.use ??= taxonomy.describe(call.call.name, call.call.parameters));
}

/** Returns whether the call of a result failed; reads the result once. `use` is what the call does. */
export function isFailed(result: ToolResult, use: ToolUse, taxonomy: ToolTaxonomy): boolean {
  return (result.hasFailed ??= hasFailed(taxonomy, use, result.response));
}

/** State of one entry. */
export interface EntryMarks {
  readonly results: ToolResult[];
  /** Block indices of calls that are removed with their stale reads. */
  readonly removedCalls: number[];
  /** Index of the newest entry whose calls have results here; -1 for none. */
  newestCall: number;
  /** Number of results that are pruned because of their age. */
  pruned: number;
}

export function noMarks(): EntryMarks {
  return { results: [], removedCalls: [], newestCall: -1, pruned: 0 };
}

export function hasOldResult({ results }: EntryMarks): boolean {
  return results.some(({ isOld }) => isOld);
}

/**
 * Returns the blocks of an entry after its marks are applied, with `undefined` for a removed block; `undefined` if
 * nothing changes. Sets `marks.pruned`.
 *
 * @param isFree whether old results may be pruned here
 */
export function markedBlocks(
  { blocks }: IContent,
  marks: EntryMarks,
  { isFree, taxonomy }: { readonly isFree: boolean; readonly taxonomy: ToolTaxonomy },
): (ContentBlock | undefined)[] | undefined {
  let marked: (ContentBlock | undefined)[] | undefined;
  marks.pruned = 0;
  for (const result of marks.results) {
    const { response } = result;
    let left: ContentBlock | undefined = response;
    if (result.isRemoved) left = undefined;
    else if (result.pointer !== undefined) left = result.pointer;
    else if (isFree && result.isOld) {
      left = result.pruned ??= prunedResponse(result, taxonomy);
      if (left !== response) marks.pruned += 1;
    }
    if (left !== response) (marked ??= [...blocks])[result.block] = left;
  }
  for (const block of marks.removedCalls) (marked ??= [...blocks])[block] = undefined;
  return marked;
}

/** Returns the text that replaces a pruned result. It recommends another run only for a tool without side effects (C18). */
function pointerFor({ hasSideEffects }: ToolUse): string {
  return hasSideEffects ? DROPPED_POINTER : PRUNED_POINTER;
}

/** Returns the result of a stale read with a pointer as its text; `undefined` if that is not shorter, or the result is a marker. */
export function stalePointer(
  { call, result: { response } }: Read,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock | undefined {
  if (isMarked(response)) return undefined;
  const result = withSoleText(response.result, pointerFor(useOf(call, taxonomy)));
  const isGain = isLongerThan(response.result, resultLength(result));
  return isGain ? { ...response, result } : undefined;
}

/**
 * Returns an old result after pruning (REQ-HD-007). A marker stays, so that a second run changes nothing (C15), and so do a result that is not
 * longer than its pointer and the agent's own notes (todo lists, memory) (D20). A failed result keeps its error (law 7).
 */
function prunedResponse(old: ToolResult, taxonomy: ToolTaxonomy): ToolResponseBlock {
  const { response, call } = old;
  if (isMarked(response)) return response;
  const { result } = response;
  const called = call?.call ?? lostCall(response);
  const use =
    call === undefined ? taxonomy.describe(called.name, called.parameters) : useOf(call, taxonomy);
  if (use.kind === 'state') return response;
  const shorter = isFailed(old, use, taxonomy)
    ? summarizeResponse(called, response, taxonomy).result
    : withSoleText(result, pointerFor(use));
  if (shorter === result) return response;
  return isLongerThan(result, resultLength(shorter)) ? { ...response, result: shorter } : response;
}

function isMarked({ result }: ToolResponseBlock): boolean {
  return isMarker(soleText(result) ?? '');
}

/** Returns a substitute for the call of an unmatched result, as a raw history may have one: only the tool name is known. */
function lostCall({ callId, toolName }: ToolResponseBlock): ToolCallBlock {
  return { type: 'tool_call', id: callId, name: toolName, parameters: undefined };
}
