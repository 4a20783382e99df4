import type { ModelProvider } from '@palimpsest/core-types';
import { createProfileResolver } from '@palimpsest/orchestrator';

const connect = (name: string): ModelProvider => ({
  name,
  async *generateChatCompletion() {
    // Ask your model here; @palimpsest/providers has connections.
    yield { speaker: 'ai', blocks: [{ type: 'text', text: 'A summary.' }] };
  },
});

const resolveProvider = createProfileResolver({
  session: () => connect('large'),
  profiles: {
    cheap: { provider: connect('small'), model: 'small-model', contextLimit: 64_000 },
    local: () => connect('local'), // connected when a compression asks for it
  },
});

const cheap = await resolveProvider('cheap');
if ('provider' in cheap) console.log(cheap.model, cheap.contextLimit); // small-model 64000

try {
  await resolveProvider('chaep');
} catch (error) {
  console.log(String(error));
  // CompressionProfileNotFoundError: Compression profile "chaep" was not found: known are "cheap", "local".
}
