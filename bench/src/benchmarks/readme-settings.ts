/** A number with a unit in a README that is not a measurement, and the reason why it is allowed. */
export interface StatedNumber {
  readonly readme: string;
  readonly words: string;
  readonly why:
    | 'defaults'
    | 'example'
    | 'held by its own tests'
    | 'printed by bench:proxy'
    | 'printed by check:hosts'
    | 'rule'
    | 'setting of the bench';
}

export const STATED_NUMBERS: readonly StatedNumber[] = [
  {
    readme: 'packages/strategy-extractive/README.md',
    words: 'more than 30 % of the target',
    why: 'held by its own tests',
  },
  {
    readme: 'docs/packages/strategy-extractive.md',
    words: 'if it takes at most 30 % of the target',
    why: 'held by its own tests',
  },
  {
    readme: 'packages/strategy-high-density/README.md',
    words: 'at most 30 % of the target',
    why: 'held by its own tests',
  },
  {
    readme: 'packages/proxy/README.md',
    words: '10,000 | 4.6 / 28.3 ms | 7.9 / 271.9 ms',
    why: 'printed by bench:proxy',
  },
  {
    readme: 'packages/proxy/README.md',
    words: '100,000 | 6.1 / 50.1 ms | 21.0 / 486.4 ms',
    why: 'printed by bench:proxy',
  },
  {
    readme: 'packages/proxy/README.md',
    words: '800,000 | 24.9 / 193.2 ms | 126.7 / 2649.2 ms',
    why: 'printed by bench:proxy',
  },
  {
    readme: 'packages/proxy/README.md',
    words: '24 MB of heap, 331 MB resident',
    why: 'printed by bench:proxy',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'up to 35 % of the target with the shorter messages',
    why: 'rule',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'They take up to 20 % of the target',
    why: 'rule',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'sentences take up to 20 % of the target',
    why: 'rule',
  },
  { readme: 'docs/guide.md', words: '0.51 of it', why: 'defaults' },
  ...[
    '| pi 1.6.0 | 39 % | 75 % | 100 % |',
    '| Codex 0.171.0 | 29 % | 75 % | 100 % |',
    '| opencode 1.18.33 | 34 % | 63 % | 100 % |',
    '| Kilo 7.7.7 | 29 % | 66 % | 100 % |',
    '| Claude Code 2.1.332 | 39 % | 74 % | 99 % |',
    '| Gemini CLI 0.61.0 | 29 % | 53 % | 100 % |',
    '| Qwen Code 0.24.4 | 33 % | 71 % | 100 % |',
    '| Cline 3.0.65 | 34 % | 70 % | 100 % |',
    '| OpenClaw 2026.9.6 | 48 % | 85 % | 100 % |',
  ].map((words): StatedNumber => ({
    readme: 'packages/proxy/README.md',
    words,
    why: 'printed by check:hosts',
  })),
  {
    readme: 'packages/proxy/README.md',
    words: 'at least 98 % must come again at its beginning',
    why: 'held by its own tests',
  },
  {
    readme: 'docs/packages/orchestrator/costs.md',
    words: 'differs by less than 2 %',
    why: 'held by its own tests',
  },
  { readme: 'docs/packages/cli.md', words: '`0.3` or `30%`', why: 'example' },
  {
    readme: 'docs/packages/summarizer/classify.md',
    words: 'more than 15 % are special characters',
    why: 'rule',
  },
  {
    readme: 'docs/packages/cli.md',
    words: 'compression aims for 0.85 × 0.6 of it',
    why: 'defaults',
  },
  {
    readme: 'packages/compat-cce/README.md',
    words: 'down to a similarity of 10 %',
    why: 'rule',
  },
  {
    readme: 'packages/core-types/README.md',
    words: '`[image/png 1280×720, 90 kB, #0a1b2c3d]`',
    why: 'example',
  },
  {
    readme: 'docs/packages/formats.md',
    words: '`[image/png 1280×720, 90 kB]`',
    why: 'example',
  },
  {
    readme: 'docs/packages/orchestrator.md',
    words: 'Adapters know 32 MB for Anthropic, 50 MB for OpenAI and 20 MB for Gemini',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/orchestrator/sessions.md',
    words: 'commit 1,000 times before one request does',
    why: 'rule',
  },
  {
    readme: 'docs/packages/orchestrator.md',
    words: 'Less than 5 % gone is `ineffective`',
    why: 'rule',
  },
  {
    readme: 'docs/packages/orchestrator/failures.md',
    words: '`ineffective` that less than 5 % is gone',
    why: 'rule',
  },
  {
    readme: 'packages/orchestrator/README.md',
    words: 'before the request grew by 5 %',
    why: 'rule',
  },
  {
    readme: 'docs/packages/orchestrator/costs.md',
    words: 'Pauses are assumed: 15 s in a loop of tools, 2 minutes before a person speaks',
    why: 'setting of the bench',
  },
  {
    readme: 'docs/packages/orchestrator/costs.md',
    words:
      'costs at least 20 % less than never editing and than editing at each call, and at most 3 % more than the best regular interval',
    why: 'held by its own tests',
  },
  {
    readme: 'packages/palimpsest/README.md',
    words: 'The default target is 0.6 × 0.85 of it',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience/rank.md',
    words:
      'on sessions 4 and 16 times as long, a unit is looked at no more than 1.5 times as often',
    why: 'held by its own tests',
  },
  {
    readme: 'docs/packages/strategy-salience/rank.md',
    words: 'takes no more than 3 times the looks of usual text',
    why: 'held by its own tests',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'Up to ten, while all take at most 12 %',
    why: 'defaults',
  },
  {
    readme: 'packages/strategy-salience/README.md',
    words: 'up to ten while they take at most 12 % of it',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'The newest one, up to 10 % of the target',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'Read a.ts, b.ts (3 times); ran make (failed)',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'up to 5 % of the target',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'up to 2 % of the target',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/strategy-salience.md',
    words: 'it is no more than 1 % below',
    why: 'held by its own tests',
  },
  {
    readme: 'packages/strategy-top-down-truncation/README.md',
    words: 'Without it: 0.6 × the trigger',
    why: 'defaults',
  },
  {
    readme: 'docs/packages/summarizer/texts.md',
    words: '`10 seconds`, `500MB`, `99.9%`',
    why: 'example',
  },
];
