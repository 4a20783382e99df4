import type { SettingValues } from '@palimpsest/core-types';
import type { Palimpsest } from 'palimpsest';
import { createStrategy } from '@palimpsest/engine';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { pinDirectives } from '@palimpsest/engine/keep-directives';
import { pinAgentEntries } from '@palimpsest/engine/run';
import { explain, type KeptLine } from '@palimpsest/strategy-salience/explain';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { LineReason } from './compare-texts.ts';
import { readSession, type Session } from './session.ts';

/** Why lines stay, in order: by position of entry and block, such as `3 0`. */
export type Reasons = ReadonlyMap<string, readonly LineReason[]>;

/**
 * Returns why `salience` would keep the lines of a session with these settings. Nothing is changed.
 *
 * @throws {FormatError} for a message that is not of its format; {SettingError} for an invalid setting
 */
export async function findLineReasons(
  session: Session,
  targetTokens: number,
  { registry }: Palimpsest,
  overrides: SettingValues = {},
): Promise<Reasons> {
  const { history, overhead } = readSession(session);
  const strategy = createStrategy(salience);
  const settings = createSettings({ overrides, specs: () => registry.settingSpecs() });
  const context = await pinAgentEntries({
    history,
    estimateTokens: estimateEntryTokens,
    currentTokenCount: estimateEntryTokens(history),
    runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
    targetTokens: Math.max(1, targetTokens - overhead),
    ...(settings.get('compression.pinDirectives') && { pinned: pinDirectives() }),
  });
  const { entries = [] } = (await explain(context)) ?? {};
  const reasons = new Map<string, LineReason[]>();
  for (const { index, texts } of entries) {
    for (const { block, lines } of texts) {
      const key = `${index} ${block}`;
      const known = reasons.get(key) ?? [];
      for (const line of lines) known.push({ line: line.text, reason: describeReason(line) });
      reasons.set(key, known);
    }
  }
  return reasons;
}

const SPEAKERS = { user: 'the user', model: 'the model', tool: 'a tool' } as const;

/** `a`, `a and b`, or `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/** Describes why a line is kept: `parseAmount — named by the model, 12 messages ago, in a definition`. */
export function describeReason({ reason }: Pick<KeptLine, 'reason'>): string {
  if (reason === undefined) return 'always kept';
  const { atom: term, density: score, mentionedBy, messagesAgo, inDefinition } = reason;
  if (score <= 0) return 'fills the remaining space';
  const speakers = LIST.format(mentionedBy.map((speaker) => SPEAKERS[speaker]));
  const facts = [
    speakers !== '' && `${term === undefined ? 'said' : 'named'} by ${speakers}`,
    // Counted from 1.
    messagesAgo === 1 ? 'in the newest message' : `${messagesAgo} messages ago`,
    inDefinition && 'in a definition',
  ];
  return `${term?.text ?? 'the whole line'} — ${facts.filter(Boolean).join(', ')}`;
}
