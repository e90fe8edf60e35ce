import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#lib/errors.ts'
import type { Config } from '../config.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * A second slash at the start names a host to some, a backslash is a slash to some, and a # never
 * leaves a browser.
 */
const AMBIGUOUS = /^\/[/\\]|[\\#]/

/** Returns why a request line or its Host can't be trusted; null when it can. */
function findSanityProblem(
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
): string | null {
  const hosts = incoming.rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  if (!METHODS.has(incoming.method ?? '')) return 'This method is not supported.'
  if (hosts !== 1) return 'A request must name exactly one host.'
  if (!incoming.url?.startsWith('/')) return 'A request must name a path, not an absolute address.'
  if (AMBIGUOUS.test(incoming.url)) return 'This address is ambiguous.'

  return null
}

/**
 * Rejects TRACE, repeated Host headers, absolute-form addresses and NUL before anything else reads
 * the request.
 */
export const checkRequestSanity: MiddlewareHandler = async (c, next) => {
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
  const reason = incoming
    ? findSanityProblem(incoming)
    : METHODS.has(c.req.method)
      ? null
      : 'This method is not supported.'
  if (reason) throw new DomainError('malformed', 400, reason)
  if (c.req.url.includes('%00'))
    throw new DomainError('malformed', 400, 'An address must not contain a NUL character.')

  await next()
}

/**
 * Returns whether only this machine can be reached by the name: an address, or a name without a
 * dot.
 */
const isLocal = (host: string) =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.') || host.endsWith('.localhost')

const IN_ANY_CASE = /^\/(healthz|readyz)$/

/**
 * Answers only under the operator's own host name, so that another site's name can't be pointed at
 * this server. The sandbox answers under local names too; without a PUBLIC_URL it answers under
 * any.
 */
export function openHosts({ MODE, PUBLIC_URL, PORT }: Config): MiddlewareHandler {
  const own = new URL(PUBLIC_URL).host
  const unnamed = MODE === 'sandbox' && PUBLIC_URL === `http://localhost:${PORT}`

  return async (c, next) => {
    const { host, hostname } = new URL(c.req.url)
    const isOwnHost = host === own || unnamed || (MODE === 'sandbox' && isLocal(hostname))
    if (!isOwnHost && !IN_ANY_CASE.test(c.req.path))
      throw new DomainError('wrong_host', 400, 'No site is served under this host name.')
    await next()
  }
}

/**
 * Redirects or rejects requests that reached our proxy without TLS: a page is redirected to HTTPS;
 * a call is rejected, so that a program that sends its token unprotected fails at once.
 */
export function requireHttps({ PUBLIC_URL, TRUST_PROXY }: Config): MiddlewareHandler {
  const isHttpsRequired = TRUST_PROXY && PUBLIC_URL.startsWith('https:')
  return async (c, next) => {
    const spoken = c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
    if (!isHttpsRequired || spoken !== 'http' || IN_ANY_CASE.test(c.req.path)) return await next()
    if (c.req.path.startsWith('/api/') || !['GET', 'HEAD'].includes(c.req.method))
      throw new DomainError('https_only', 403, 'API calls require HTTPS.')

    const { pathname, search } = new URL(c.req.url)
    return c.redirect(new URL(PUBLIC_URL).origin + pathname + search, 308)
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const isSafe = (method: string) => SAFE.has(method)

/**
 * Throws 403 unless a browser's change comes from our own pages. Every browser names the origin of
 * such a request in Origin or Sec-Fetch-Site; a program sends neither, and no cookie that others
 * could use.
 */
export function assertSameOrigin(request: Request, publicUrl: string) {
  if (isSafe(request.method)) return

  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const own = [new URL(publicUrl).origin, new URL(request.url).origin]
  const foreign =
    (origin !== null && !own.includes(origin)) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  if (foreign)
    throw new DomainError(
      'cross_site',
      403,
      'This request came from another site and was rejected.',
    )
}
