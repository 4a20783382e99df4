import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { respond } from './call-arbitrary.ts';
import { pieceArbitrary, type Piece, type Pin } from './piece-arbitrary.ts';

/** Histories that are nasty on purpose, broken ones included: what a strategy must live with. */
export function historyArbitrary({
  maxPieces = 14,
}: { readonly maxPieces?: number } = {}): fc.Arbitrary<IContent[]> {
  return fc.array(pieceArbitrary(), { maxLength: maxPieces, size: 'max' }).map(assemble);
}

function assemble(pieces: readonly Piece[]): IContent[] {
  const entries: IContent[] = [];
  const late: IContent[] = [];
  let count = 0;
  for (const piece of pieces) {
    switch (piece.kind) {
      case 'say':
        entries.push({
          speaker: piece.speaker,
          blocks: [{ type: 'text', text: piece.text }],
          ...pinned(piece.pin),
        });
        break;
      case 'think':
        entries.push({
          speaker: 'ai',
          blocks: [{ type: 'thinking', thought: piece.thought, signature: piece.signature }],
        });
        break;
      case 'media':
        entries.push({
          speaker: 'human',
          blocks: [{ type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' }],
        });
        break;
      case 'odd':
        entries.push({ speaker: piece.speaker, blocks: [piece.block] });
        break;
      case 'blank':
        entries.push({ speaker: 'ai', blocks: [] });
        break;
      case 'orphan':
        entries.push({
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: 'nobody', toolName: 'Read', result: 'lost' }],
        });
        break;
      case 'tools': {
        const calls = piece.calls.map(({ name, parameters, idKind, providerExecuted }) => {
          count += 1;
          const id = idKind === 'own' ? `call-${count}` : idKind === 'shared' ? '0' : '';
          const call: ToolCallBlock = { type: 'tool_call', id, name, parameters };
          return providerExecuted ? { ...call, providerExecuted } : call;
        });
        const blocks: ContentBlock[] = [...calls];
        if (piece.says !== undefined) blocks.unshift({ type: 'text', text: piece.says });
        if (piece.thinks) blocks.unshift({ type: 'thinking', thought: 'hm', signature: 's' });
        const pinsCalls = !piece.pinsResponses;
        entries.push({ speaker: 'ai', blocks, ...(pinsCalls ? pinned(piece.pin) : {}) });
        const pins = pinsCalls ? {} : pinned(piece.pin);
        const responses = piece.calls.flatMap((call, at) => respond(call, calls[at]!));
        const answers: IContent[] =
          piece.isOneEntry && responses.length > 0
            ? [{ speaker: 'tool', blocks: responses.flat(), ...pins }]
            : responses.map((answer) => ({ speaker: 'tool', blocks: answer, ...pins }));
        (piece.isLate ? late : entries).push(...answers);
        break;
      }
    }
    if (piece.kind === 'say' && late.length > 0) entries.push(...late.splice(0));
  }
  return [...entries, ...late];
}

function pinned(pin: Pin): Pick<IContent, 'metadata'> {
  return pin === 'none' ? {} : { metadata: { [pin]: true } };
}
