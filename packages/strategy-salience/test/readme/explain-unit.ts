import { createTextParser, explainUnit, rank } from '@palimpsest/strategy-salience/rank';

const reader = createTextParser();
const reading = reader.read('It took a while.\nBut loadTariff() is back.');
const ranking = rank([{ role: 'text', message: 0, reading }], { reader, budget: 40, messages: 9 });

const reason = explainUnit(ranking, reader.vocabulary, ranking.order[0]!);
console.log(reason?.atom?.text, reason?.mentionedBy, reason?.messagesAgo); // loadTariff [ 'model' ] 9
