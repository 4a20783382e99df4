import { extractEntities, summarizeText } from '@palimpsest/summarizer';

const text = `Great, thanks for the update! I read through the logs this morning.
However, the PaymentService must not retry more than max_retries times, or queries pile up for 30 seconds.
Lunch was nice. Dr. Smith of Acme Corp will look at src/queue.ts.`;

const { text: summary, entities } = summarizeText(text, 120);

console.log(summary);
// However, the PaymentService must not retry more than max_retries times, or queries pile up for 30 seconds.

console.log(entities.join(', ')); // src/queue.ts, Smith, Acme Corp
console.log(extractEntities('我们用docker部署《账单》服务').join(', ')); // 账单, docker
