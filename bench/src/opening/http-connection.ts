import { connect } from "node:net";
import type { Socket } from "node:net";

/**
 * A kept-alive HTTP/1.1 connection with one request under way at a time. It reads only the status, length and `Retry-After`
 * of an answer, and the code of a refusal, so that the load takes little from the server on the same machine.
 */
export class HttpConnection {
  /** The last answer's `Retry-After`; 0 if it had none. */
  retryAfterMs = 0;
  /** The code of the last refusal; empty before the first. */
  refusedWith = "";
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answer: ((status: number) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("error", (error) => this.#fail?.(error));
    socket.on("close", () => this.#fail?.(new Error("the server closed a connection")));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject);
      socket.once("connect", () => resolve(new HttpConnection(socket)));
    });
  }

  /** Sends the text of a whole request and resolves to the status of the answer. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (length === null) throw new Error(`an answer without a length:\n${head}`);
    if (this.#received.length < headEnd + 4 + Number(length[1])) return;
    const status = Number(head.slice(9, 12));
    if (status >= 400)
      this.refusedWith =
        /"code":"(\w+)"/.exec(this.#received.toString("latin1", headEnd))?.[1] ?? `${status}`;
    this.#received = Buffer.alloc(0);
    this.retryAfterMs = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) * 1000;
    this.#answer!(status);
  }
}
