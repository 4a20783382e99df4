import {
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  checkOpenAIResponses,
  getCodec,
} from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { createPalimpsest, type CompressResult } from 'palimpsest';
import type { Conversation } from '../corpus.ts';
import { expressibleIn } from '../laws/expressible.ts';
import { withoutNative } from '../laws/format-problems.ts';
import { outputProblems } from '../laws/output-problems.ts';
import { DETERMINISTIC, RATIOS, RULED_FORMATS, type RuledFormat } from './rules-cases.ts';

const palimpsest = createPalimpsest();

/** Strict alternation, as chat templates of local models require it. */
const STRICT = { alternation: true };

const CHECKS: Readonly<
  Record<RuledFormat, (messages: readonly object[]) => ReturnType<typeof checkOpenAI>>
> = {
  openai: (messages) => checkOpenAI(messages as never[], STRICT),
  'openai-responses': (messages) => checkOpenAIResponses(messages as never[], STRICT),
  anthropic: (messages) => checkAnthropic(messages as never[], STRICT),
  gemini: (messages) => checkGemini(messages, STRICT),
};

/** Share at which restoring is tested too: once per strategy and format. */
const RESTORED = 0.2;

export interface RulesFinding {
  readonly format: RuledFormat;
  readonly strategy: string;
  readonly ratio: number;
  readonly isApplied: boolean;
  /** Problems, each rule once. */
  readonly problems: readonly { readonly rule: string; readonly message: string }[];
}

/** Compresses a conversation in every format, with every deterministic strategy, to every share. Yields the rules that each result breaks. */
export async function* conversationRules({
  messages,
}: Pick<Conversation, 'messages'>): AsyncGenerator<RulesFinding> {
  const history = withoutNative(openai.decode(messages));
  for (const format of RULED_FORMATS) {
    const encoded = getCodec(format).encode(expressibleIn(format, history));
    const given = JSON.parse(JSON.stringify(encoded)) as object[];
    const known = new Set<string>(CHECKS[format](given).map(({ rule }) => rule));
    for (const strategy of DETERMINISTIC) {
      for (const ratio of RATIOS) {
        yield {
          format,
          strategy,
          ratio,
          ...(await problemsOf({ given, known, format, strategy, ratio })),
        };
      }
    }
  }
}

interface RulesCase {
  readonly given: readonly object[];
  /** Rules that the input already breaks. */
  readonly known: ReadonlySet<string>;
  readonly format: RuledFormat;
  readonly strategy: string;
  readonly ratio: number;
}

async function problemsOf({
  given,
  known,
  format,
  strategy,
  ratio,
}: RulesCase): Promise<Pick<RulesFinding, 'isApplied' | 'problems'>> {
  const originals =
    ratio === RESTORED
      ? await openOriginals(memoryOriginals({ maxBytes: 1e9 }), { session: 'rules' })
      : undefined;
  let made: CompressResult<object>;
  try {
    const kept = originals === undefined ? {} : { originals };
    made = await palimpsest.compress(given, { format, strategy, targetRatio: ratio, ...kept });
  } catch (error) {
    return { isApplied: false, problems: [{ rule: 'throws', message: String(error) }] };
  }
  const found = new Map<string, string>();
  for (const { rule, index, message } of CHECKS[format](made.messages)) {
    if (!known.has(rule)) found.set(`first checker: ${rule}`, `message ${index}: ${message}`);
  }
  for (const { rule, message } of outputProblems(given, made)) found.set(rule, message);
  if (originals !== undefined) {
    const { messages } = await originals.restore(
      JSON.parse(JSON.stringify(made.messages)) as object[],
    );
    const isSame = JSON.stringify(messages) === JSON.stringify(given);
    if (!isSame) found.set('restore gives back every byte', 'other messages came back');
  }
  return {
    isApplied: made.report.kind === 'applied',
    problems: [...found].map(([rule, message]) => ({ rule, message })),
  };
}
