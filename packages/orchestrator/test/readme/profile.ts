import { CompressionProfileNotFoundError } from '@palimpsest/core-types';
import type { ModelProvider, ProviderResolver } from '@palimpsest/core-types';

const connect = (name: string): ModelProvider => ({
  name,
  async *generateChatCompletion() {
    // Ask your model here; @palimpsest/providers has connections.
    yield { speaker: 'ai', blocks: [{ type: 'text', text: 'A summary.' }] };
  },
});

/** The option `resolveProvider` of an orchestrator. */
const resolveProvider: ProviderResolver = (profile) => {
  if (profile === undefined) return connect('large');
  if (profile === 'cheap')
    return { provider: connect('small'), model: 'small-model', contextLimit: 64_000 };
  throw new CompressionProfileNotFoundError(profile, 'known is "cheap"');
};

const cheap = await resolveProvider('cheap');
if ('provider' in cheap) console.log(cheap.model, cheap.contextLimit); // small-model 64000
