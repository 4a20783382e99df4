import { classifyText } from '@palimpsest/summarizer/classify';
import { unexpected } from './invalid-input-error.ts';

export interface ClassifyResult {
  /** T0: keep verbatim. T2: short prose. T3: long prose. */
  decision: 'T0' | 'T2' | 'T3';
  /** 0.65 to 0.95. */
  confidence: number;
  reasons: string[];
}

/**
 * Classifies a text, with a result in the form of ContextCompressionEngine. `classifyText` of `@palimpsest/summarizer/classify` also returns
 * which reasons are hard.
 */
export function classifyMessage(content: string): ClassifyResult {
  if (typeof content !== 'string') {
    throw unexpected('', 'the content of a message as text', content, 'INVALID_CONTENT');
  }
  const { tier, confidence, reasons } = classifyText(content);
  return { decision: tier, confidence, reasons: [...reasons] };
}
