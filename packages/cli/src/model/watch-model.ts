import type { IContent, ModelProvider, ModelRequest, ResolvedModel } from '@palimpsest/core-types';
import { counted } from '../terminal/figures.ts';
import { printable } from '../terminal/printable.ts';
import type { ChosenModel } from './read-model.ts';

/** The same model, of which `tell` hears that it is asked, and how much it wrote. Requests at the same time count together. */
export function watchModel(
  { provider, model, contextLimit }: ChosenModel,
  tell: (text: string) => void,
): ResolvedModel {
  const who = printable(`${provider.name} ${model}`, 50);
  let length = 0;
  async function* watch(request: ModelRequest): AsyncGenerator<IContent> {
    tell(`asking ${who}`);
    for await (const chunk of provider.generateChatCompletion(request)) {
      for (const block of chunk.blocks) if (block.type === 'text') length += block.text.length;
      if (length > 0) tell(`${who} wrote ${counted(length, 'character')}`);
      yield chunk;
    }
  }
  const watched: ModelProvider = { name: provider.name, generateChatCompletion: watch };
  return {
    provider: watched,
    model,
    ...(contextLimit === undefined ? {} : { contextLimit }),
  };
}
