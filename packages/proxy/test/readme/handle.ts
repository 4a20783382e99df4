import { createProxy } from '@palimpsest/proxy';

const { handle } = createProxy({ upstreams: { openrouter: 'https://openrouter.ai/api' } });

export default { fetch: handle };
