import { parseDuplicateMarker, type IContent, type ToolCallBlock } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/engine/history';
import { fencedCode } from '@palimpsest/engine/text';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { getSoleText } from '../src/history/responses.ts';

interface ShownText {
  readonly entry: number;
  readonly text: string;
  readonly call?: ToolCallBlock;
  readonly hasFailed?: boolean;
}

/** Returns every text of a history in order. Text and code blocks of one entry are one text. */
function shownTexts(history: readonly IContent[]): ShownText[] {
  const shown: ShownText[] = [];
  for (const [entry, { blocks }] of history.entries()) {
    const said = blocks.flatMap((block) => {
      if (block.type === 'text') return block.text === '' ? [] : [block.text];
      if (block.type !== 'code') return [];
      return [fencedCode(block.code, block.language)];
    });
    if (said.length > 0) shown.push({ entry, text: said.join('\n\n') });
  }
  for (const { entry, response, call } of indexExchanges(history).responses) {
    const text = getSoleText(response) ?? '';
    shown.push({ entry, text, call: call.call, hasFailed: response.error !== undefined });
  }
  return shown;
}

/** Returns the references that match no later text by first words or call, and by length. */
export function danglingReferences(history: readonly IContent[]): string[] {
  const shown = shownTexts(history);
  return shown.flatMap(({ entry, text, hasFailed }, at) => {
    const marker = parseDuplicateMarker(text);
    // A failure never becomes a reference. What looks like one is tool output.
    if (marker === undefined || hasFailed === true) return [];
    const near = / \((\d+) chars\) below$/.exec(marker.of);
    const name = marker.of.slice(0, near?.index ?? -' below'.length);
    const length = marker.isNear ? Number(near?.[1]) : marker.length;
    // A reference names a result by its call, if the call has a name.
    const isNamed = (other: ShownText): boolean =>
      (other.call?.name ?? '') === ''
        ? name.startsWith('"') && hasLine(other.text, name.slice(1, -1))
        : nameOf(other.call!) === name;
    // A later result in the same entry counts too.
    const copies = shown.filter(
      (other, index) =>
        (other.entry > entry || (other.entry === entry && index > at)) &&
        other.text.length === length &&
        other.text !== text,
    );
    return copies.some(isNamed) ? [] : [text];
  });
}

function nameOf({ name, parameters }: ToolCallBlock): string {
  const { key } = defaultToolTaxonomy.describe(name, parameters);
  return key === undefined ? name : `${name} ${key}`;
}

/** Returns whether a line equals the words, or begins with them if they end with `…`. */
function hasLine(text: string, words: string): boolean {
  return text.split(/[\r\n\u2028\u2029]/).some((line) => {
    const said = line.trim();
    return words.endsWith('…') ? said.startsWith(words.slice(0, -1)) : said === words;
  });
}
