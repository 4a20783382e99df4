import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts';
import { createParseBuilder } from './parse-builder.ts';
import { formatJsonAsLines } from '@palimpsest/engine/text';
import { readLines } from './read-lines.ts';
import { lineStandingFor, NO_LINE, UNIT_SIZE, type ParsedText } from './parsed-text.ts';

/** Parses texts. All parsed texts of one parser share a vocabulary. */
export interface TextParser {
  readonly vocabulary: Vocabulary;
  /** Parses by lines; a JSON text by its members. */
  readonly read: (text: string) => ParsedText;
  /** Parses by lines, whatever the text is. */
  readonly parseLines: (text: string) => ParsedText;
  /** Parses prose by sentences and data in it by lines; a JSON text by its members. */
  readonly readProse: (text: string) => ParsedText;
  /** Parses by sentences and lines, JSON too: what a person wrote is never written in another form. */
  readonly parseProse: (text: string) => ParsedText;
  /** Parses as one unit that is kept or omitted. */
  readonly parseAsOneUnit: (text: string) => ParsedText;
  /** characters parsed so far. */
  readonly charactersRead: number;
}

export function createTextParser(): TextParser {
  const vocabulary = createVocabulary();
  const builder = createParseBuilder(vocabulary);
  let charactersRead = 0;
  const begin = (text: string, isProse: boolean): void => {
    charactersRead += text.length;
    builder.source = text;
    builder.isProse = isProse;
    builder.units.length = 0;
    builder.terms.length = 0;
  };
  const take = (): ParsedText => ({
    source: builder.source,
    units: Int32Array.from(builder.units),
    terms: Int32Array.from(builder.terms),
    count: builder.units.length / UNIT_SIZE,
  });
  const byLines = (text: string, isProse: boolean): ParsedText => {
    begin(text, isProse);
    readLines(builder);
    return take();
  };
  return {
    vocabulary,
    get charactersRead() {
      return charactersRead;
    },
    read: (text) => byLines(formatJsonAsLines(text) ?? text, false),
    readProse: (text) => byLines(formatJsonAsLines(text) ?? text, true),
    parseLines: (text) => byLines(text, false),
    parseProse: (text) => byLines(text, true),
    parseAsOneUnit(text) {
      begin(text, false);
      const lines = text.split('\n').length;
      builder.add({
        start: 0,
        end: text.length,
        wordsFrom: 0,
        line: lines === 1 ? NO_LINE : lineStandingFor(lines),
        shape: 0,
      });
      return take();
    },
  };
}
