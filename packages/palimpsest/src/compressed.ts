import type { CompressReport } from './report.ts';

export interface Compressed<Message> {
  /** In the format they were given. Untouched messages are the same objects; the input array is never changed. */
  readonly messages: Message[];
  readonly report: CompressReport;
}

export interface CompressedBody<Body> {
  /** The given body with other messages: every other member, and their order, as it was. The given object where nothing changed. */
  readonly body: Body;
  readonly report: CompressReport;
}
