import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts';
import type { IntList } from '../words/int-list.ts';
import { createParseBuilder } from './parse-builder.ts';
import { idMarkerLength } from './json-tokens.ts';
import { readJson } from './read-json.ts';
import { readLines } from './read-lines.ts';
import { UNIT_SIZE, type ParsedText } from './parsed-text.ts';

/** Parses texts. All parsed texts of one parser share a vocabulary. */
export interface TextParser {
  readonly vocabulary: Vocabulary;
  /** Parses by lines; a JSON text by its members. */
  readonly read: (text: string) => ParsedText;
  /** Parses by lines, whatever the text is. */
  readonly parseLines: (text: string) => ParsedText;
  /** Parses prose by sentences and data in it by lines; a JSON text by its members. */
  readonly readProse: (text: string) => ParsedText;
  /** Parses as one unit that is kept or omitted. */
  readonly parseAsOneUnit: (text: string) => ParsedText;
  /** UTF-16 units parsed so far. */
  readonly charactersRead: number;
}

/** Shorter JSON is hardly longer than its reduced form. Its recall id does not count. */
const SHORT_JSON = 60;

const NO_FRAMES = new Int32Array(0);

export function createTextParser(): TextParser {
  const vocabulary = createVocabulary();
  const builder = createParseBuilder(vocabulary);
  const copyOf = createCopier();
  let charactersRead = 0;
  const begin = (text: string, isProse: boolean): void => {
    builder.source = text;
    builder.isProse = isProse;
    builder.units.length = 0;
    builder.terms.length = 0;
    builder.frames.length = 0;
  };
  const take = (form: ParsedText['form']): ParsedText => ({
    source: builder.source,
    form,
    units: copyOf(builder.units),
    terms: copyOf(builder.terms),
    frames: builder.frames.length === 0 ? NO_FRAMES : copyOf(builder.frames),
    count: builder.units.length / UNIT_SIZE,
  });
  const byLines = (text: string, isProse: boolean): ParsedText => {
    begin(text, isProse);
    readLines(builder, { start: 0, end: text.length, frame: -1 });
    return take('lines');
  };
  const byForm = (text: string, isProse: boolean): ParsedText => {
    charactersRead += text.length;
    begin(text, isProse);
    return mayBeJson(text) && readJson(builder) ? take('json') : byLines(text, isProse);
  };
  return {
    vocabulary,
    get charactersRead() {
      return charactersRead;
    },
    read: (text) => byForm(text, false),
    readProse: (text) => byForm(text, true),
    parseLines(text) {
      charactersRead += text.length;
      return byLines(text, false);
    },
    parseAsOneUnit(text) {
      charactersRead += text.length;
      begin(text, false);
      const lines = text.split('\n').length;
      const line = lines === 1 ? -1 : -1 - lines;
      builder.add({ start: 0, end: text.length, body: 0, line, shape: 0, frame: -1 });
      return take('whole');
    },
  };
}

function mayBeJson(text: string): boolean {
  if (text.length - idMarkerLength(text) < SHORT_JSON) return false;
  const first = /\S/.exec(text)?.[0];
  return first === '{' || first === '[';
}

/** Numbers of a shared buffer. A text has 60 on average, and a buffer of its own costs as much as reading 100 characters. */
const SHARED_LENGTH = 16_384;

/** Returns a function that copies lists to shared buffers. */
function createCopier(): (list: IntList) => Int32Array {
  let shared = new Int32Array(0);
  let used = 0;
  return ({ values, length }) => {
    if (length > shared.length - used) {
      shared = new Int32Array(Math.max(SHARED_LENGTH, length));
      used = 0;
    }
    const copy = shared.subarray(used, used + length);
    for (let at = 0; at < length; at += 1) copy[at] = values[at]!;
    used += length;
    return copy;
  };
}
