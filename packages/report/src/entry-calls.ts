import { defined, type IContent } from '@palimpsest/core-types';
import { indexExchanges, type ExchangeIndex } from '@palimpsest/engine/history';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';

/** The first call of an entry, or the call of its first result. */
export interface EntryCall {
  readonly tool: string;
  /** Path, command or the like that the call is about. */
  readonly key?: string;
}

/** Creates a function that returns the call at a position of a history; `undefined` for an entry without calls and results. */
export function createCallReader(
  history: readonly IContent[],
  { exchanges, responses }: ExchangeIndex = indexExchanges(history),
): (index: number) => EntryCall | undefined {
  const calls = new Map<number, { readonly name: unknown; readonly parameters: unknown }>();
  for (const { start, calls: own } of exchanges) {
    if (own[0] !== undefined) calls.set(start, own[0].call);
  }
  for (const { entry, call } of responses) {
    if (call !== undefined && !calls.has(entry)) calls.set(entry, call.call);
  }
  return (index) => {
    const call = calls.get(index);
    if (call === undefined) return undefined;
    // A file may hold anything in place of a name.
    const tool = typeof call.name === 'string' && call.name !== '' ? call.name : 'unnamed';
    const { key } = defaultToolTaxonomy.describe(tool, call.parameters);
    return { tool, ...defined({ key }) };
  };
}
