import { parseDuplicateMarker, type IContent, type ToolCallBlock } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import { fencedCode } from '@palimpsest/text';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { textOfResult } from '../src/history/responses.ts';

interface ShownText {
  readonly entry: number;
  readonly text: string;
  readonly call?: ToolCallBlock;
  readonly hasFailed?: boolean;
}

/** Every text of a history, in order; what is said in several blocks as one. */
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
    const text = textOfResult(response) ?? '';
    shown.push({ entry, text, call: call.call, hasFailed: response.error !== undefined });
  }
  return shown;
}

/** References in a history that no later text answers to: by its first words, or by the call it answers, and by its length. */
export function danglingReferences(history: readonly IContent[]): string[] {
  const shown = shownTexts(history);
  return shown.flatMap(({ entry, text, hasFailed }, at) => {
    const mark = parseDuplicateMarker(text);
    // A failure never becomes a reference: what looks like one is what the tool said.
    if (mark === undefined || hasFailed === true) return [];
    const near = / \((\d+) chars\) below$/.exec(mark.of);
    const name = mark.of.slice(0, near?.index ?? -' below'.length);
    const length = mark.isNear ? Number(near?.[1]) : mark.length;
    // What a tool answered is named by its call, if that has a name.
    const isNamed = (other: ShownText): boolean =>
      (other.call?.name ?? '') === ''
        ? name.startsWith('"') && hasLine(other.text, name.slice(1, -1))
        : nameOf(other.call!) === name;
    // Results of one entry stand below one another too.
    const copies = shown.filter(
      (other, place) =>
        (other.entry > entry || (other.entry === entry && place > at)) &&
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

/** First words that end with `…` begin a line; others are all of it. */
function hasLine(text: string, words: string): boolean {
  return text.split(/[\r\n\u2028\u2029]/).some((line) => {
    const said = line.trim();
    return words.endsWith('…') ? said.startsWith(words.slice(0, -1)) : said === words;
  });
}
