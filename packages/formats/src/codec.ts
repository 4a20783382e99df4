import type { IContent } from '@palimpsest/core-types';
import type { Codecs } from './formats.ts';
import type { Members } from './framework/values.ts';

/** A supported message format. */
export type FormatName = keyof Codecs;

/**
 * Returns whether a message can only be of this format (`sure`), or may be of it (`likely`). Every other format must then return
 * `undefined` or `likely`.
 */
export type Detection = (message: Members) => 'sure' | 'likely' | undefined;

/**
 * Reads messages of one format into a history and writes them back.
 *
 * `encode(decode(messages))` gives back the very same message objects. After a change only the messages that hold a changed, added
 * or removed block are built anew, by patching the original ones, so that unknown fields are kept.
 */
export interface Codec<Message = unknown> {
  readonly name: FormatName;
  /** Whether messages are records of a session log, some of which are no messages. Agents only append to a log; reading starts at the last compaction. */
  readonly isLog?: boolean;
  /** Whether messages are items that depend on their neighbours: they may be decoded into other entries than they were encoded from. */
  readonly isOfItems?: boolean;
  /** Whether a result is held as a value and a list of media, so that the placeholder of a medium takes the shape of the value. */
  readonly reshapesResults?: boolean;
  /** Whether entries are written unchanged, or as one whole. */
  readonly writesEntries?: boolean;
  /** Whether messages have the name of who speaks, `metadata.name`. */
  readonly hasNames?: boolean;
  /**
   * Returns one entry per message, several for a message with tool results, or one for several messages where a format splits a model turn.
   * Does not mutate the input.
   *
   * @throws {FormatError} when a message is not an object, has an unknown role or type, or contains blocks of a wrong type
   */
  decode(messages: readonly Message[]): IContent[];
  /** Accepts entries of this format, of another one, or newly created ones. */
  encode(history: readonly IContent[]): Message[];
}

/** A codec in the list of formats. */
export interface Format<Message = unknown> extends Codec<Message> {
  /** What the messages are. */
  readonly title: string;
  readonly detect: Detection;
}
