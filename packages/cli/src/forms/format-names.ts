import { codecs } from '@palimpsest/formats';

const NAMES = Object.keys(codecs);

/** Every format, as a sentence counts them: `a, b and c`. */
export const ALL_FORMATS: string = counted('and');

/** What `--format` takes, for the help of every command that has it. */
export const FORMAT_HELP: string = `auto (default), ${counted('or')}`;

function counted(word: 'and' | 'or'): string {
  return `${NAMES.slice(0, -1).join(', ')} ${word} ${NAMES.at(-1)}`;
}
