import type { Server, ServerOptions } from 'node:http'

/**
 * The limits of a client: headers within 15 s, the whole request within a minute, header lines of
 * 16 KiB together. Checked every five seconds. A proxy ends an idle connection before the server
 * does, after at most a minute: otherwise a request may arrive on one that has just been closed,
 * and fails.
 */
export const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  insecureHTTPParser: false,
} as const satisfies ServerOptions

/** Open streams send something every 25 s, so a client that reads nothing for this long is gone. */
const SILENT_MS = 120_000
const MAX_CONNECTIONS = 4_000
const REQUESTS_A_CONNECTION = 1_000

/** Limits the connections of one client and of all together. */
export function limitConnections(server: Server): void {
  server.timeout = SILENT_MS
  server.maxConnections = MAX_CONNECTIONS
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION
}
