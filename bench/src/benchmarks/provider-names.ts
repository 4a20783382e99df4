const NAMES: Readonly<Record<string, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  gemini: 'Gemini',
  deepseek: 'DeepSeek',
};

/** A price table as readers call it. */
export function providerName(prices: string): string {
  return NAMES[prices] ?? prices;
}
