const NAMES: Readonly<Record<string, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  gemini: 'Gemini',
  deepseek: 'DeepSeek',
  local: 'a local model',
};

/** Returns the display name of a price table. */
export function providerName(prices: string): string {
  return NAMES[prices] ?? prices;
}
