import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";

const TEXT = 1;
const PING = 9;
/** A pong without a payload, masked with zeros because a client must mask its frames. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** Receives each whole message as a range of `bytes`. */
type OnText = (bytes: Buffer, from: number, to: number) => void;

/** A live connection that parses as little as possible, so that many of them cost little. */
export class LiveClient {
  readonly #socket: Socket;
  readonly #onText: OnText;
  #unread: Buffer = Buffer.alloc(0);
  /** Bytes of the current frame that are still to come. */
  #skip = 0;

  private constructor(socket: Socket, onText: OnText) {
    this.#socket = socket;
    this.#onText = onText;
  }

  static open(port: number, token: string, onText: OnText): Promise<LiveClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      const client = new LiveClient(socket, onText);
      let head = "";
      const readHead = (chunk: Buffer) => {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        socket.off("data", readHead);
        if (!head.startsWith("HTTP/1.1 101 ")) {
          socket.destroy();
          return reject(new Error(`a live connection was refused:\n${head}`));
        }
        socket.on("data", (frames) => client.#read(frames));
        socket.on("error", () => socket.destroy());
        client.#read(Buffer.from(head.slice(end + 4), "latin1"));
        resolve(client);
      };
      socket.on("data", readHead);
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("a live connection ended")));
      socket.write(
        `GET /ws?token=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
      );
    });
  }

  /** Stops reading, so that messages pile up on the way. */
  stopReading(): void {
    this.#socket.pause();
  }

  readAgain(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Reads the server's frames, which are never masked: two bytes, a longer length if needed, then the payload. */
  #read(chunk: Buffer): void {
    let data = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    for (;;) {
      const skipped = Math.min(this.#skip, data.length);
      this.#skip -= skipped;
      data = data.subarray(skipped);
      if (this.#skip > 0 || data.length < 2) break;
      const short = data[1]!;
      const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < headLength) break;
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      // A frame counts once all of it has arrived. A partial frame stays unread.
      if (data.length < headLength + length) break;
      const kind = data[0]! & 0x0f;
      if (kind === TEXT) this.#onText(data, headLength, headLength + length);
      else if (kind === PING) this.#socket.write(PONG);
      this.#skip = headLength + length;
    }
    this.#unread = data;
  }
}
