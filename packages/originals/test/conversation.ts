import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';

export interface Message {
  readonly role: string;
  readonly content: string;
}

export const say = (content: string): Message => ({ role: 'user', content });

/** Creates the messages `m<first>` to `m<last>`. */
export function talk(first: number, last: number): Message[] {
  return Array.from({ length: last - first + 1 }, (_, index) => say(`m${first + index}`));
}

export const open = (session = 's'): Promise<Originals> =>
  openOriginals(memoryOriginals(), { session });

export const contents = (messages: readonly Message[]): string[] =>
  messages.map(({ content }) => content);
