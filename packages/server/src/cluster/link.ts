/**
 * What carries texts between the processes of one installation, as long as it does: at most once, and not at all while
 * it is down.
 */
export type Link = {
  /** Sends to those that follow the subject elsewhere, never back to here. Lost while the link is down. */
  send(subject: string, text: string): void;
  /** Hears what others send, also after the link was down for a while. Returns how to stop. */
  follow(subject: string, onText: (text: string) => void): () => void;
  isConnected(): boolean;
  /** Up to then everything that was sent elsewhere has been heard here, as far as can be known. */
  heardUntilMs(): number;
  /** Told once the link is down, and once it is up with everything followed again. */
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
};
