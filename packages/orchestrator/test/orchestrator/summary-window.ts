/** The response of a model that summarizes. */
export const SUMMARY = '<state_snapshot>\nThe agent ran every step.\n</state_snapshot>';

/** Settings of a small window whose strategy asks a model. The trigger is 0.85 × (8,000 − 400) tokens. */
export const WINDOW = {
  'context-limit': 8_000,
  maxOutputTokens: 400,
  'compression.strategy': 'middle-out',
  'compression.fallback': 'salience',
};
