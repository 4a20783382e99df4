import type { Repair, ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';
import {
  isAwaitingResult,
  type ExchangeIndex,
  type ToolResultRef,
  type UnmatchedResult,
} from '../structure/exchange-index.ts';
import {
  changeBlocks,
  placeOf,
  type AddedResult,
  type BlockEdits,
  type RepairState,
} from './repair-state.ts';

/** Returns whether a value identifies a call. */
export function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== '';
}

/** Gives each call without an id a new one, and its result the same. The index matches empty ids by position, so the pairs are already known. */
export function nameCalls(
  state: RepairState,
  { exchanges, responses, unmatchedResults }: ExchangeIndex,
  repairs: Repair[],
): RepairState {
  const calls = exchanges.flatMap((exchange) => exchange.calls);
  const taken = new Set([
    ...calls.map(({ call }) => call.id),
    ...[...responses, ...unmatchedResults].map(({ response }) => response.callId),
  ]);
  const edits: BlockEdits = new Map();
  let count = 0;
  for (const site of calls) {
    const { call, response } = site;
    if (isId(call.id)) continue;
    let id: string;
    do id = `call_${(count += 1)}`;
    while (taken.has(id));
    edits.set(placeOf(site), { ...call, id });
    if (response !== undefined) edits.set(placeOf(response), { ...response.response, callId: id });
    const detail = `a call of ${call.name} had no id and is now ${id}`;
    repairs.push({ kind: 'missing-id', index: state.origins[site.entry]!, detail });
  }
  return changeBlocks(state, edits);
}

/** Error of a result that was never recorded. */
const INTERRUPTED = 'Interrupted: no result was recorded for this call.';

/**
 * Repairs the pairs of calls and results: moves a result that is before its call to after it, lets the later of two results of a call replace the
 * earlier one, removes other unmatched results, and adds a failed result for a call without one if the conversation went on.
 */
export function pairResults(
  state: RepairState,
  { exchanges, responses, unmatchedResults }: ExchangeIndex,
  repairs: Repair[],
): RepairState {
  const { origins } = state;
  /** Results before their calls by id, last one first. */
  const early = Map.groupBy(
    unmatchedResults.filter(({ kind }) => kind === 'orphan').toReversed(),
    ({ response }) => response.callId,
  );
  const moved = new Set<UnmatchedResult>();
  const added = new Map<number, AddedResult[]>();
  for (const { calls, isPending } of exchanges) {
    for (const { call, entry } of calls.filter(isAwaitingResult)) {
      const stray = early.get(call.id)?.pop();
      if (stray === undefined && isPending) continue;
      const results = added.get(entry) ?? [];
      added.set(entry, results);
      if (stray !== undefined) {
        moved.add(stray);
        results.push({ block: named(stray.response, call), origin: origins[stray.entry]! });
        continue;
      }
      const { id: callId, name: toolName } = call;
      const block = { callId, toolName, result: '', error: INTERRUPTED };
      results.push({ block: { type: 'tool_response', ...block }, origin: -1 });
      const detail = `${toolName} (${callId}) was never answered`;
      repairs.push({ kind: 'unanswered-call', index: origins[entry]!, detail });
    }
  }
  const superseded = findSuperseded(responses, unmatchedResults);
  const edits: BlockEdits = new Map();
  for (const stray of unmatchedResults) {
    edits.set(placeOf(stray), undefined);
    const earlier = superseded.get(stray);
    if (earlier !== undefined) {
      edits.set(placeOf(earlier.site), named(stray.response, earlier.site.call.call));
    }
    const repair = describe(stray, moved.has(stray), earlier?.said);
    repairs.push({ index: origins[stray.entry]!, ...repair });
  }
  return changeBlocks(state, edits, added);
}

/** A result before its call could not take the tool's name from it. */
function named(response: ToolResponseBlock, { name }: ToolCallBlock): ToolResponseBlock {
  return response.toolName === '' ? { ...response, toolName: name } : response;
}

function describe(
  { kind, response }: UnmatchedResult,
  isMoved: boolean,
  earlier: ToolResponseBlock | undefined,
): Omit<Repair, 'index'> {
  const { callId, toolName } = response;
  if (isMoved) {
    const detail = `the response to ${callId} was before its call and is now after it`;
    return { kind: 'misplaced-response', detail };
  }
  if (kind === 'orphan') {
    const detail = `no call ${callId} comes before this response of ${toolName}`;
    return { kind: 'orphan-response', detail, removed: [response] };
  }
  const what =
    earlier === undefined ? 'this placeholder goes' : 'this later answer replaces that one';
  const detail = `${callId} was answered before; ${what}`;
  return { kind: 'duplicate-response', detail, removed: [earlier ?? response] };
}

/** What a result says by now, and its place. */
interface Said {
  readonly site: ToolResultRef;
  readonly said: ToolResponseBlock;
}

/**
 * Returns the result that each second result of a call replaces: the one before it. A long-running tool reports first that it runs; an agent writes
 * an error in place of a missing result. A placeholder replaces nothing but a placeholder.
 */
function findSuperseded(
  responses: readonly ToolResultRef[],
  unmatched: readonly UnmatchedResult[],
): ReadonlyMap<UnmatchedResult, Said> {
  const superseded = new Map<UnmatchedResult, Said>();
  /** The newest result of each call id so far. */
  const newest = new Map<string, Said>();
  let next = 0;
  for (const stray of unmatched.filter(({ kind }) => kind === 'duplicate')) {
    for (; next < responses.length && responses[next]!.entry <= stray.entry; next += 1) {
      const site = responses[next]!;
      newest.set(site.response.callId, { site, said: site.response });
    }
    const known = newest.get(stray.response.callId);
    if (known === undefined || (isPlaceholder(stray.response) && !isPlaceholder(known.said)))
      continue;
    superseded.set(stray, known);
    newest.set(stray.response.callId, { ...known, said: stray.response });
  }
  return superseded;
}

/** Texts that agents write in place of a result that they do not have. */
const PLACEHOLDER =
  /\b(?:synthetic|placeholder|interrupted|aborted|cancell?ed|no (?:tool )?(?:result|response|output)|(?:result|response|output)s? (?:is |was |not )?(?:missing|lost|recorded|provided|available)|missing (?:tool )?(?:result|response|output))\b/i;
const PLACEHOLDER_LENGTH = 200;

/** Returns whether a result says only that there is none. */
function isPlaceholder({ result, error }: ToolResponseBlock): boolean {
  const said = [error, result ?? ''].filter((value) => value !== undefined);
  if (!said.every((value) => typeof value === 'string')) return false;
  const text = said.join('\n').trim();
  return text === '' || (text.length <= PLACEHOLDER_LENGTH && PLACEHOLDER.test(text));
}
