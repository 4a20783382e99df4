import { replaceBinaryText, type IContent, type ToolResponseBlock } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/engine/history';
import { detachReference } from '@palimpsest/summarizer/reduce';
import { proseOf, withProse } from './prose.ts';
import type { ReductionContext } from './reduction-context.ts';
import { isResponse, listResultTexts, withTexts, type TextOfResult } from './responses.ts';
import type { PassageLocation } from './sites.ts';

/** An edit of one passage. */
export interface Edit {
  readonly index: number;
  /** Returns the same entry if it can stay, `undefined` if nothing is saved. */
  rewrite(entry: IContent): Promise<IContent | undefined> | IContent | undefined;
}

/** Creates a candidate of edits that are applied together or not at all. */
export function createCandidate(edits: readonly Edit[]): EvictionCandidate {
  return candidateOf(async (current) => {
    const edited = new Map<number, IContent>();
    for (const edit of edits) {
      const entry = edited.get(edit.index) ?? current(edit.index);
      const after = entry && (await edit.rewrite(entry));
      if (after === undefined) return new Map();
      edited.set(edit.index, after);
    }
    return new Map([...edited].filter(([index, entry]) => entry !== current(index)));
  });
}

export function candidateOf(changes: EvictionCandidate['changes']): EvictionCandidate {
  return { changes, dropped: {}, onlyIfSmaller: true };
}

/** Creates a candidate that edits one entry. `edit` returns the same entry if it can stay, `undefined` to remove it. */
export function editEntry(
  index: number,
  edit: (entry: IContent) => IContent | undefined,
): EvictionCandidate {
  return candidateOf((current) => {
    const entry = current(index);
    const after = entry && edit(entry);
    return after === entry ? new Map() : new Map([[index, after]]);
  });
}

/** Creates an edit of one tool result. `rewrite` returns the same block if it can stay, `undefined` if nothing is saved. */
export function editResult(
  index: number,
  response: number,
  rewrite: (
    block: ToolResponseBlock,
  ) => Promise<ToolResponseBlock | undefined> | ToolResponseBlock | undefined,
): Edit {
  return {
    index,
    async rewrite(entry) {
      const block = entry.blocks.filter(isResponse)[response];
      const after = block && (await rewrite(block));
      if (after === undefined || after === block) return after && entry;
      return { ...entry, blocks: entry.blocks.map((each) => (each === block ? after : each)) };
    },
  };
}

/** Gets a text and the original length it represents, in UTF-16 units. Returns the same text if it can stay, `undefined` if nothing is saved. */
type Rewrite = (text: string, length: number) => string | undefined;

/** Creates an edit of the text at a location. */
export function editText(
  { index, response }: PassageLocation,
  rewrite: Rewrite,
  { lengths }: Pick<ReductionContext, 'lengths'>,
): Edit {
  if (response !== undefined)
    return editResult(index, response, (block) => rewriteTexts(block, rewrite, lengths));
  return {
    index,
    rewrite(entry) {
      const text = proseOf(entry);
      if (text === undefined) return undefined;
      const length = lengths.get(entry) ?? text.length;
      const shorter = rewrite(text, length);
      if (shorter === text) return entry;
      const written = shorter === undefined ? undefined : withProse(entry, shorter);
      if (written !== undefined) lengths.set(written, length);
      return written;
    },
  };
}

function rewriteTexts(
  block: ToolResponseBlock,
  rewrite: Rewrite,
  lengths: ReductionContext['lengths'],
): ToolResponseBlock | undefined {
  const texts = listResultTexts(block);
  const known = texts.length === 1 ? lengths.get(block) : undefined;
  const edits = new Map<TextOfResult, string>();
  let canStay = false;
  for (const part of texts) {
    // A part of a base64 run is useless: the run is replaced as a whole.
    const clean = replaceBinaryText(part.text);
    const shorter = rewrite(clean, known ?? part.text.length);
    canStay ||= shorter !== undefined;
    if ((shorter ?? clean) !== part.text) edits.set(part, shorter ?? clean);
  }
  if (edits.size === 0) return canStay ? block : undefined;
  const written = withTexts(block, edits);
  if (texts.length === 1) lengths.set(written, known ?? texts[0]!.text.length);
  return written;
}

/** Returns an edit with those that detach the references to its text. */
export function withReferences(
  edit: Edit,
  { references }: { readonly references: readonly PassageLocation[] },
  context: Pick<ReductionContext, 'lengths'>,
): Edit[] {
  return [edit, ...references.map((site) => editText(site, detachReference, context))];
}
