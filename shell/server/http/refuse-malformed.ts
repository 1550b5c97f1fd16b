import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no request, with an id like every answer. Where something was sent before, nobody could tell what it is for. */
export function refuseMalformed({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = STATUSES[code] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nx-request-id: ${randomUUID()}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
