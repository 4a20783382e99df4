import type { CompressReport } from './report.ts';

export interface Compressed<Message> {
  /** In the format they were given. Untouched messages are the same objects; the input array is never changed. */
  readonly messages: Message[];
  readonly report: CompressReport;
}
