import { isMarker, soleText, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { summarized } from './compressed.ts';
import { responsesOf } from '../src/history/responses.ts';

const TAGS = [
  ['<untrusted_context>', '</untrusted_context>'],
  ['<system-reminder>', '</system-reminder>'],
  ['<fetched page="7">', '</fetched>'],
] as const;
const WORDS = ['tide', 'berth', 'quay', 'mast', 'lock', 'crane'];

function pageOf(at: number): string {
  return Array.from(
    { length: 40 },
    (_, line) =>
      `The ${WORDS[(line + at) % 6]} of gate ${line * at} closes when ${WORDS[(line * at) % 6]} rises.`,
  ).join('\n');
}

const SHAPES = [(text: string) => text, (output: string) => ({ output })];

/** Returns the texts of reduced results that have content. */
function reducedTexts(after: readonly IContent[], before: readonly IContent[]): string[] {
  const given = new Set(before.flatMap(responsesOf));
  return after
    .flatMap(responsesOf)
    .filter((response) => !given.has(response))
    .map(({ result }) => soleText(result)!)
    .filter((text) => /gate|total/.test(text));
}

function expectTags(texts: readonly string[], [opening, closing]: readonly string[]): void {
  for (const text of texts) {
    expect(isMarker(text), text).toBe(true);
    const inside = text.replace(/^\[[^:]*: /, '').replace(/\]$/, '');
    const lines = inside.split('\n');
    expect([lines[0], lines.at(-1)]).toEqual([opening, closing]);
    expect(lines.length).toBeGreaterThan(2);
  }
}

test.each(TAGS)('a summary of a result stays between its tags: %s', async (...tags) => {
  for (const shape of SHAPES) {
    const built = history().human('Look at the pages.');
    for (let at = 1; at < 8; at += 1) {
      const text = `${tags[0]}\n${pageOf(at)}\n${tags[1]}`;
      built.call('WebFetch', { url: `https://a.b/${at}` }).result(shape(text));
    }
    const before = built.human('And now?').ai('Done.').build();
    const once = await summarized(before);
    const texts = reducedTexts(once, before);
    expect(texts.length).toBeGreaterThan(0);
    expectTags(texts, tags);
    expect(await summarized(once)).toEqual(once);
  }
});
