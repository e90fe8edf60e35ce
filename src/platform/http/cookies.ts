/** Returns the value of a request's cookie, or null. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * Formats a cookie that scripts can't read and other sites can't use; without a lifetime it ends
 * with the browser.
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

/** Formats a cookie that deletes the one of this name. */
export const formatExpiredCookie = (name: string, secure: boolean) =>
  formatSessionCookie(name, '', { secure, maxAgeMs: 0 })
