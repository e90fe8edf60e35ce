/** The value of a request's cookie, or null. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * A cookie that scripts can't read and other sites can't use; ends with the browser unless given a
 * span.
 */
export function formatSessionCookie(
  name: string,
  value: string,
  options: { secure: boolean; maxAgeMs?: number },
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (options.secure) parts.push('Secure')
  if (options.maxAgeMs !== undefined) parts.push(`Max-Age=${Math.floor(options.maxAgeMs / 1000)}`)
  return parts.join('; ')
}

/** Takes a cookie away. */
export const formatExpiredCookie = (name: string, secure: boolean) =>
  formatSessionCookie(name, '', { secure, maxAgeMs: 0 })
