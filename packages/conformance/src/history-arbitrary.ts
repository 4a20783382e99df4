import fc from 'fast-check';
import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import { respond } from './call-arbitrary.ts';
import { pieceArbitrary, type Batch, type Piece, type Pin } from './piece-arbitrary.ts';
import { findRoleProblems, groupResultsWithCalls, repairHistory } from '@palimpsest/history';

/**
 * Generates difficult histories, including broken ones. In a third of them user and assistant alternate; almost none would by chance. In a
 * quarter of the histories, about half of the messages are pinned, so that a run always finds a strategy that changes pinned messages.
 */
export function historyArbitrary({
  maxPieces = 14,
}: { readonly maxPieces?: number } = {}): fc.Arbitrary<IContent[]> {
  const piecesArbitrary = (unpinned: number): fc.Arbitrary<Piece[]> =>
    fc.array(pieceArbitrary(unpinned), { maxLength: maxPieces, size: 'max' });
  return fc
    .record({
      // First, so that shrinking removes the alternation if it is not needed.
      hasTurns: fc.nat(2).map((roll) => roll === 2),
      pieces: fc.oneof({ weight: 3, arbitrary: piecesArbitrary(15) }, piecesArbitrary(1)),
      isWaiting: fc.nat(9).map((roll) => roll === 9),
    })
    .map(({ pieces, isWaiting, hasTurns }) => {
      const entries = [...assemble(pieces), ...(isWaiting ? [WAITING] : [])];
      if (!hasTurns) return entries;
      const turns = withTurns(entries);
      return pieces.length % 2 === 0 ? turns : withSystemBehindCalls(turns);
    });
}

const WAITING: IContent = {
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id: 'waiting', name: 'Bash', parameters: { command: 'npm test' } }],
};

function assemble(pieces: readonly Piece[]): IContent[] {
  const entries: IContent[] = [];
  /** Delayed results, which follow the next text message; one list per calling entry. */
  const late: IContent[][] = [];
  let count = 0;

  for (const piece of pieces) {
    switch (piece.kind) {
      case 'say':
        entries.push({ ...say(piece.speaker, piece.text), ...pinned(piece.pin) });
        entries.push(...interleaved(late.splice(0)));
        break;
      case 'ready':
        entries.push(...piece.entries);
        break;
      case 'calls':
        for (const batch of piece.batches) {
          const { entry, answers } = batchEntries(batch, (count += 1));
          entries.push(entry);
          if (batch.isLate) late.push(answers);
          else entries.push(...answers);
        }
        break;
    }
  }
  return [...entries, ...interleaved(late)];
}

function batchEntries(
  { calls: plans, says, thoughts, isOneEntry, isReversed, pin, pinsResponses }: Batch,
  number: number,
): { readonly entry: IContent; readonly answers: IContent[] } {
  const calls = plans.map(({ name, parameters, idKind, providerExecuted }, at) => {
    const id = idKind === 'own' ? `call-${number}-${at}` : idKind === 'shared' ? '0' : '';
    const call: ToolCallBlock = { type: 'tool_call', id, name, parameters };
    return providerExecuted ? { ...call, providerExecuted } : call;
  });
  const blocks: ContentBlock[] = thoughts.slice(0, 1);
  if (says !== undefined) blocks.push({ type: 'text', text: says });
  const responses: ContentBlock[][] = [];
  for (const [at, plan] of plans.entries()) {
    if (at > 0) blocks.push(...thoughts.slice(at, at + 1));
    blocks.push(calls[at]!);
    const answers = respond(plan, calls[at]!);
    if (plan.fate === 'in place') blocks.push(...answers.flat());
    else responses.push(...answers);
  }
  if (isReversed) responses.reverse();
  const pins = pinned(pin);
  const answers: IContent[] =
    isOneEntry && responses.length > 0
      ? [{ speaker: 'tool', blocks: responses.flat() }]
      : responses.map((answer) => ({ speaker: 'tool', blocks: answer }));
  return {
    entry: { speaker: 'ai', blocks, ...(pinsResponses ? {} : pins) },
    answers: pinsResponses ? answers.map((answer) => ({ ...answer, ...pins })) : answers,
  };
}

/** Returns the first entry of each batch, then the second of each: results arrive as they are ready. */
function interleaved(batches: readonly (readonly IContent[])[]): IContent[] {
  const rounds = Math.max(0, ...batches.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    batches.flatMap((batch) => batch.slice(round, round + 1)),
  ).flat();
}

function pinned(pin: Pin): Pick<IContent, 'metadata'> {
  return pin === 'none' ? {} : { metadata: { [pin]: true } };
}

/**
 * Returns the conversation in a form that providers accept: repaired, with results after their calls, beginning with the user and
 * alternating between user and assistant. Inserts a short message where one is missing.
 */
function withTurns(entries: readonly IContent[]): IContent[] {
  const turns: IContent[] = [];
  for (const entry of groupResultsWithCalls(repairHistory(entries).history).history) {
    // System entries, and entries with opaque blocks only, are not turns.
    const before = turns.findLast(
      ({ speaker, blocks }) => speaker !== 'system' && blocks.some(({ type }) => type !== 'opaque'),
    );
    const pair = before === undefined ? [entry] : [before, entry];
    const isMissing = [...findRoleProblems(pair)].some(({ index }) => index === pair.length - 1);
    if (isMissing) turns.push(turnBefore(entry));
    turns.push(entry);
  }
  return turns;
}

/** Returns the conversation with system entries between calls and results, where they were before the call. */
function withSystemBehindCalls(turns: readonly IContent[]): IContent[] {
  const moved = [...turns];
  for (let at = 2; at < moved.length; at += 1) {
    const [system, call, result] = moved.slice(at - 2, at + 1) as [IContent, IContent, IContent];
    if (system.speaker !== 'system' || call.speaker !== 'ai' || result.speaker !== 'tool') continue;
    moved.splice(at - 2, 2, call, system);
  }
  return moved;
}

function turnBefore({ speaker }: IContent): IContent {
  return speaker === 'ai' ? say('human', 'Please go on.') : say('ai', 'That is done.');
}

function say(speaker: 'human' | 'ai' | 'system', text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}
