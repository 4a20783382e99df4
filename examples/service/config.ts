import type { SettingValues } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import * as v from 'valibot';

const count = (least: number) => {
  const message = `Expected a whole number, ${least} or more`;
  const digits = v.regex(/^\d{1,9}$/, message);
  return v.pipe(v.string(), digits, v.transform(Number), v.minValue(least, message));
};

const Environment = v.object({
  REDIS_URL: v.pipe(v.string(), v.regex(/^rediss?:\/\//, 'Expected redis:// or rediss://')),
  /** Name of this process in metrics and logs. */
  INSTANCE: v.optional(v.string(), `process-${process.pid}`),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(count(0), '0'),
  /** First part of every key in Redis, and of the queue's name. */
  BASE: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]+$/, 'Expected letters, digits, _ or -')),
    'chat',
  ),
  TTL_SECONDS: v.optional(count(60), `${30 * 24 * 60 * 60}`),
  /** An endpoint in the format of OpenAI, such as http://localhost:11434/v1. Without it, the model is scripted. */
  MODEL_URL: v.optional(v.pipe(v.string(), v.url('Expected a URL'))),
  MODEL_NAME: v.optional(v.string(), 'gpt-5-mini'),
  MODEL_KEY: v.optional(v.string()),
  CONTEXT_LIMIT: v.optional(count(4_000)),
  /** Time that the scripted model takes for a summary. */
  SCRIPTED_SUMMARY_MS: v.optional(count(0), '2000'),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment of a process. Ends the process with a message if a variable is invalid. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const { issues, output } = v.safeParse(Environment, env);
  if (issues !== undefined) {
    // The messages quote no value: some have passwords.
    for (const issue of issues) console.error(`${v.getDotPath(issue)}: ${issue.message}`);
    process.exit(2);
  }
  return { ...output, CONTEXT_LIMIT: output.CONTEXT_LIMIT ?? (output.MODEL_URL ? 128_000 : 8_000) };
}

/** What web processes and workers must have in common: they count tokens and compress in the same way. */
export const strategies = createRegistry().register(middleOut).register(salience);
export const estimateTokens = estimateEntryTokens;

export const settings: SettingValues = {
  // A model writes summaries, in a worker. If one is late, salience shortens the request without a model.
  'compression.strategy': 'middle-out',
  'compression.fallback': 'salience',
  maxOutputTokens: 1_000,
};
