// The socket to the program.

import type { Request, Tell } from './messages';

/** How long to wait before the next try to reach the program, in milliseconds. */
const PATIENCE = 1500;

export class Link {
  private socket: WebSocket | undefined;

  /** `hear` gets every message; `state` learns whether the program can be reached. */
  constructor(
    private readonly hear: (tell: Tell) => void,
    private readonly state: (connected: boolean) => void,
  ) {
    this.connect();
  }

  /** Sends a request; without a connection it is lost. */
  send(request: Request): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => this.state(true);
    socket.onmessage = event => this.hear(JSON.parse(String(event.data)) as Tell);
    socket.onclose = () => {
      this.state(false);
      setTimeout(() => this.connect(), PATIENCE);
    };
  }
}
