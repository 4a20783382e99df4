/** Checks a plugin or the proxy with the released host that it is for. */
export interface HostCheck {
  readonly name: string;
  /** The version of the host. */
  readonly version: string;
  /** The package of the plugin, without its scope. @default the name */
  readonly plugin?: string;
  /** Installs the host into an empty folder. */
  install(folder: string): Promise<void>;
  /** Returns figures by their names. @throws {Error} when the host does not do what it should */
  check(given: HostFolders): Promise<Figures>;
}

export type Figures = Readonly<Record<string, string>>;

interface HostFolders {
  /** The folder that the host was installed into. */
  readonly installed: string;
  /** The folder of the plugin, installed from its packed package. */
  readonly extension: string;
  /** The command `palimpsest`, installed from its packed package. */
  readonly command: string;
  /** An empty folder for a home and a project. */
  readonly folder: string;
  /** Prints one line. */
  readonly note: (text: string) => void;
}
