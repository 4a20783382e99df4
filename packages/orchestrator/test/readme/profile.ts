import { createProfileResolver } from '@palimpsest/orchestrator';
import { anthropicMessages, openaiChat } from '@palimpsest/providers';

const profiles: Record<string, object> = {
  cheap: {
    provider: 'openai',
    model: 'small-model',
    ephemeralSettings: { 'auth-key-name': 'cheap', 'context-limit': 64_000 },
  },
};
const resolveProvider = createProfileResolver({
  session: () => anthropicMessages({ apiKey: 'the key of the session', model: 'large-model' }),
  profiles: (name) => profiles[name] as never,
  names: () => Object.keys(profiles),
  namedKey: (name) => (name === 'cheap' ? 'a key from your key store' : undefined),
  connect: ({ model, apiKey = '' }) => openaiChat({ apiKey, model }),
});

const cheap = await resolveProvider('cheap');
if ('provider' in cheap) console.log(cheap.model, cheap.contextLimit); // small-model 64000

try {
  await resolveProvider('chaep');
} catch (error) {
  console.log(String(error));
  // CompressionProfileNotFoundError: Compression profile "chaep" was not found: there are "cheap".
}
