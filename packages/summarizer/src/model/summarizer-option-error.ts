import { PalimpsestError } from '@palimpsest/core-types';

/** An option of `llmSummarizer` that cannot be meant. */
export class SummarizerOptionError extends PalimpsestError {
  override readonly name: string = 'SummarizerOptionError';
  readonly option: string;

  constructor(option: string, seen: unknown, accepted: string) {
    super(
      `${option}: got ${shown(seen)}, accepted is ${accepted}. Leave out what has a default.`,
      'INVALID_OPTION',
    );
    this.option = option;
  }
}

function shown(seen: unknown): string {
  if (typeof seen === 'string') return JSON.stringify(seen.slice(0, 40));
  if (typeof seen === 'number' || typeof seen === 'boolean' || seen === null) return String(seen);
  return `a value of type ${typeof seen}`;
}
