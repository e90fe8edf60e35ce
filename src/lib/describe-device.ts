const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const findLabel = (list: typeof BROWSERS, text: string) =>
  list.find(([form]) => form.test(text))?.[1]

/** Describes the device of a user agent, such as 'Firefox on Windows'. */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [findLabel(BROWSERS, userAgent), findLabel(SYSTEMS, userAgent)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent.trim() === '' ? 'Unknown device' : 'A program')
}

/**
 * Returns a network address without its last part: enough to recognise one's own, too little to
 * identify a person.
 */
export function truncateIpAddress(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(mapped)
  if (four) return `${four[1]}.x`
  if (!mapped.includes(':')) return 'unknown'

  const [head = ''] = mapped.split('::')
  const groups = head.split(':').filter(Boolean).slice(0, 3)

  return groups.length > 0 ? `${groups.join(':')}:x` : 'this machine'
}
