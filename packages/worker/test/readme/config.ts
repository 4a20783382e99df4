import { createRegistry } from '@palimpsest/factory';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/tokenizer';

const strategies = createRegistry();
strategies.register(salience);
export default { strategies, estimateTokens: estimateEntryTokens };
