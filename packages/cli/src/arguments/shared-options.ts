import { codecs } from '@palimpsest/formats';
import { asSwitch, withValue, type Option } from './command.ts';

export const FORMAT_NAMES: readonly string[] = Object.keys(codecs);

const FORMATS = `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}`;

export const FORMAT_OPTION: Readonly<Record<'format', Option>> = {
  format: withValue('NAME', `format of the messages: auto (default), ${FORMATS}`, 'f'),
};

/** Options of commands that use an originals store. */
export const ORIGINALS_OPTIONS: Readonly<Record<'originals' | 'session', Option>> = {
  originals: withValue('DIR', 'folder for the originals of removed text; only you can read it'),
  session: withValue('NAME', 'namespace in that folder (default: default)'),
};

export const CONVERSATION_OPTION: Readonly<Record<'conversation', Option>> = {
  conversation: withValue(
    'NAME',
    'the conversation of the session: a name, or the file it came from (default: found by path, id and content)',
  ),
};

/** Options of commands that rewrite conversations. */
export const REWRITE_OPTIONS: Readonly<Record<'out' | 'report' | 'skip-bad', Option>> = {
  out: withValue('FILE|-', 'output (default: standard output); may be the input file', 'o'),
  report: withValue(
    'KIND',
    'report on standard error: text (default), json (one object per conversation) or none',
  ),
  'skip-bad': asSwitch('copy unreadable lines unchanged instead of failing'),
};
