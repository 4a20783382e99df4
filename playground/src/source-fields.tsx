import type { FormatName } from '@palimpsest/formats';
import { useEffect, useState } from 'preact/hooks';
import type { Source } from './protocol.ts';

/** Formats in which the example is offered. */
const EXAMPLES: Partial<Record<FormatName, string>> = {
  openai: 'OpenAI messages',
  anthropic: 'Anthropic messages',
  gemini: 'Gemini contents',
};

interface SourceFieldsProps {
  readonly source: Source;
  readonly onOpen: (source: Source) => void;
}

/** A file of the user, dropped anywhere or chosen, or an example. */
export function SourceFields({ source, onOpen }: SourceFieldsProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      event.preventDefault();
      setOver(event.type === 'dragover');
      const [file] = event.type === 'drop' ? (event.dataTransfer?.files ?? []) : [];
      if (file !== undefined) onOpen(file);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) document.addEventListener(kind, drag);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, drag);
    };
  });
  return (
    <section class={`source ${isOver ? 'over' : ''}`} aria-label="Session">
      <label>
        Drop a session file here, or choose one:{' '}
        <input
          type="file"
          onChange={({ currentTarget: { files } }) => {
            if (files?.[0] !== undefined) onOpen(files[0]);
          }}
        />
      </label>
      <label>
        Example{' '}
        <select
          value={typeof source === 'string' ? source : ''}
          onChange={(event) => onOpen(event.currentTarget.value as FormatName)}
        >
          <option value="" disabled>
            none
          </option>
          {Object.entries(EXAMPLES).map(([format, name]) => (
            <option key={format} value={format}>
              Coding session: {name}
            </option>
          ))}
        </select>
      </label>
      <p class="facts">
        Messages as JSON, request bodies, JSON lines and agent logs, in each format that Palimpsest
        reads; also compressed with gzip.
      </p>
    </section>
  );
}
