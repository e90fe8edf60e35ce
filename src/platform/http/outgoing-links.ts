import { isIP } from 'node:net'

/** Returns whether a host is this machine, so that the connection crosses no network. */
const isOwnMachine = (host: string) =>
  host === '' ||
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  /^127\./.test(host)

const normaliseHost = (host: string) => decodeURIComponent(host).replace(/^\[|\]$/g, '')

/** Returns whether an address of the web crosses a network without TLS. */
export function isUnprotectedUrl(address: string): boolean {
  const { protocol, hostname } = new URL(address)

  return protocol !== 'https:' && !isOwnMachine(normaliseHost(hostname))
}

const LONGEST_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Returns the options of an SMTP connection: bounded timeouts and a verified certificate. The query
 * of the address is ignored, so that it can't remove either. With `encrypted` nothing, not even the
 * password, is sent in the clear to another machine: a server without TLS gets no mail.
 */
export function buildSmtpOptions(url: string, { encrypted }: { encrypted: boolean }) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = normaliseHost(hostname)
  const secure = protocol === 'smtps:'

  return {
    host,
    ...(port && { port: Number(port) }),
    secure,
    requireTLS: encrypted && !secure && !isOwnMachine(host),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(!isIP(host) && { servername: host }),
    },
    ...LONGEST_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
}

/**
 * Returns the problem of a database address that crosses a network without a verified certificate,
 * or null.
 */
export function findDatabaseLinkProblem(address: string): string | null {
  const url = URL.parse(address)
  if (!url) return 'live needs an address of the form postgres://login:password@host/database'

  const hosts = url.searchParams.getAll('host')
  if ([normaliseHost(url.hostname), ...hosts].every(isOwnMachine)) return null

  const modes = url.searchParams.getAll('sslmode')
  const sure =
    modes.length === 1 && modes[0] === 'verify-full' && !url.searchParams.has('uselibpqcompat')

  return sure
    ? null
    : 'live needs sslmode=verify-full to a database on another machine, with ' +
        'sslrootcert=/path/ca.pem when its certificate is of your own authority'
}

const COMMON_PASSWORDS = (
  'postgres password admin root secret changeme candor candor_server candor_owner test ' +
  'example guest user smtp mail default'
).split(' ')
const MIN_PASSWORD_LENGTH = 12

/**
 * Returns whether an address has a password that is tried first: a default, the login's own name or
 * a short one.
 */
export function hasGuessablePassword(address: string): boolean {
  const url = URL.parse(address)
  if (!url?.password) return false

  const password = decodeURIComponent(url.password).toLowerCase()

  return (
    password.length < MIN_PASSWORD_LENGTH ||
    password === url.username.toLowerCase() ||
    COMMON_PASSWORDS.includes(password)
  )
}

const MIN_DISTINCT_CHARACTERS = 12

/**
 * Returns whether a secret looks typed by hand: random text of 32 characters rarely has so few
 * different ones.
 */
export const isLowEntropySecret = (secret: string): boolean =>
  new Set(secret).size < MIN_DISTINCT_CHARACTERS
