import type { SettingSpec } from '@palimpsest/core-types';
import { useState } from 'preact/hooks';
import { formatCode, formatCommand } from './format-call.ts';
import type { Choices, OpenedFile } from './protocol.ts';

interface CallViewProps {
  readonly file: OpenedFile;
  readonly choices: Choices;
  readonly specs: readonly SettingSpec[];
  readonly onSave: () => void;
}

/** The same call as code and as a command, and the result as a file. */
export function CallView({ file, choices, specs, onSave }: CallViewProps) {
  const code = formatCode(file, choices, specs);
  const command = formatCommand(file, choices);
  return (
    <section class="usage" aria-label="Use this result">
      <button type="button" onClick={onSave}>
        Download result
      </button>
      <CopyButton name="Copy as code" text={code} />
      <CopyButton name="Copy as command" text={command} />
      <details>
        <summary>Code and command</summary>
        <pre tabIndex={0} role="region" aria-label="Code">
          {code}
        </pre>
        <pre tabIndex={0} role="region" aria-label="Command">
          {command}
        </pre>
      </details>
    </section>
  );
}

function CopyButton({ name, text }: { readonly name: string; readonly text: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {copied === text ? 'Copied' : name}
    </button>
  );
}
