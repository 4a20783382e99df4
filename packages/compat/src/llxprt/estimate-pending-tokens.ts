import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { IContent } from './types/content.ts';

/** The part of llxprt-code's history service that is used here. */
interface TokenService {
  estimateTokensForContents(contents: IContent[], model?: string): Promise<number>;
}

/**
 * Returns the token count of entries that are not in the history yet, as the host's service counts them for a model. If the service fails,
 * returns an estimate.
 */
export async function estimatePendingTokens(
  contents: IContent[],
  historyService: TokenService,
  model: string,
): Promise<number> {
  if (contents.length === 0) return 0;
  try {
    return await historyService.estimateTokensForContents(contents, model);
  } catch {
    return estimateEntryTokens(contents);
  }
}
