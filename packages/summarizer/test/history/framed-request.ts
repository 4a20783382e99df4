import type { IContent } from '@palimpsest/core-types';

/** Every line break that some reader may recognize. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u{85}\u{2028}\u{2029}]/u;

/** A request as the model gets it, parsed by its own rules. */
export interface FramedRequest {
  readonly speakers: readonly string[];
  /** First entry (`rules`) and last entry (`lastWord`), with `MARK` in place of the delimiter. */
  readonly rules: string;
  readonly lastWord: string;
  /** The entries between them, as one text. */
  readonly data: string;
  readonly mark: string;
  /** Lines of `data` that start with the delimiter, with `MARK` in place of it. */
  readonly frame: readonly string[];
  /** Number of occurrences of the delimiter in `data` and `lastWord`. */
  readonly marks: number;
}

export function framedRequest(contents: readonly IContent[]): FramedRequest {
  const texts = contents.map(textOf);
  const rules = texts[0] ?? '';
  const lastWord = texts.at(-1) ?? '';
  const data = texts.slice(1, -1).join('\n');
  const delimiter = /draws the mark "([^"]+)"/.exec(rules)?.[1] ?? '';
  const lines = data.split(LINE_ENDS);
  return {
    speakers: contents.map(({ speaker }) => speaker),
    rules: rules.replaceAll(delimiter, 'MARK'),
    lastWord: lastWord.replaceAll(delimiter, 'MARK'),
    data,
    mark: delimiter,
    frame: lines
      .filter((line) => line.startsWith(delimiter))
      .map((line) => line.replaceAll(delimiter, 'MARK')),
    marks: `${data}\n${lastWord}`.split(delimiter).length - 1,
  };
}

/** Returns the text of the named quotation, or `undefined` if it does not exist. */
export function quotation(
  { data, mark: delimiter }: FramedRequest,
  name: string,
): string | undefined {
  const begin = `${delimiter} begin ${name}\n`;
  const start = data.indexOf(begin);
  const end = data.indexOf(`\n${delimiter} end ${name}`, start);
  return start < 0 || end < 0 ? undefined : data.slice(start + begin.length, end);
}

export function textOf({ blocks }: IContent): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
