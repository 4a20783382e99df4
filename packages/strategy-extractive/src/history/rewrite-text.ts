import { replaceBinaryText, type ContentBlock, type ResultPart } from '@palimpsest/core-types';
import { detachReference } from '@palimpsest/reductions';
import { proseOf, withProse } from './prose.ts';
import { textsOfResult, withTexts } from './responses.ts';
import type { PassageLocation } from './sites.ts';
import type { Edit, ProseEdit, ResultEdit, EditGroup } from './steps.ts';
import type { Notes } from './writing.ts';

/** Gets a text and the length, in UTF-16 units, of what it stands for: the same text where nothing has to be done, `undefined` where nothing is gained. */
export type Rewrite = (text: string, length: number) => string | undefined;

/** Puts another text in place of the one at a site. */
export function rewriteText(site: PassageLocation, rewrite: Rewrite, notes: Notes): Edit {
  const { place, response } = site;
  return response === undefined
    ? rewriteProse(place, rewrite, notes)
    : rewriteResult(place, response, rewrite, notes);
}

/** An edit with what it makes of the references to what it changes. */
export function withReferences(
  edit: Edit,
  { references }: { readonly references: readonly PassageLocation[] },
  notes: Notes,
): EditGroup {
  return [edit, ...references.map((site) => rewriteText(site, detachReference, notes))];
}

function rewriteProse(place: number, rewrite: Rewrite, notes: Notes): ProseEdit {
  return {
    place,
    rewrite(entry) {
      const text = proseOf(entry)?.text;
      if (text === undefined) return undefined;
      const old = entry.blocks.find((block) => notes.writings.has(block));
      const shorter = rewrite(text, lengthOf(old, notes) ?? text.length);
      if (shorter === text) return entry;
      const written = shorter === undefined ? undefined : withProse(entry, [{ text: shorter }]);
      if (written !== undefined) note(written.mark, old, notes);
      return written?.entry;
    },
  };
}

function rewriteResult(
  place: number,
  response: number,
  rewrite: Rewrite,
  notes: Notes,
): ResultEdit {
  return {
    place,
    response,
    rewrite(block) {
      const texts = textsOfResult(block);
      const known = texts.length === 1 ? lengthOf(block, notes) : undefined;
      const edits = new Map<ResultPart, string>();
      let isSettled = false;
      for (const part of texts) {
        // Half a run of base64 is worth nothing: it goes as one.
        const clean = replaceBinaryText(part.text);
        const left = rewrite(clean, known ?? part.text.length) ?? clean;
        if (left !== part.text) edits.set(part, left);
        else isSettled ||= rewrite(clean, known ?? part.text.length) !== undefined;
      }
      if (edits.size === 0) return isSettled ? block : undefined;
      const written = withTexts(block, edits);
      note(written, block, notes);
      return written;
    },
  };
}

/** Length of what a block stands for that was written in this round. */
export function lengthOf(
  block: ContentBlock | undefined,
  { writings, round }: Notes,
): number | undefined {
  const known = block === undefined ? undefined : writings.get(block);
  return known?.round === round ? known.length : undefined;
}

/** What was cut is a text that was cut, whatever became of it before. */
function note(block: ContentBlock, old: ContentBlock | undefined, notes: Notes): void {
  const { writings, round } = notes;
  const texts = (old && writings.get(old)?.texts) ?? 1;
  const length = lengthOf(old, notes);
  writings.set(block, { kind: 'truncatedTexts', texts, length, round });
}
