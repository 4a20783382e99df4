/** Checks a plugin inside the released host that it is for. */
export interface HostCheck {
  readonly name: string;
  /** Installs the host into an empty folder. */
  install(folder: string): Promise<void>;
  check(given: HostFolders): Promise<void>;
}

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
