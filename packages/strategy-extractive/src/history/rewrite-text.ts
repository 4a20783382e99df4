import {
  isMarker,
  replaceBinaryText,
  type ContentBlock,
  type ResultPart,
} from '@palimpsest/core-types';
import { detachReference } from '@palimpsest/summarizer/reduce';
import { proseOf, withProse } from './prose.ts';
import { listResultTexts, withTexts } from './responses.ts';
import type { PassageLocation } from './sites.ts';
import type { Edit, ProseEdit, ResultEdit, EditGroup } from './steps.ts';
import type { BlockLog, WrittenBlock } from './reduction-context.ts';

/** Gets a text and the original length it represents, in UTF-16 units. Returns the same text if it can stay, `undefined` if nothing is saved. */
export type Rewrite = (text: string, length: number) => string | undefined;

/**
 * Creates an edit of the text at a location.
 *
 * @param kind how the new text counts, unless it is only a marker
 */
export function rewriteText(
  site: PassageLocation,
  rewrite: Rewrite,
  log: BlockLog,
  kind: WrittenBlock['kind'] = 'truncatedTexts',
): Edit {
  const { index, response } = site;
  return response === undefined
    ? rewriteProse(index, rewrite, log, kind)
    : rewriteResult(index, response, rewrite, log);
}

/** Groups an edit with the edits that detach the references to its text. */
export function withReferences(
  edit: Edit,
  { references }: { readonly references: readonly PassageLocation[] },
  log: BlockLog,
): EditGroup {
  return [edit, ...references.map((site) => rewriteText(site, detachReference, log))];
}

function rewriteProse(
  index: number,
  rewrite: Rewrite,
  log: BlockLog,
  kind: WrittenBlock['kind'],
): ProseEdit {
  return {
    index,
    rewrite(entry) {
      const text = proseOf(entry)?.text;
      if (text === undefined) return undefined;
      const old = entry.blocks.find((block) => log.writtenBlocks.has(block));
      const length = lengthOf(old, log) ?? text.length;
      const shorter = rewrite(text, length);
      if (shorter === text) return entry;
      const written = shorter === undefined ? undefined : withProse(entry, [{ text: shorter }]);
      if (written !== undefined) {
        const { textBlock } = written;
        const facts = isMarker(textBlock.text)
          ? { kind: 'truncatedTexts' as const }
          : { kind, length };
        note(textBlock, old, log, facts);
      }
      return written?.entry;
    },
  };
}

function rewriteResult(
  index: number,
  response: number,
  rewrite: Rewrite,
  log: BlockLog,
): ResultEdit {
  return {
    index,
    response,
    rewrite(block) {
      const texts = listResultTexts(block);
      const known = texts.length === 1 ? lengthOf(block, log) : undefined;
      const edits = new Map<ResultPart, string>();
      let isSettled = false;
      for (const part of texts) {
        // A part of a base64 run is useless: the run is replaced as a whole.
        const clean = replaceBinaryText(part.text);
        const left = rewrite(clean, known ?? part.text.length) ?? clean;
        if (left !== part.text) edits.set(part, left);
        else isSettled ||= rewrite(clean, known ?? part.text.length) !== undefined;
      }
      if (edits.size === 0) return isSettled ? block : undefined;
      const written = withTexts(block, edits);
      note(written, block, log, { kind: 'truncatedTexts' });
      return written;
    },
  };
}

/** Returns the original length that a written block represents, in UTF-16 units. */
export function lengthOf(
  block: ContentBlock | undefined,
  { writtenBlocks }: BlockLog,
): number | undefined {
  return block && writtenBlocks.get(block)?.length;
}

/** Records a block, whatever reduced its text before. A marker states its original length itself. */
function note(
  block: ContentBlock,
  old: ContentBlock | undefined,
  log: BlockLog,
  { kind, length = lengthOf(old, log) }: Pick<WrittenBlock, 'kind' | 'length'>,
): void {
  const texts = (old && log.writtenBlocks.get(old)?.texts) ?? 1;
  log.writtenBlocks.set(block, { kind, texts, length });
}
